import type { MarketCopy } from '../schemas-market.js'
import type { Condition } from './alert.js'
import type { RunLook } from './run-look.js'

/** Since when a market stands empty, and what it had counted then. */
interface Empty {
  readonly sinceMs: number
  readonly dark: MarketCopy['dark']
}

/** Two looks whose sums differ by less have seen the same. */
const NOTHING_SECONDS = 0.001

/**
 * Makes the rule that finds markets in which quotes are wanted and, for `minutes`, no look found one of ours resting. What was wanted is counted by the
 * engine; what a strategy pulls by its own will is wanted nowhere. An order on its way to the venue is none that rests: one that is refused again and again
 * is on its way for much of the time.
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
        still.set(id, empty.get(id) ?? { sinceMs: atMs, dark: before })
    }
    last = new Map(markets.map(({ id, dark }) => [id, dark]))
    empty = still
    return markets.flatMap(market => {
      const since = empty.get(market.id)
      return since !== undefined && atMs - since.sinceMs >= minutes * 60_000 ? [conditionOf(market, since, atMs)] : []
    })
  }
}

/** Whether a quote was wanted on any side between two looks. */
function isWanted(before: MarketCopy['dark'], now: MarketCopy['dark']): boolean {
  const wanted = now.wantedSeconds - before.wantedSeconds
  const pulled = (now.reasons['pulled'] ?? 0) - (before.reasons['pulled'] ?? 0)
  return wanted - pulled > NOTHING_SECONDS
}

function conditionOf({ id, strategy, dark }: MarketCopy, since: Empty, atMs: number): Condition {
  // A side that the strategy pulls is none that it wants.
  const reasons = Object.entries(dark.reasons)
    .filter(([why]) => why !== 'pulled')
    .map(([why, seconds]) => [why, seconds - (since.dark.reasons[why] ?? 0)] as const)
  const [most] = reasons.toSorted(([, a], [, b]) => b - a)
  const minutes = Math.floor((atMs - since.sinceMs) / 60_000)
  const text = `${strategy ?? 'a strategy'} wants quotes in market ${id}, and none of ours stood there for ${minutes} minutes; dark for: ${most?.[0] ?? 'no reason told'}`
  return { id: `no-quote:${id}`, kind: 'no-quote', severity: 'warning', text, market: id }
}
