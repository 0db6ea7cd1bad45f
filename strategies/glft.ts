import {
  gaugeFields,
  glft,
  halfSpreadMinParameter,
  nearEnd,
  nearEndParameters,
  pull,
  RealisedVolatility,
  restModel,
  Size,
  type StrategyDefinition,
  sizeFields,
  TouchGauge,
  termsOf,
  z,
} from 'oddsmith'

const parameters = z.strictObject({
  ...sizeFields,
  riskAversion: z.number().min(0).max(100).default(0.05).describe('gamma, per tick and quote held'),
  fillAversion: z
    .number()
    .min(0)
    .max(100)
    .exactOptional()
    .describe('xi: aversion to quotes that are not filled, per tick and quote; default: riskAversion'),
  arrivalsPerSecond: z
    .number()
    .min(1e-6)
    .max(1_000)
    .default(0.1)
    .describe('A: orders a second that reach a quote at mid, on one side, until it is fitted'),
  fillDecayPerTick: z
    .number()
    .min(0.001)
    .max(100)
    .default(1)
    .describe('k: how fast fills become rarer with the distance from mid, per tick, until it is fitted'),
  halfSpreadMinTicks: halfSpreadMinParameter,
  skewMaxTicks: z
    .number()
    .min(0)
    .max(1_000)
    .default(10)
    .describe(
      'most that one held quote may move the prices, in ticks: with few trades, the formula asks for more than the market has',
    ),
  volatilityMinTicksPerRootSecond: z
    .number()
    .min(0)
    .max(100)
    .default(0.02)
    .describe('least volatility, in ticks per root second; it holds until something was measured'),
  ...gaugeFields,
  nearEnd: nearEndParameters,
})

/**
 * Guéant, Lehalle, Fernandez-Tapia, "Dealing with the inventory risk" (2013), the stationary closed form of section 4 (equations 4.6 and 4.7 of
 * Guéant, "Optimal market making", 2017), around the microprice, in ticks; inventory is counted in quotes of `sizeShares`. A and k are fitted to the
 * depth that arriving trades reach, with a prior until there is a fit. It has no horizon: for markets whose end is far away.
 */
export const strategy = {
  name: 'glft',
  version: 1,
  watches: 'touch',
  parameters,
  create: (parameters, market) => {
    const { tick } = market
    const volatility = new RealisedVolatility({
      clockMs: parameters.volatilityClockMs,
      halfLifeSeconds: parameters.volatilityHalfLifeSeconds,
      floorPerRootSecond: parameters.volatilityMinTicksPerRootSecond * tick,
      of: 'price',
    })
    const priors = { priorPerSecond: parameters.arrivalsPerSecond, priorPerTick: parameters.fillDecayPerTick }
    const gauge = new TouchGauge({ parameters, tick, ...priors, volatility })
    const size = Size.ofShares(parameters.sizeShares)
    const positionMax = Size.ofShares(parameters.positionMaxShares)
    const { riskAversion, fillAversion = riskAversion, skewMaxTicks, halfSpreadMinTicks } = parameters
    let last: readonly object[] = []
    return {
      decide(view) {
        const seen = gauge.look(view)
        if (seen === null) return pull('no two-sided book')
        const { microprice } = seen.touch
        const { net } = view.position
        const inputs = {
          fair: microprice / tick,
          inventory: net / size,
          riskAversion,
          fillAversion,
          arrivalsPerSecond: gauge.fills.perSecond,
          fillDecay: gauge.fills.perTick,
          volatilityPerRootSecond: volatility.perRootSecond / tick,
          orderSize: 1,
        }
        const { c1, skew } = glft(inputs)
        const moved = Math.min(skew, skewMaxTicks)
        const { secondsLeft } = view
        const near = nearEnd(parameters.nearEnd, { secondsLeft, variant: view.market.variant, net, price: microprice })
        const half = Math.max(c1 + moved / 2 + gauge.pickedOff / tick, halfSpreadMinTicks) * near.widthFactor
        const reservation = inputs.fair - moved * inputs.inventory
        const { pickedOff, fills } = gauge
        last = [inputs, { reservation, half, skew: moved, pickedOff: pickedOff / tick, fitError: fills.errorLog }]
        return restModel(view, {
          book: seen.book,
          bid: (reservation - half) * tick,
          ask: (reservation + half) * tick,
          bidSize: size,
          askSize: size,
          positionMax,
          near,
        })
      },
      terms: () => termsOf(last),
    }
  },
} satisfies StrategyDefinition<typeof parameters>
