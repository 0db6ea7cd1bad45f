import type { Market } from '../src/model/market.js'
import { type BookSide, Price, Wei } from '../src/model/money.js'
import type { Timestamp } from '../src/model/time.js'
import type { RewardEstimate } from './result.js'
import type { VenueBook } from './venue-book.js'

type Terms = NonNullable<Market['rewards']>

/** Our resting orders, in YES terms; sizes in millionths of a share. */
export interface RestingQuote {
  readonly side: BookSide
  readonly price: number
  readonly size: number
}

/** An account's resting orders, read once for each reward sample. */
export interface RestingQuotes {
  readonly hasAny: boolean
  /** In the order of acceptance. */
  of(market: number): readonly RestingQuote[]
}

/** Our part of a market's pool, 0 to 1: the bounds if everyone else earns as much, or as little, as possible. */
interface PoolShare {
  readonly low: number
  readonly high: number
}

/** What a backtest pays for resting orders. */
export interface RewardOptions {
  /** Value of a point; 0: points are counted, not paid. */
  readonly usdtPerPoint: number
  /** Terms for every market, replacing the recorded ones; null: the recorded ones. */
  readonly terms: Terms | null
}

const NOTHING: PoolShare = { low: 0, high: 0 }
const HOUR_US = 3_600_000_000
const MICRO_WEI = 10n ** 12n
/** Quotes on one side alone count a third, and outside these mid prices nothing. */
const ONE_SIDED = 3
const MIDDLE_MIN = 1_000
const MIDDLE_MAX = 9_000

/**
 * Estimates our part of a pool. An order of at least the least size, at distance d from the mid, with the band v, scores ((v - d) / v)^2 times its
 * shares. A maker's weight is the lesser of the scores of both sides, or a third of the greater one if that is more and the mid is between 0.10 and
 * 0.90. The mid is that of the best prices with at least the least size, ours or recorded. A recording does not say whose the displayed sizes are.
 * The low estimate lets all of them compete, whatever their level holds, with the largest possible weight: some makers quote both sides evenly, the
 * others one side. The high estimate lets only levels of at least the least size compete, as one maker.
 */
export function poolShare(book: VenueBook, ours: readonly RestingQuote[], terms: Terms): PoolShare {
  const middle = middleOf(book, ours, terms.sizeMin)
  if (middle === null) return NOTHING
  const own = { bid: 0, ask: 0 }
  for (const { side, price, size } of ours) if (size >= terms.sizeMin) own[side] += scoreOf(price, size, middle, terms)
  const isCentral = middle >= MIDDLE_MIN && middle <= MIDDLE_MAX
  const weight = weightOf(own, isCentral)
  if (weight === 0) return NOTHING
  const all = displayedScores(book, middle, terms, 0)
  const { bid, ask } = all
  const most = isCentral ? (bid + ask + Math.min(bid, ask)) / ONE_SIDED : Math.min(bid, ask)
  const least = weightOf(displayedScores(book, middle, terms, terms.sizeMin), isCentral)
  return { low: weight / (weight + most), high: weight / (weight + least) }
}

/** Rewards of an account's resting orders during a run, sampled periodically: what is there at a sample counts until the next. */
export class Rewards {
  readonly #books: readonly VenueBook[]
  readonly #options: RewardOptions
  readonly #quotes: RestingQuotes
  readonly #points = { low: 0, high: 0 }
  /** The low estimate by market. */
  readonly #lows: number[]
  /** Points an hour since the last sample, over all markets; and the low estimate by market. */
  #rate: PoolShare = NOTHING
  readonly #lowRates: number[]
  #lookedAt: Timestamp | null = null

  constructor(books: readonly VenueBook[], options: RewardOptions, quotes: RestingQuotes) {
    this.#books = books
    this.#options = options
    this.#quotes = quotes
    this.#lows = books.map(() => 0)
    this.#lowRates = books.map(() => 0)
  }

  look(at: Timestamp): void {
    const hours = (at - (this.#lookedAt ?? at)) / HOUR_US
    this.#points.low += this.#rate.low * hours
    this.#points.high += this.#rate.high * hours
    this.#lookedAt = at
    if (this.#rate !== NOTHING) this.#follow(hours)
    this.#rate = this.#rateNow()
  }

  estimate(): RewardEstimate {
    const { low, high } = this.#points
    return { low: this.#worth(low), high: this.#worth(high), pointsLow: low, pointsHigh: high }
  }

  /** The low estimate in dollars by market. Rounding remainders go to the market with the most points, so that the parts sum to the total. */
  byMarket(): readonly Wei[] {
    const parts = this.#lows.map(points => this.#worth(points))
    const rest = parts.reduce((left, part) => Wei.sub(left, part), this.#worth(this.#points.low))
    const most = this.#lows.indexOf(Math.max(...this.#lows))
    return parts.map((part, market) => (market === most ? Wei.add(part, rest) : part))
  }

  #follow(hours: number): void {
    for (let market = 0; market < this.#lows.length; market++) {
      this.#lows[market]! += this.#lowRates[market]! * hours
      this.#lowRates[market] = 0
    }
  }

  #rateNow(): PoolShare {
    let rate = NOTHING
    // Once a second, and most markets pay nothing: no iterator and no allocation before there is something to add.
    for (let index = 0; index < this.#books.length; index++) {
      const book = this.#books[index]!
      const terms = this.#options.terms ?? book.market.rewards
      if (terms === null || book.isDark || book.market.trading !== 'open') continue
      if (!this.#quotes.hasAny) break
      const { low, high } = poolShare(book, this.#quotes.of(index), terms)
      this.#lowRates[index] = low * terms.pointsPerHour
      rate = { low: rate.low + low * terms.pointsPerHour, high: rate.high + high * terms.pointsPerHour }
    }
    return rate
  }

  /** Rounded down to a millionth: never more than was earned. */
  #worth(points: number): Wei {
    return Wei.of(BigInt(Math.floor(points * this.#options.usdtPerPoint * 1_000_000)) * MICRO_WEI)
  }
}

interface Scores {
  readonly bid: number
  readonly ask: number
}

const weightOf = ({ bid, ask }: Scores, isCentral: boolean): number => {
  const lesser = Math.min(bid, ask)
  return isCentral ? Math.max(lesser, Math.max(bid, ask) / ONE_SIDED) : lesser
}

function scoreOf(price: number, size: number, middle: number, { spreadMax }: Terms): number {
  const room = spreadMax - Math.abs(price - middle)
  const nearness = room / spreadMax
  return room <= 0 ? 0 : nearness * nearness * (size / 1_000_000)
}

/** Over the recorded levels within the band with at least this size. */
function displayedScores({ levels }: VenueBook, middle: number, terms: Terms, sizeMin: number): Scores {
  const scores = { bid: 0, ask: 0 }
  for (const lane of [0, 1] as const) {
    const last = Math.max(1, (lane === 0 ? middle : Price.ONE - middle) - terms.spreadMax)
    for (let rung = levels.best(lane); rung >= last; rung = levels.below(lane, rung)) {
      const size = levels.sizeAt(lane, rung)
      const [side, price] = lane === 0 ? (['bid', rung] as const) : (['ask', Price.ONE - rung] as const)
      if (size >= sizeMin) scores[side] += scoreOf(price, size, middle, terms)
    }
  }
  return scores
}

/** The mid of the best prices with enough size; null: a side has none. */
function middleOf({ levels }: VenueBook, ours: readonly RestingQuote[], sizeMin: number): number | null {
  const [bid, noBid] = ([0, 1] as const).map(lane => {
    let rung = levels.best(lane)
    while (rung > 0 && levels.sizeAt(lane, rung) < sizeMin) rung = levels.below(lane, rung)
    for (const { side, price, size } of ours)
      if ((side === 'bid') === (lane === 0) && size >= sizeMin) rung = Math.max(rung, lane === 0 ? price : Price.ONE - price)
    return rung
  })
  return bid === undefined || noBid === undefined || bid === 0 || noBid === 0 ? null : (bid + Price.ONE - noBid) / 2
}
