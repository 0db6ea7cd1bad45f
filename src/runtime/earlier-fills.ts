import type { Journal } from '../journal/journal.js'
import type { Fill } from '../model/fill.js'
import type { FillKey } from '../model/ids.js'
import type { Market } from '../model/market.js'
import { Timestamp } from '../model/time.js'
import type { RestoredState } from './restore-state.js'

/** What a gateway must know about fills reported before this start. */
export interface EarlierFills {
  /** The journal has every fill, with its end, of matches older than this. */
  readonly since: Timestamp | undefined
  readonly settledFills: readonly FillKey[]
  /** With this run's market indexes. */
  readonly unsettledFills: readonly Fill[]
}

/** Clocks differ, and a match is listed by its execution, not by its settlement. Microseconds. */
const LOOK_BACK = 3_600_000_000

/** Reads from the journal and the restored state which fills are final and which are not. */
export function earlierFills(
  { state, savedAt }: RestoredState,
  journal: Journal,
  { markets, now }: { readonly markets: readonly Market[]; readonly now: Timestamp },
): EarlierFills {
  if (savedAt === null) return { since: undefined, settledFills: [], unsettledFills: [] }
  const pending = [...state.pending]
  // An earlier run may have had a clock that was ahead.
  const oldest = pending.reduce((time, [, { at }]) => Math.min(time, at), Math.min(savedAt, now))
  const since = Timestamp.of(oldest - LOOK_BACK)
  const indexes = new Map(markets.map(({ id, index }) => [id, index]))
  const unsettledFills = pending.flatMap(([key, fill]): Fill[] => {
    const market = indexes.get(fill.market)
    if (market === undefined) return []
    const { order, outcome, side, shares, value, feeIn, fee } = fill
    return [{ key, order, market, outcome, side, shares, value, fee: { in: feeIn, amount: fee } }]
  })
  // Twice the margin: the gateway itself looks back from this time.
  return { since, settledFills: journal.rows.finishedFills(Timestamp.of(since - LOOK_BACK)), unsettledFills }
}
