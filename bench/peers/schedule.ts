import type { AccountResult, SimulatedFill, SimulatedOrder } from '../../backtest/result.js'
import type { MarketEvent } from '../../src/model/event.js'
import { type BookSide, inYesTerms, type Wei } from '../../src/model/money.js'
import type { Tape } from '../parts/recorded-tape.js'
import { runMaker } from './maker.js'

/** A fill of one order and the recorded row that caused it. Sizes in millionths of a share, times in microseconds. */
export interface ScheduledFill {
  readonly at: number
  readonly size: number
  readonly row: MarketEvent
}

/** An order that reached the venue in our backtest, in YES terms: a buy of NO at 0.40 is an ask at 0.60. */
export interface ScheduledOrder {
  readonly id: number
  readonly side: BookSide
  /** In 1/10,000. */
  readonly price: number
  readonly size: number
  /** When it reached the venue. */
  readonly from: number
  /** When it ended there; null: it rested to the end of the recording. */
  readonly to: number | null
  readonly ended: SimulatedOrder['ended']
  readonly fills: readonly ScheduledFill[]
}

/** Runs the maker over the tape of one market and returns every order that reached the venue. */
export const scheduleOf = (tape: Tape): readonly ScheduledOrder[] => scheduleFrom(runMaker(tape, true))

/** The orders of an account that reached the venue, each with its fills. Throws an Error if a fill belongs to no order. */
export function scheduleFrom({ sent, fills }: Pick<AccountResult, 'sent' | 'fills'>): readonly ScheduledOrder[] {
  const open = sent
    .filter(({ arrivedAt }) => arrivedAt !== null)
    .map(order => ({ order, left: millionths(order.filled), fills: [] as ScheduledFill[] }))
  for (const fill of fills) {
    const size = millionths(fill.shares)
    const owner = open.find(({ order, left }) => left >= size && isOf(fill, order))
    if (owner === undefined || fill.evidence === null) throw new Error(`no order of ours explains the fill at ${fill.at}`)
    owner.left -= size
    owner.fills.push({ at: fill.at, size, row: fill.evidence })
  }
  return open.map(({ order, fills: own }, id) => {
    const { arrivedAt, endedAt, ended, size } = order
    return { id: id + 1, ...inYesTerms(order), size, from: arrivedAt ?? 0, to: endedAt, ended, fills: own }
  })
}

/** The older of two orders at one price comes first in `sent` and is filled first. */
const isOf = (fill: SimulatedFill, order: SimulatedOrder): boolean =>
  fill.outcome === order.outcome &&
  fill.side === order.side &&
  fill.value * 10_000n === BigInt(order.price) * fill.shares &&
  (order.arrivedAt ?? Number.POSITIVE_INFINITY) <= fill.at &&
  fill.at <= (order.endedAt ?? Number.POSITIVE_INFINITY)

const millionths = (shares: Wei): number => Number(shares / 10n ** 12n)

/** An action on an order at the venue, and its time. */
export interface ScheduledAction {
  readonly at: number
  readonly order: ScheduledOrder
  readonly what: 'submit' | 'cancel'
}

/** Submits and cancels by time; at the same time removals come first, as a turn sends them. */
export function actionsOf(orders: readonly ScheduledOrder[]): readonly ScheduledAction[] {
  const actions = orders.flatMap((order): readonly (ScheduledAction & { readonly rank: number })[] => {
    const submit = { at: order.from, order, what: 'submit', rank: 1 } as const
    if (order.to === null) return [submit]
    return [submit, { at: order.to, order, what: 'cancel', rank: order.to === order.from ? 2 : 0 }]
  })
  return actions.toSorted((a, b) => a.at - b.at || a.rank - b.rank || a.order.id - b.order.id)
}

/** The input lines of the crate's program. */
export const scheduleText = (orders: readonly ScheduledOrder[]): string =>
  actionsOf(orders)
    .map(({ at, order: { id, side, price, size }, what }) => {
      const words = what === 'cancel' ? '' : ` ${side === 'bid' ? 'buy' : 'sell'} ${price / 10_000} ${size / 1_000_000}`
      return `${at}000 ${what} ${id}${words}\n`
    })
    .join('')
