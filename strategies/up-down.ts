import {
  type LiveBook,
  makerQuotes,
  nearEnd,
  nearEndParameters,
  normal,
  pull,
  RealisedVolatility,
  Size,
  type StrategyDefinition,
  Timestamp,
  type View,
  z,
} from 'oddsmith'

const parameters = z.strictObject({
  references: z
    .record(z.string(), z.string().min(1))
    .default({})
    .describe(
      'the reference of the config for each price name of the venue; a name that is not listed is itself the name of the reference',
    ),
  volatilityPerYear: z
    .number()
    .min(0.01)
    .max(10)
    .default(0.6)
    .describe('standard deviation of a year’s logarithmic change that is assumed at first; 0.6 is 60 %'),
  assumedSeconds: z
    .number()
    .min(1)
    .max(86_400)
    .default(120)
    .describe('for how many seconds of measurement the assumed volatility counts beside the measured one'),
  volatilityHalfLifeSeconds: z
    .number()
    .min(1)
    .max(86_400)
    .default(600)
    .describe('time after which a measured change counts half, in seconds'),
  volatilityClockMs: z
    .number()
    .min(100)
    .max(60_000)
    .default(1_000)
    .describe('time between two reads of the price for the volatility, in ms'),
  halfSpreadTicks: z.number().min(0).max(50).default(1.5).describe('distance of each quote from the fair price, in ticks'),
  reactionMs: z
    .number()
    .min(0)
    .max(60_000)
    .default(1_000)
    .describe(
      'how long a quote may rest after the price has moved, in ms: it grows wider by the standard deviation of the fair price over that time',
    ),
  leanTicks: z.number().min(0).max(50).default(2).describe('lean against a full position, in ticks'),
  sizeShares: z.number().positive().default(20).describe('size of each quote, in shares'),
  positionMaxShares: z
    .number()
    .positive()
    .default(100)
    .describe('net position that counts as full; a side is quoted for what is left until then'),
  disagreementMaxTicks: z
    .number()
    .positive()
    .nullable()
    .default(20)
    .describe(
      'no quotes if fair price and mid differ by more ticks, because one of them knows less; in a book with one side, if fair price is this far beyond its best price; null switches this off',
    ),
  nearEnd: nearEndParameters,
})

type Parameters = z.output<typeof parameters>

const YEAR_SECONDS = 31_557_600
/** If the strategy was not asked for this long, the change in between belongs to no clock interval. */
const GAP_US = 10_000_000

/** The value of a digital option on a price. */
export interface Digital {
  readonly price: number
  readonly startPrice: number
  /** Of the logarithm, per root second. */
  readonly perRootSecond: number
  readonly secondsLeft: number
}

/**
 * The probability that a price ends above its start, and the density at its argument: N(d) with d = (ln(S / K) − σ²τ / 2) / (σ√τ), a cash-or-nothing
 * call (Reiner and Rubinstein 1991) without interest. The price is a martingale whose logarithm is a Brownian motion.
 */
export function digital({ price, startPrice, perRootSecond, secondsLeft }: Digital): {
  readonly up: number
  readonly density: number
} {
  const deviation = perRootSecond * Math.sqrt(Math.max(0, secondsLeft))
  const distance = Math.log(price / startPrice)
  if (deviation === 0) return { up: distance === 0 ? 0.5 : distance > 0 ? 1 : 0, density: 0 }
  const d = distance / deviation - deviation / 2
  return { up: normal.cdf(d), density: normal.density(d) }
}

/**
 * Quotes rounds of "is the price higher at the end" around their digital fair value, from a reference price, the price at the start of the round and
 * a volatility measured during the round. It assumes that the price moves continuously, that its volatility does not change, and that the reference
 * decides the round: a coin price at another exchange differs from an oracle by an unknown basis, which matters most near the end. It loses if others
 * see the price sooner, in jumps, and near the end at a price that has not moved: a hundredth of a per cent then decides everything.
 */
export const strategy = {
  name: 'up-down',
  version: 1,
  watches: 'touch',
  parameters,
  references: (parameters, market) => {
    const name = referenceOf(parameters, market)
    return name === null ? [] : [name]
  },
  create: parameters => {
    const full = Size.ofShares(parameters.positionMaxShares)
    const volatility = new OnlineVolatility(parameters)
    const last = { fair: 0, price: 0, startPrice: 0, perYear: 0, half: 0 }
    return {
      decide(view) {
        const { book, market, position, working, secondsLeft, now } = view
        const round = roundOf(view)
        if (typeof round === 'string') {
          volatility.pause()
          return pull(round)
        }
        volatility.update(now, round.price)
        if (book.state !== 'live') return pull('no live book')
        const { up, density } = digital({ ...round, perRootSecond: volatility.perRootSecond })
        const load = Math.max(-1, Math.min(1, position.net / full))
        const fair = up * 10_000 - parameters.leanTicks * market.tick * load
        const end = nearEnd(parameters.nearEnd, { secondsLeft, variant: market.variant, net: position.net, price: fair })
        const reaction = Math.min(1, parameters.reactionMs / 1_000 / Math.max(round.secondsLeft, 0.001))
        const half = (parameters.halfSpreadTicks * market.tick + density * Math.sqrt(reaction) * 10_000) * end.widthFactor
        Object.assign(last, { fair: fair / 10_000, price: round.price, startPrice: round.startPrice })
        Object.assign(last, { perYear: volatility.perRootSecond * Math.sqrt(YEAR_SECONDS), half: half / 10_000 })
        const { disagreementMaxTicks } = parameters
        const off = disagreement(book, up * 10_000) / market.tick
        if (disagreementMaxTicks !== null && off > disagreementMaxTicks) return pull('fair price and book disagree')
        const size = Size.ofShares(parameters.sizeShares) * end.sizeFactor
        return makerQuotes({
          ...{ book, market, position, working, bids: [{ price: fair - half, size }], asks: [{ price: fair + half, size }] },
          bidSizeMax: Math.min(end.bidSizeMax, full - position.net),
          askSizeMax: Math.min(end.askSizeMax, full + position.net),
        })
      },
      terms: () => ({
        ...{ fair: last.fair.toFixed(6), half: last.half.toFixed(6), price: last.price, startPrice: last.startPrice },
        volatilityPerYear: last.perYear.toFixed(4),
      }),
    }
  },
} satisfies StrategyDefinition<typeof parameters>

/** The reference of a market; null: no price decides it. */
function referenceOf({ references }: Parameters, { priceFeed }: View<Parameters>['market']): string | null {
  if (priceFeed === undefined) return null
  const { name } = priceFeed
  return Object.hasOwn(references, name) ? (references[name] ?? name) : name
}

type Round = Pick<Digital, 'price' | 'startPrice' | 'secondsLeft'>

/** The inputs of a round's price, or why it cannot be priced. */
function roundOf({ market, secondsLeft, reference, parameters }: View<Parameters>): Round | string {
  const name = referenceOf(parameters, market)
  if (name === null) return 'no price decides this market'
  const startPrice = market.priceFeed?.startPrice ?? null
  if (startPrice === null || !(startPrice > 0)) return 'the price at the start is not known yet'
  if (secondsLeft === null) return 'no end is known'
  const told = reference(name)
  if (told.state !== 'live') return told.why
  return told.value > 0 ? { price: told.value, startPrice, secondsLeft } : 'the reference is no price'
}

/** How far a price is from the mid; where a side is empty, how far it is beyond the best price of the other side. In 1/10,000. */
const disagreement = (book: LiveBook, price: number): number =>
  book.touch === null
    ? Math.max(0, (book.best('bid')?.price ?? price) - price, price - (book.best('ask')?.price ?? price))
    : Math.abs(price - book.touch.mid)

/** The volatility of a round: the assumed and the measured one, weighted by time. */
class OnlineVolatility {
  readonly #measured: RealisedVolatility
  readonly #assumed: number
  readonly #assumedSeconds: number
  #updatedAt = Timestamp.ZERO

  constructor({ volatilityPerYear, assumedSeconds, volatilityClockMs, volatilityHalfLifeSeconds }: Parameters) {
    this.#measured = new RealisedVolatility({
      clockMs: volatilityClockMs,
      halfLifeSeconds: volatilityHalfLifeSeconds,
      of: 'price',
    })
    this.#assumed = volatilityPerYear ** 2 / YEAR_SECONDS
    this.#assumedSeconds = assumedSeconds
  }

  update(now: Timestamp, price: number): void {
    if (now - this.#updatedAt > GAP_US) this.pause()
    this.#updatedAt = now
    this.#measured.update(now, Math.log(price))
  }

  pause(): void {
    this.#measured.pause()
  }

  /** Of the logarithm. */
  get perRootSecond(): number {
    const { seconds, perRootSecond } = this.#measured
    const sum = this.#assumed * this.#assumedSeconds + perRootSecond ** 2 * seconds
    return Math.sqrt(sum / (this.#assumedSeconds + seconds))
  }
}
