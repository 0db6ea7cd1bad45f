import type { ComparedFill, ComparedResult } from './compared-result.js'

/** Fills that two results have in common. */
export interface SharedFills {
  /** Names of the results. */
  readonly pair: readonly [string, string]
  /** Shares of fills that both have: same market, side and price, at most a second apart. */
  readonly shares: number
  /** As a fraction of the shares of each, 0 to 1; null: it has none. */
  readonly parts: readonly [number | null, number | null]
}

/** Fills within this time may belong to the same event: a run receives a fill later than a backtest books it. Microseconds. */
const NEAR = 1_000_000

/** Every pair of results with known fills, in order. */
export function sharedFills(results: readonly ComparedResult[]): readonly SharedFills[] {
  return results.flatMap((one, at) =>
    results.slice(at + 1).flatMap(other => {
      if (one.fillList === null || other.fillList === null) return []
      const shares = sharedBy(one.fillList, other.fillList)
      return [{ pair: [one.name, other.name], shares, parts: [partOf(shares, one.fillList), partOf(shares, other.fillList)] }]
    }),
  )
}

function partOf(shares: number, fills: readonly ComparedFill[]): number | null {
  const all = fills.reduce((sum, fill) => sum + fill.shares, 0)
  return all === 0 ? null : shares / all
}

interface Left {
  readonly at: number
  shares: number
}

/** Each share of one list is matched with the earliest share of the other that is close enough and not matched yet. */
function sharedBy(ones: readonly ComparedFill[], others: readonly ComparedFill[]): number {
  const left = new Map<string, { fills: Left[]; first: number }>()
  for (const fill of others) {
    const key = keyOf(fill)
    const list = left.get(key) ?? { fills: [], first: 0 }
    list.fills.push({ at: fill.at, shares: fill.shares })
    left.set(key, list)
  }
  let shared = 0
  for (const fill of ones) {
    const list = left.get(keyOf(fill))
    if (list !== undefined) shared += take(list, fill)
  }
  return shared
}

function take(list: { readonly fills: readonly Left[]; first: number }, { at, shares }: ComparedFill): number {
  let wanted = shares
  while ((list.fills[list.first]?.at ?? Number.POSITIVE_INFINITY) < at - NEAR) list.first++
  for (let row = list.first; row < list.fills.length && wanted > 0; row++) {
    const fill = list.fills[row]!
    if (fill.at > at + NEAR) break
    const taken = Math.min(wanted, fill.shares)
    fill.shares -= taken
    wanted -= taken
  }
  return shares - wanted
}

/** Prices in 1/10,000, as in books. */
const keyOf = ({ market, sign, price }: ComparedFill): string => `${market} ${sign} ${Math.round(price * 10_000)}`
