import type { AccountId } from '../../src/exchange/core/command.js'
import type { CoreEvent, CoreOrder } from '../../src/exchange/core/core-event.js'
import { type BookSide, Price, Size } from '../../src/model/money.js'
import { yesTermsOf } from './core-orders.js'

/** A level without the orders of one wallet, and how much of it is ahead of each of the wallet's orders there, oldest first. */
interface QueueRow {
  readonly side: BookSide
  readonly price: Price
  readonly size: Size
  readonly ahead: readonly number[]
}

interface Queue {
  size: number
  readonly ahead: number[]
}

/** An exchange's resting orders one by one, as only the exchange sees them. */
export class QueueBook {
  readonly #wallet: AccountId
  readonly #open = new Map<number, Map<number, CoreOrder>>()
  /** What the rest of the market displayed at the last call, by market and place. */
  readonly #shown = new Map<number, ReadonlyMap<number, Queue>>()

  constructor(wallet: AccountId) {
    this.#wallet = wallet
  }

  add(order: CoreOrder): void {
    const open = this.#open.get(order.spec.market) ?? new Map<number, CoreOrder>()
    this.#open.set(order.spec.market, open.set(order.id, order))
  }

  see(event: CoreEvent): void {
    if (event.kind === 'accepted') this.add(event.order)
    else if (event.kind === 'ended') this.#open.get(event.order.spec.market)?.delete(event.order.id)
  }

  /** The levels that changed since the last call, those that shrank first, so that no row crosses another on the way. */
  changes(market: number): readonly QueueRow[] {
    const last = this.#shown.get(market) ?? new Map<number, Queue>()
    const now = this.#queuesOf(market)
    this.#shown.set(market, now)
    const shrunk: QueueRow[] = []
    const grown: QueueRow[] = []
    for (const place of new Set([...last.keys(), ...now.keys()])) {
      const before = last.get(place)?.size ?? 0
      const { size, ahead } = now.get(place) ?? { size: 0, ahead: [] }
      if (size === before) continue
      const row = { side: place > 0 ? 'bid' : 'ask', price: Price.of(Math.abs(place)), size: Size.of(size), ahead } as const
      if (size < before) shrunk.push(row)
      else grown.push(row)
    }
    return [...shrunk, ...grown]
  }

  #queuesOf(market: number): ReadonlyMap<number, Queue> {
    const queues = new Map<number, Queue>()
    for (const order of this.#open.get(market)?.values() ?? []) {
      if (!order.isResting) continue
      const { side, price } = yesTermsOf(order)
      const place = side === 'bid' ? price : -price
      const queue = queues.get(place) ?? { size: 0, ahead: [] }
      queues.set(place, queue)
      if (order.spec.account === this.#wallet) queue.ahead.push(queue.size)
      else queue.size += Number((order.spec.shares - order.matched) / 10n ** 12n)
    }
    return queues
  }
}
