import type { MarketIndex } from '../model/ids.js'
import type { ShareChange } from './settling-cash.js'

/** What a conversion within a group did to one of its markets, in wei. */
export interface Converted {
  readonly market: MarketIndex
  /** NO that was given. */
  readonly given: bigint
  /** YES that came. */
  readonly gained: bigint
  /** Cash that came for the NO, or below 0 was paid for the YES: for each of the group as much. */
  readonly cash: bigint
}

/**
 * The conversions that the changes of a group's markets show; empty if they show none. A conversion takes as much NO from some markets as it gives YES to
 * each of the others, so that all of them then have more YES than NO by the same number. It gives cash for each NO but the first. `changes`: without
 * pairs, of those markets of a group whose shares can be compared.
 */
export function conversionsIn(changes: ReadonlyMap<MarketIndex, ShareChange>): readonly Converted[] {
  const all = [...changes.values()]
  if (all.length < 2 || all.some(({ yes, no }) => yes < 0n || no > 0n)) return []
  const given = all.reduce((sum, { no }) => sum - no, 0n)
  const cash = cashOf(all, given)
  if (cash === null) return []
  // Cash that was paid, because pairs were made before, is the cost of the YES.
  const weightOf = ({ yes, no }: ShareChange): bigint => (cash > 0n ? -no : yes)
  let weight = all.reduce((sum, change) => sum + weightOf(change), 0n)
  let left = cash
  return [...changes].map(([market, change]) => {
    const own = weightOf(change)
    const part = weight === 0n ? 0n : (left * own) / weight
    weight -= own
    left -= part
    return { market, given: -change.no, gained: change.yes, cash: part }
  })
}

/** Cash that comes with these changes; null: they are not of conversions. */
function cashOf(all: readonly ShareChange[], given: bigint): bigint | null {
  const [first] = all
  if (first === undefined) return null
  const converted = first.yes - first.no
  if (converted > 0n && all.every(({ yes, no }) => yes - no === converted)) return given - converted
  return cashWithFee(all, given)
}

/** Of one conversion from which a fee was kept: every market gave as much NO, or got as much YES. */
function cashWithFee(all: readonly ShareChange[], given: bigint): bigint | null {
  const [from, to] = [all.filter(({ no }) => no < 0n), all.filter(({ yes }) => yes > 0n)]
  const [shares, kept] = [-(from[0]?.no ?? 0n), to[0]?.yes ?? 0n]
  const isOne = from.every(({ no }) => -no === shares) && to.every(({ yes }) => yes === kept)
  if (!isOne || kept === 0n || kept > shares || from.length + to.length !== all.length) return null
  return (given / shares - 1n) * kept
}
