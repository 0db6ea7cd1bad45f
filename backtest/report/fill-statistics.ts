import { Wei } from '../../src/model/money.js'
import type { AccountResult, QuoteSpan, SimulatedFill } from '../result.js'
import { sumOf } from './fill-profit.js'
import { byMarket } from './middles.js'
import { yesFill } from './yes-fill.js'

/** How an account got its fills; shares and money in whole units. */
export interface FillStatistics {
  readonly fills: number
  /** Fills whose settlement failed. */
  readonly undone: number
  readonly makers: number
  /** YES shares bought or NO shares sold. */
  readonly bought: number
  readonly sold: number
  readonly volume: number
  /** Fractions of the shares, 0 to 1, by evidence: a print, a level that changed, or our own taking. */
  readonly evidence: { readonly print: number; readonly level: number; readonly taking: number }
  /** Seconds that a quote had rested when it was filled. */
  readonly rested: Spread | null
  /** Shares displayed ahead when the order joined its level. */
  readonly ahead: Spread | null
}

/** The median and the 90th percentile. */
export interface Spread {
  readonly median: number
  readonly ninth: number
}

/** Statistics of an account's fills; failed ones are only counted. */
export function fillStatistics({ fills, quotes }: AccountResult): FillStatistics {
  const settled = fills.filter(({ isSettled }) => isSettled)
  const seen = settled.map(yesFill)
  const sharesOf = (some: readonly { readonly shares: number }[]): number => sumOf(some.map(({ shares }) => shares))
  const all = sharesOf(seen)
  const part = (is: (fill: SimulatedFill) => boolean): number =>
    all === 0 ? 0 : sharesOf(settled.filter(is).map(yesFill)) / all
  return {
    fills: settled.length,
    undone: fills.length - settled.length,
    makers: settled.filter(({ isMaker }) => isMaker).length,
    bought: sharesOf(seen.filter(({ sign }) => sign > 0)),
    sold: sharesOf(seen.filter(({ sign }) => sign < 0)),
    volume: sumOf(settled.map(({ value }) => Wei.toNumber(value))),
    evidence: {
      print: part(({ evidence }) => evidence?.kind === 'trade'),
      level: part(({ evidence }) => evidence !== null && evidence.kind !== 'trade'),
      taking: part(({ evidence }) => evidence === null),
    },
    rested: spreadOf(restedSeconds(settled, quotes)),
    ahead: spreadOf(settled.flatMap(({ aheadAtJoin }) => (aheadAtJoin === undefined ? [] : aheadAtJoin / 1e6))),
  }
}

/** null: no numbers. */
export function spreadOf(numbers: readonly number[]): Spread | null {
  const sorted = numbers.toSorted((a, b) => a - b)
  const at = (part: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
  return sorted.length === 0 ? null : { median: at(0.5), ninth: at(0.9) }
}

/** For maker fills with a known quote: the last of its side that began before the fill. */
function restedSeconds(fills: readonly SimulatedFill[], quotes: readonly QuoteSpan[]): number[] {
  const spans = new Map(
    [...byMarket(quotes)].flatMap(([market, list]) =>
      (['bid', 'ask'] as const).map(side => [`${market}:${side}`, list.filter(span => span.side === side).toSorted(byStart)]),
    ),
  )
  return fills.flatMap(fill => {
    const { sign, market } = yesFill(fill)
    const span = lastBefore(spans.get(`${market}:${sign > 0 ? 'bid' : 'ask'}`) ?? [], fill.at)
    return fill.isMaker && span !== null ? [(fill.at - span.from) / 1e6] : []
  })
}

const byStart = (a: QuoteSpan, b: QuoteSpan): number => a.from - b.from

function lastBefore(spans: readonly QuoteSpan[], time: number): QuoteSpan | null {
  let [low, high] = [0, spans.length]
  while (low < high) {
    const half = (low + high) >> 1
    if ((spans[half]?.from ?? 0) < time) low = half + 1
    else high = half
  }
  return spans[low - 1] ?? null
}
