import type { MarketCopy } from '../schemas-market.js'
import type { Condition } from './alert.js'
import type { RunLook } from './run-look.js'

/** When a market became empty, and the value of its counters then. */
interface Empty {
  readonly sinceMs: number
  readonly dark: MarketCopy['dark']
}

/** Two sums that differ by less than this are equal. */
const NOTHING_SECONDS = 0.001

/**
 * Creates the rule that finds markets in which quotes are wanted but no look found an order of ours for `minutes`. The engine counts when quotes were
 * wanted; quotes that a strategy pulls are not wanted. An order on its way to the venue does not count as resting, because one that is refused again
 * and again is often on its way.
 */
export function createNoQuoteRule(minutes: number): (look: RunLook) => readonly Condition[] {
  let last = new Map<string, MarketCopy['dark']>()
  let empty = new Map<string, Empty>()
  return ({ copy: { markets, halt }, atMs }) => {
    const still = new Map<string, Empty>()
    for (const { id, dark, ours } of markets) {
      const before = last.get(id)
      const isQuoted = ours.bid.length + ours.ask.length > 0
      if (halt === null && !isQuoted && before !== undefined && isWanted(before, dark))
        still.set(id, emptySince(empty.get(id) ?? { sinceMs: atMs, dark: before }, atMs))
    }
    last = new Map(markets.map(({ id, dark }) => [id, dark]))
    empty = still
    return markets.flatMap(market => {
      const since = empty.get(market.id)
      return since !== undefined && atMs - since.sinceMs >= minutes * 60_000 ? [conditionOf(market, since, atMs)] : []
    })
  }
}

/** If the wall clock was set back, the time begins again: otherwise nothing would be reported for that long. */
const emptySince = (empty: Empty, atMs: number): Empty => (empty.sinceMs <= atMs ? empty : { ...empty, sinceMs: atMs })

/** Whether a quote was wanted on any side between two looks. */
function isWanted(before: MarketCopy['dark'], now: MarketCopy['dark']): boolean {
  const wanted = now.wantedSeconds - before.wantedSeconds
  const pulled = (now.reasons['pulled'] ?? 0) - (before.reasons['pulled'] ?? 0)
  return wanted - pulled > NOTHING_SECONDS
}

function conditionOf({ id, strategy, dark }: MarketCopy, since: Empty, atMs: number): Condition {
  // A side that the strategy pulls is not wanted.
  const reasons = Object.entries(dark.reasons)
    .filter(([why]) => why !== 'pulled')
    .map(([why, seconds]) => [why, seconds - (since.dark.reasons[why] ?? 0)] as const)
  const [most] = reasons.toSorted(([, a], [, b]) => b - a)
  const minutes = Math.floor((atMs - since.sinceMs) / 60_000)
  const text = `${strategy ?? 'a strategy'} wants quotes in market ${id}, and none of ours stood there for ${minutes} minutes; dark for: ${most?.[0] ?? 'no reason told'}`
  return { id: `no-quote:${id}`, kind: 'no-quote', severity: 'warning', text, market: id }
}
