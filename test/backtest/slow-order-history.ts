import type { RefusalCounts, SimulatedOrder } from '../../backtest/result.js'
import type { CoreAnswer } from '../../src/exchange/core/command.js'
import type { CoreEvent } from '../../src/exchange/core/core-event.js'
import { OrderId } from '../../src/model/ids.js'
import type { Place, Refusal } from '../../src/model/intent.js'
import { Wei } from '../../src/model/money.js'
import type { Timestamp } from '../../src/model/time.js'

type OpenOrder = { -readonly [K in keyof SimulatedOrder]: SimulatedOrder[K] }

/** Ends that the venue's rules brought; the others are ours, a fill, the order's time or its market's end. */
const VENUE_RULES: ReadonlySet<string> = new Set([
  'post-only',
  'self-trade',
  'no-match',
  'nonce',
  'balance',
  'settlement-failed',
])

/** The slow twin of `OrderHistory`: an object an order, found by its number. */
export class SlowOrderHistory {
  readonly #keepsOrders: boolean
  readonly #orders: OpenOrder[] = []
  readonly #byNumber = new Map<number, OpenOrder>()
  readonly #markets = new Map<number, number>()
  readonly #refused: { readonly market: number; readonly of: 'limits' | 'venue'; readonly rule: string }[] = []

  /** Without `keepsOrders` only refusals are counted: a search has no use for the rest, and its memory stays small. */
  constructor(keepsOrders: boolean) {
    this.#keepsOrders = keepsOrders
  }

  /** Every order that left, in that order. */
  get orders(): readonly SimulatedOrder[] {
    return this.#orders
  }

  /** How often each rule refused, most often first; of one market alone where it is named. */
  refusals(market: number | null = null): RefusalCounts {
    const counts = { limits: new Map<string, number>(), venue: new Map<string, number>() }
    for (const each of this.#refused) if (market === null || each.market === market) count(counts[each.of], each.rule)
    return { limits: sorted(counts.limits), venue: sorted(counts.venue) }
  }

  refused(refusals: readonly Refusal[]): void {
    for (const { intent, rule } of refusals)
      this.#refused.push({ market: intent.kind === 'place' ? intent.market : -1, of: 'limits', rule })
  }

  sent(id: OrderId, place: Place, sentAt: Timestamp): void {
    this.#markets.set(OrderId.counter(id), place.market)
    if (!this.#keepsOrders) return
    const { market, outcome, side, price, size, style } = place
    // One literal of all fields: made of parts, each order had a hidden class of its own, and each later write to it went through the runtime.
    const sent: OpenOrder = {
      id,
      market,
      outcome,
      side,
      style,
      price,
      size,
      sentAt,
      arrivedAt: null,
      endedAt: null,
      ended: 'sent',
      why: null,
      filled: Wei.ZERO,
    }
    this.#orders.push(sent)
    this.#byNumber.set(OrderId.counter(id), sent)
  }

  /** The venue's answer to a create that reached it at `at`. */
  answered(number: number, answer: CoreAnswer, at: Timestamp): void {
    const order = this.#byNumber.get(number)
    if (answer.kind === 'refused') this.#ofVenue(number, answer.reason)
    if (order === undefined) return
    order.arrivedAt = at
    if (answer.kind === 'refused') this.#end(order, { at, ended: 'refused', why: answer.reason })
    else if (order.ended === 'sent') order.ended = 'open'
  }

  over(number: number, { at, status, why }: CoreEvent & { readonly kind: 'ended' }): void {
    if (VENUE_RULES.has(why)) this.#ofVenue(number, why)
    const order = this.#byNumber.get(number)
    if (order === undefined) return
    const ended = status === 'FILLED' ? 'filled' : status === 'EXPIRED' ? 'expired' : why === 'removed' ? 'removed' : 'ended'
    this.#end(order, { at, ended, why })
  }

  /** Shares that a match gave to the order; negative where its settlement failed. */
  filled(number: number, shares: bigint): void {
    const order = this.#byNumber.get(number)
    if (order !== undefined) order.filled = Wei.of(order.filled + shares)
  }

  #ofVenue(number: number, rule: string): void {
    this.#refused.push({ market: this.#markets.get(number) ?? -1, of: 'venue', rule })
  }

  #end(order: OpenOrder, { at, ended, why }: { readonly at: Timestamp } & Pick<SimulatedOrder, 'ended' | 'why'>): void {
    order.endedAt = at
    order.ended = ended
    order.why = why
  }
}

const count = (counts: Map<string, number>, rule: string): void => void counts.set(rule, (counts.get(rule) ?? 0) + 1)

const sorted = (counts: ReadonlyMap<string, number>): Readonly<Record<string, number>> =>
  Object.fromEntries([...counts].toSorted(([a, many], [b, few]) => few - many || (a < b ? -1 : 1)))
