import { FillKey, OrderHash, OrderId } from '../model/ids.js'
import type { Refusal } from '../model/intent.js'
import type { Outcome, Side } from '../model/money.js'
import { fromJson } from '../model/plain.js'
import type { Timestamp } from '../model/time.js'
import type { Database } from '../sqlite/database.js'

/** An order as sent. Price in 1/10,000, size in millionths of a share. */
export interface OrderRow {
  readonly id: string
  readonly hash: string
  readonly at: Timestamp
  readonly market: string
  readonly outcome: Outcome
  readonly side: Side
  readonly price: number
  readonly size: number
  readonly style: string
  readonly expiresAt: Timestamp
}

/** The newest state of a fill; amounts are wei. */
export interface FillRow {
  readonly key: string
  readonly state: 'matched' | 'settled' | 'failed'
  readonly at: Timestamp
  readonly order: string | null
  readonly market: string
  readonly outcome: Outcome
  readonly side: Side
  readonly shares: string
  readonly value: string
  readonly feeIn: 'shares' | 'cash'
  readonly fee: string
}

/** An order that risk refused. `entry`: the number of its entry; `market`: its index in the run. */
export interface RefusalRow {
  readonly entry: number
  readonly at: Timestamp
  readonly refusal: Refusal
}

/** The columns of an `OrderRow`. */
export const ORDER_COLUMNS = 'id, hash, at, market, outcome, side, price, size, style, expires_at AS expiresAt'

/** Reads a journal's tables, for people and reports. */
export interface RowReader {
  /** Newest first. */
  orders(limit: number): readonly OrderRow[]
  /** Newest first, one row a fill. */
  fills(limit: number): readonly FillRow[]
  /** Newest first. */
  refusals(limit: number): readonly RefusalRow[]
  /** Keys of the fills that settled or failed and were reported after `since`. */
  finishedFills(since: Timestamp): readonly FillKey[]
  /** Ids and hashes of the orders sent after `since`. */
  known(since: Timestamp): ReadonlyMap<OrderId, OrderHash>
  /** An order's hash at the venue; null: not an order of this journal. */
  hashOf(order: OrderId): OrderHash | null
}

/** Most orders that a start reads back, newest first: at ten a second, more than a day of them. */
const KNOWN_MAX = 1_000_000

const rank = (row: string): string => `instr('matched settled failed', ${row}.state)`

/** Creates the reader for what people and a restart need. */
export function createRowReader(db: Database): RowReader {
  const orders = db.prepare<[number], OrderRow>(`SELECT ${ORDER_COLUMNS} FROM orders ORDER BY seq DESC LIMIT ?`)
  // Of the recorded states of a fill, the last one that can be true: a failure is final, a settlement corrects a match.
  const fills = db.prepare<[number], FillRow>(
    `SELECT key, state, at, order_id AS "order", market, outcome, side, shares, value, fee_in AS feeIn, fee FROM fills AS newest
     WHERE NOT EXISTS (SELECT 1 FROM fills AS later WHERE later.key = newest.key AND ${rank('later')} > ${rank('newest')})
     ORDER BY seq DESC LIMIT ?`,
  )
  const refusals = db.prepare<[number], { entry: number; at: Timestamp; json: string }>(
    `SELECT seq AS entry, at, json FROM entries WHERE kind = 'refusal' ORDER BY seq DESC LIMIT ?`,
  )
  const finished = db.prepare<[number], { key: string }>(`SELECT DISTINCT key FROM fills WHERE state <> 'matched' AND at >= ?`)
  const named = db.prepare<[string], { hash: string }>('SELECT hash FROM orders WHERE id = ?')
  const newest = db.prepare<[], { id: string; hash: string; at: number }>('SELECT id, hash, at FROM orders ORDER BY seq DESC')
  return {
    orders: limit => orders.all(limit),
    fills: limit => fills.all(limit),
    refusals: limit =>
      refusals
        .all(limit)
        .map(({ entry, at, json }) => ({ entry, at, refusal: (fromJson(json) as { refusal: Refusal }).refusal })),
    finishedFills: since => finished.all(since).map(({ key }) => FillKey.parse(key)),
    known: since => {
      const known = new Map<OrderId, OrderHash>()
      // Rows are ordered by time, so the loop ends at the first one that is too old.
      for (const { id, hash, at } of newest.iterate()) {
        if (at < since || known.size === KNOWN_MAX) break
        known.set(OrderId.parse(id), OrderHash.of(hash))
      }
      return known
    },
    hashOf: order => {
      const row = named.get(order)
      return row === undefined ? null : OrderHash.of(row.hash)
    },
  }
}
