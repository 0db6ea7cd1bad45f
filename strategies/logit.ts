import {
  gaugeFields,
  halfSpreadMinParameter,
  horizonParameter,
  JumpSplit,
  logitMaker,
  nearEnd,
  nearEndParameters,
  pull,
  RealisedVolatility,
  restModel,
  Size,
  type StrategyDefinition,
  secondsToCarry,
  sizeFields,
  type Timestamp,
  TouchGauge,
  termsOf,
  z,
} from 'oddsmith'

const parameters = z.strictObject({
  ...sizeFields,
  riskAversion: z.number().min(0).max(100).default(0.1).describe('gamma, per logit and quote held'),
  horizonSeconds: horizonParameter,
  fillDecayPerLogit: z
    .number()
    .min(0.1)
    .max(100_000)
    .default(25)
    .describe('k: how fast fills become rarer with the distance from fair, per logit, until it is fitted'),
  spreadTerm: z
    .enum(['two-over-gamma', 'two-over-k'])
    .default('two-over-gamma')
    .describe('the factor of ln(1 + gamma / k) in the spread: two-over-k is a variant for comparison'),
  volatility: z
    .enum(['diffusion', 'whole'])
    .default('diffusion')
    .describe('what belief volatility is measured by: moves without jumps, or all of them'),
  volatilityMinPerRootSecond: z
    .number()
    .min(0)
    .max(10)
    .default(0.001)
    .describe('least belief volatility, in logits per root second; it holds until something was measured'),
  jumpLossMaxUsdt: z
    .number()
    .positive()
    .max(900_000)
    .default(50)
    .describe('largest loss of the position if the price jumps to its worse end, in USDT: net x max(p, 1 - p)'),
  halfSpreadMinTicks: halfSpreadMinParameter,
  ...gaugeFields,
  nearEnd: nearEndParameters,
})

/**
 * Avellaneda and Stoikov in logit space (Dalen 2025, arXiv:2510.15205), around the logit of the microprice: quotes stay between 0 and 1 and become
 * narrower near both ends. Belief volatility is realised in logits at a fixed clock, without jumps (bipower variation); the possible loss from a jump
 * limits the position instead, because near a result losses come from jumps, not from diffusion.
 */
export const strategy = {
  name: 'logit',
  version: 1,
  watches: 'touch',
  parameters,
  create: (parameters, market) => {
    const { tick } = market
    const belief = beliefOf(parameters)
    // The prior of k is in logits; a fit is in ticks.
    const gauge = new TouchGauge({ parameters, tick, priorPerSecond: 0, priorPerTick: 1, volatility: belief })
    const size = Size.ofShares(parameters.sizeShares)
    let last: readonly object[] = []
    return {
      decide(view) {
        const seen = gauge.look(view)
        if (seen === null) return pull('no two-sided book')
        const { microprice } = seen.touch
        const { net } = view.position
        const { secondsLeft } = view
        const probability = microprice / DOLLAR
        const near = nearEnd(parameters.nearEnd, { secondsLeft, variant: view.market.variant, net, price: microprice })
        const { fitted, errorLog } = gauge.fills
        const slope = probability * (1 - probability)
        const inputs = {
          probability,
          inventory: net / size,
          riskAversion: parameters.riskAversion,
          volatilityPerRootSecond: belief.perRootSecond,
          secondsLeft: secondsToCarry(secondsLeft, parameters),
          fillDecay: fitted === null ? parameters.fillDecayPerLogit : (fitted.perTick * DOLLAR * slope) / tick,
          spreadTerm: parameters.spreadTerm,
          widthFactor: near.widthFactor,
        }
        const { reservation, half, bid, ask } = logitMaker(inputs)
        const { pickedOff } = gauge
        last = [inputs, { reservation, half, jumpShare: belief.jumpShare, pickedOff: pickedOff / DOLLAR, fitError: errorLog }]
        const least = parameters.halfSpreadMinTicks * view.market.tick * near.widthFactor
        const apart = pickedOff * near.widthFactor
        const middle = ((bid + ask) / 2) * DOLLAR
        return restModel(view, {
          book: seen.book,
          bid: Math.min(bid * DOLLAR - apart, middle - least),
          ask: Math.max(ask * DOLLAR + apart, middle + least),
          bidSize: size,
          askSize: size,
          positionMax: positionMaxOf(parameters, probability),
          near,
        })
      },
      terms: () => termsOf(last),
    }
  },
} satisfies StrategyDefinition<typeof parameters>

/** 1/10,000 in a dollar. */
const DOLLAR = 10_000

type Parameters = z.output<typeof parameters>

function beliefOf(parameters: Parameters) {
  const options = {
    clockMs: parameters.volatilityClockMs,
    halfLifeSeconds: parameters.volatilityHalfLifeSeconds,
    floorPerRootSecond: parameters.volatilityMinPerRootSecond,
    of: 'logit',
  } as const
  const split = new JumpSplit(options)
  const whole = new RealisedVolatility(options)
  return {
    update: (now: Timestamp, price: number): void => {
      split.update(now, price)
      whole.update(now, price)
    },
    pause: (): void => {
      split.pause()
      whole.pause()
    },
    get perRootSecond(): number {
      return parameters.volatility === 'whole' ? whole.perRootSecond : split.diffusionPerRootSecond
    },
    get jumpShare(): number {
      return split.jumpShare
    },
  }
}

/** The largest net position that both limits allow, in millionths of a share. */
const positionMaxOf = ({ positionMaxShares, jumpLossMaxUsdt }: Parameters, probability: number): number =>
  Math.min(positionMaxShares, jumpLossMaxUsdt / Math.max(probability, 1 - probability)) * Size.SHARE
