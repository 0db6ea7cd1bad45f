import type { ComparedFill, ComparedResult } from './compared-result.js'

/** What two results were both filled with. */
export interface SharedFills {
  /** Names of the results. */
  readonly pair: readonly [string, string]
  /** Shares of fills that both have: of one market, on one side, at one price, at most a second apart. */
  readonly shares: number
  /** Of the shares of each, 0 to 1; null: it has none. */
  readonly parts: readonly [number | null, number | null]
}

/** Fills this near to each other may be of one event: a run hears of a fill later than a backtest books it. Microseconds. */
const NEAR = 1_000_000

/** Each pair of results whose fills are known, in their order. */
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

/** Each share of one list is set against the earliest share of the other that is near enough and not taken yet. */
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

/** Prices to a ten-thousandth, as books have them. */
const keyOf = ({ market, sign, price }: ComparedFill): string => `${market} ${sign} ${Math.round(price * 10_000)}`
