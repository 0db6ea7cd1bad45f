import type { BacktestResult } from '../result.js'
import { payoutOf } from './markouts.js'
import { byMarket, middleOf } from './middles.js'

/** How close prices came to results. */
export interface Scores {
  /** Mean squared difference to the payout: 0 is perfect, 0.25 is always predicting one half. */
  readonly brier: number
  /** Mean of −ln of the probability given to the actual outcome, in nats: 0 is perfect, 0.693 is always predicting one half. */
  readonly log: number
}

/** One range of time left, or all of it. */
export interface FairRow {
  readonly left: string
  readonly markets: number
  /** null: the strategy gives no fair value. */
  readonly fair: Scores | null
  /** For the mid price of the recorded book, at the same moments. */
  readonly middle: Scores
}

/** How well a strategy's fair value predicted results. */
export interface FairScores {
  readonly strategy: string
  /** `terms`: the `fair` of its `terms()`; `book`: it gives none, so the mid price of the recorded book is used. */
  readonly source: 'terms' | 'book'
  /** All time first, then by time left, longest first. Ranges without a price are left out. */
  readonly rows: readonly FairRow[]
}

const SECOND = 1_000_000
/** Time left until the market ends, ascending: the name of the range below each limit. */
const STRETCHES: readonly (readonly [below: number, name: string])[] = [
  [10 * SECOND, 'under 10 s'],
  [60 * SECOND, '10 s to 1 min'],
  [300 * SECOND, '1 to 5 min'],
  [900 * SECOND, '5 to 15 min'],
  [3_600 * SECOND, '15 min to 1 h'],
  [6 * 3_600 * SECOND, '1 to 6 h'],
  [86_400 * SECOND, '6 to 24 h'],
  [7 * 86_400 * SECOND, '1 to 7 days'],
  [Number.POSITIVE_INFINITY, 'over 7 days'],
]
const ALL = 'all'
/** A wrong certainty would have an infinite score: prices are clamped to one step of the finest grid from either end. */
const EDGE = 0.0001

/**
 * For each strategy in the first account, over its markets with a known result. Within a market, scores are weighted by time; each market has the
 * same weight.
 */
export function fairScores(result: BacktestResult): readonly FairScores[] {
  const fairs = byMarket(result.accounts[0]?.fairs ?? [])
  const books = byMarket(result.books)
  return result.strategies.flatMap(({ name, markets }) => {
    const known = markets.filter(market => payoutOf(result, market) !== null)
    const hasFair = known.some(market => fairs.has(market))
    const sums = new Map<string, Sum[]>()
    for (const market of known) {
      const middles = (books.get(market) ?? []).map(book => ({ at: book.at, price: middleOf(book) }))
      const own = hasFair ? (fairs.get(market) ?? []).map(({ at, fair }) => ({ at, price: fair })) : middles
      for (const [left, sum] of scoresOf({ result, market, fair: own, middle: middles }))
        sums.set(left, [...(sums.get(left) ?? []), sum])
    }
    const rows = [ALL, ...STRETCHES.map(([, left]) => left).toReversed()].flatMap(left => rowOf(left, sums.get(left), hasFair))
    return rows.length === 0 ? [] : [{ strategy: name, source: hasFair ? 'terms' : 'book', rows } as const]
  })
}

interface Sum {
  microseconds: number
  fairBrier: number
  fairLog: number
  middleBrier: number
  middleLog: number
}

function rowOf(left: string, sums: readonly Sum[] | undefined, hasFair: boolean): readonly FairRow[] {
  if (sums === undefined) return []
  const mean = (of: (sum: Sum) => number): number =>
    sums.reduce((total, sum) => total + of(sum) / sum.microseconds, 0) / sums.length
  const middle = { brier: mean(sum => sum.middleBrier), log: mean(sum => sum.middleLog) }
  const fair = { brier: mean(sum => sum.fairBrier), log: mean(sum => sum.fairLog) }
  return [{ left, markets: sums.length, fair: hasFair ? fair : null, middle }]
}

interface Step {
  readonly at: number
  readonly price: number | null
}

interface Told {
  readonly result: BacktestResult
  readonly market: number
  /** By time; each value holds until the next. */
  readonly fair: readonly Step[]
  readonly middle: readonly Step[]
}

/** Integrates over the time at which both prices are known, by time left. */
function scoresOf({ result, market, fair, middle }: Told): ReadonlyMap<string, Sum> {
  const known = result.markets[market]
  const sums = new Map<string, Sum>()
  if (known === undefined || known.result === null) return sums
  const end = Math.min(known.endsAt ?? known.result.at, known.result.at)
  const paid = known.result.yes
  for (const { from, to, prices } of stretches(fair, middle, end))
    for (const [left, microseconds] of cut(end - to, end - from)) {
      add(sums, left, microseconds, prices, paid)
      add(sums, ALL, microseconds, prices, paid)
    }
  return sums
}

interface Stretch {
  readonly from: number
  readonly to: number
  readonly prices: readonly [fair: number, middle: number]
}

/** The intervals between changes of either price, while both are known. */
function* stretches(fair: readonly Step[], middle: readonly Step[], end: number): Generator<Stretch> {
  const times = [...new Set([...fair, ...middle].map(({ at }) => at))].sort((a, b) => a - b).filter(at => at < end)
  let [nextFair, nextMiddle] = [0, 0]
  let ours: number | null = null
  let theirs: number | null = null
  for (const [index, from] of times.entries()) {
    for (let step = fair[nextFair]; step !== undefined && step.at <= from; step = fair[++nextFair]) ours = step.price
    for (let step = middle[nextMiddle]; step !== undefined && step.at <= from; step = middle[++nextMiddle]) theirs = step.price
    const to = times[index + 1] ?? end
    if (ours !== null && theirs !== null && to > from) yield { from, to, prices: [ours, theirs] }
  }
}

/** How much of an interval lies in each range of time left. */
function cut(least: number, most: number): readonly (readonly [left: string, microseconds: number])[] {
  return STRETCHES.flatMap(([below, left], index) => {
    const above = STRETCHES[index - 1]?.[0] ?? 0
    const inside = Math.min(most, below) - Math.max(least, above)
    return inside > 0 ? [[left, inside] as const] : []
  })
}

function add(
  sums: Map<string, Sum>,
  left: string,
  microseconds: number,
  [fair, middle]: Stretch['prices'],
  paid: number,
): void {
  const sum = sums.get(left) ?? { microseconds: 0, fairBrier: 0, fairLog: 0, middleBrier: 0, middleLog: 0 }
  sum.microseconds += microseconds
  sum.fairBrier += microseconds * (fair - paid) ** 2
  sum.fairLog += microseconds * surprise(fair, paid)
  sum.middleBrier += microseconds * (middle - paid) ** 2
  sum.middleLog += microseconds * surprise(middle, paid)
  sums.set(left, sum)
}

function surprise(price: number, paid: number): number {
  const said = Math.min(1 - EDGE, Math.max(EDGE, price))
  return -(paid * Math.log(said) + (1 - paid) * Math.log(1 - said))
}
