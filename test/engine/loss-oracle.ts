import { type DeskState } from '../../src/engine/desk-state.js'
import { type OrderRecord } from '../../src/engine/order-record.js'
import type { MarketId } from '../../src/model/ids.js'
import type { Place } from '../../src/model/intent.js'
import { cost } from '../../src/model/money.js'
import type { Timestamp } from '../../src/model/time.js'
import { clockAt as statusClock, statusOfRecord } from './desk-bench.js'

const EVENTS_MAX = 10
const GRACE_MS = 3_000

interface Change {
  /** Orders that are left out. */
  readonly without?: (order: OrderRecord) => boolean
  /** One more order. */
  readonly and?: Place
}

/** Whether an order was removed and may still settle. */
export const isGhost = (order: OrderRecord, now: Timestamp): boolean => statusOfRecord(order, clockAt(now)) === 'ghost'

/** In wei. Below zero: a gain. */
export interface Worst {
  readonly ifYes: bigint
  readonly ifNo: bigint
}

/** The larger loss of both outcomes. */
export const larger = ({ ifYes, ifNo }: Worst): bigint => (ifYes > ifNo ? ifYes : ifNo)

/**
 * The most that a market loses under each result, by trying every outcome of every order and unsettled fill together, with nothing of the sums that
 * the engine makes. null: there are too many to try.
 */
export function bruteForceLoss(state: DeskState, market: MarketId, now: Timestamp, change: Change = {}): Worst | null {
  const held = state.positions.get(market)
  const maybe = [...state.pending.values()].filter(fill => fill.market === market)
  const orders = [...state.orders.values()].filter(
    order => order.market === market && statusOfRecord(order, clockAt(now)) !== 'done' && change.without?.(order) !== true,
  )
  const more = change.and === undefined ? [] : [{ ...change.and, left: change.and.size }]
  const events = [
    ...maybe,
    ...[...orders, ...more].map(({ outcome, side, price, left }) => ({
      outcome,
      side,
      shares: BigInt(left) * 10n ** 12n,
      value: cost(price, left),
    })),
  ]
  if (events.length > EVENTS_MAX) return null
  const spent = held === undefined ? 0n : held.yes.boughtFor - held.yes.soldFor + held.no.boughtFor - held.no.soldFor
  const worst: { ifYes?: bigint; ifNo?: bigint } = {}
  for (let choice = 0; choice < 2 ** events.length; choice++) {
    const end = { yes: held?.yes.shares ?? 0n, no: held?.no.shares ?? 0n, spent }
    events.forEach(({ outcome, side, shares, value }, i) => {
      if ((choice & (1 << i)) === 0) return
      end[outcome] += side === 'buy' ? shares : -shares
      end.spent += side === 'buy' ? value : -value
    })
    worst.ifYes = most(worst.ifYes, end.spent - end.yes)
    worst.ifNo = most(worst.ifNo, end.spent - end.no)
  }
  return { ifYes: worst.ifYes ?? spent, ifNo: worst.ifNo ?? spent }
}

const most = (known: bigint | undefined, next: bigint): bigint => (known === undefined || next > known ? next : known)

const clockAt = (now: Timestamp) => statusClock(now, { grace: GRACE_MS * 1_000 })
