import {
  avellanedaStoikov,
  gaugeFields,
  halfSpreadMinParameter,
  horizonParameter,
  type ModelQuotes,
  nearEnd,
  nearEndParameters,
  practicalAvellanedaStoikov,
  pull,
  RealisedVolatility,
  restModel,
  Size,
  type StrategyDefinition,
  secondsOfVariance,
  secondsToCarry,
  sizeFields,
  TouchGauge,
  termsOf,
  z,
} from 'oddsmith'

const parameters = z.strictObject({
  model: z
    .enum(['paper', 'practical'])
    .default('paper')
    .describe(
      'paper: inventory in quotes and variance over the time left; practical: inventory as a share of the most, and deviation',
    ),
  ...sizeFields,
  riskAversion: z
    .number()
    .min(0)
    .max(100)
    .default(0.2)
    .describe('gamma: paper, per dollar and quote held; practical, the deviations by which a full position moves the price'),
  horizonSeconds: horizonParameter,
  fillDecayPerDollar: z
    .number()
    .min(0.1)
    .max(100_000)
    .default(100)
    .describe('k: how fast fills become rarer with the distance from mid, per dollar, until it is fitted'),
  halfSpreadMinTicks: halfSpreadMinParameter,
  sizeDecay: z
    .number()
    .min(0)
    .max(20)
    .default(0)
    .describe('eta: the side that adds to a position shrinks by e^(-eta x share of the most); 0 switches it off'),
  volatilityMinPerRootSecond: z
    .number()
    .min(0)
    .max(1)
    .default(0.0002)
    .describe('least volatility, in dollars per root second; it holds until something was measured'),
  ...gaugeFields,
  nearEnd: nearEndParameters,
})

type Parameters = z.output<typeof parameters>

/**
 * Avellaneda and Stoikov, "High-frequency trading in a limit order book" (2008), reservation price (section 2.2) and spread (section 3.2), around the
 * microprice, in dollars. The paper's form counts inventory in quotes of `sizeShares` and applies sigma² over the time left. `model: practical` is
 * the form of Hummingbot's `avellaneda_market_making`: inventory as a fraction of the maximum, sigma a deviation over `horizonSeconds`. Volatility is
 * realised at a fixed clock.
 */
export const strategy = {
  name: 'avellaneda-stoikov',
  version: 1,
  watches: 'touch',
  parameters,
  create: (parameters, market) => {
    const { tick } = market
    const volatility = new RealisedVolatility({
      clockMs: parameters.volatilityClockMs,
      halfLifeSeconds: parameters.volatilityHalfLifeSeconds,
      floorPerRootSecond: parameters.volatilityMinPerRootSecond * DOLLAR,
      of: 'price',
    })
    const priorPerTick = (parameters.fillDecayPerDollar * tick) / DOLLAR
    const gauge = new TouchGauge({ parameters, tick, priorPerSecond: 0, priorPerTick, volatility })
    let last: readonly object[] = []
    return {
      decide(view) {
        const seen = gauge.look(view)
        if (seen === null) return pull('no two-sided book')
        const { microprice } = seen.touch
        const { net } = view.position
        const { secondsLeft } = view
        const state = {
          fair: microprice / DOLLAR,
          shares: net / Size.SHARE,
          volatility: volatility.perRootSecond / DOLLAR,
          fillDecay: (gauge.fills.perTick * DOLLAR) / tick,
        }
        const { reservation, half } = modelOf(parameters, state, secondsLeft)
        const near = nearEnd(parameters.nearEnd, { secondsLeft, variant: view.market.variant, net, price: microprice })
        const width =
          Math.max(half * DOLLAR + gauge.pickedOff, parameters.halfSpreadMinTicks * view.market.tick) * near.widthFactor
        const { pickedOff, fills } = gauge
        last = [state, { reservation, half: width / DOLLAR, pickedOff: pickedOff / DOLLAR, fitError: fills.errorLog }]
        return restModel(view, {
          book: seen.book,
          bid: reservation * DOLLAR - width,
          ask: reservation * DOLLAR + width,
          near,
          ...sizesOf(parameters, net),
        })
      },
      terms: () => termsOf(last),
    }
  },
} satisfies StrategyDefinition<typeof parameters>

/** 1/10,000 in a dollar. */
const DOLLAR = 10_000

interface State {
  /** In dollars, like all following fields. */
  readonly fair: number
  readonly shares: number
  /** Per root second. */
  readonly volatility: number
  readonly fillDecay: number
}

function modelOf(
  parameters: Parameters,
  { fair, shares, volatility, fillDecay }: State,
  secondsLeft: number | null,
): ModelQuotes {
  const { model, riskAversion, horizonSeconds, sizeShares, positionMaxShares } = parameters
  if (model === 'practical')
    return practicalAvellanedaStoikov({
      fair,
      inventoryShare: Math.max(-1, Math.min(1, shares / positionMaxShares)),
      riskAversion,
      deviation: Math.min(volatility * Math.sqrt(horizonSeconds), Math.sqrt(fair * (1 - fair))),
      timeFraction: secondsToCarry(secondsLeft, { horizonSeconds }) / horizonSeconds,
      fillDecay,
    })
  return avellanedaStoikov({
    fair,
    inventory: shares / sizeShares,
    riskAversion,
    volatilityPerRootSecond: volatility,
    secondsLeft: secondsOfVariance({ probability: fair, volatilityPerRootSecond: volatility, secondsLeft, horizonSeconds }),
    fillDecay,
  })
}

/** In millionths of a share. */
function sizesOf({ sizeShares, positionMaxShares, sizeDecay }: Parameters, net: number) {
  const size = Size.ofShares(sizeShares)
  const positionMax = Size.ofShares(positionMaxShares)
  const share = net / positionMax
  return {
    positionMax,
    bidSize: size * Math.exp(-sizeDecay * Math.max(0, share)),
    askSize: size * Math.exp(-sizeDecay * Math.max(0, -share)),
  }
}
