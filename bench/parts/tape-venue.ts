import type { MarketEvent } from '../../src/model/event.js'
import type { Fill } from '../../src/model/fill.js'
import { FillKey, MarketIndex, OrderHash, type OrderId } from '../../src/model/ids.js'
import type { Command, Submit } from '../../src/model/intent.js'
import { cost, inYesTerms, Size, Wei } from '../../src/model/money.js'
import type { Report, Snapshot } from '../../src/model/report.js'
import { Timestamp } from '../../src/model/time.js'

/** Each kind of report is written as a literal: objects made by spread have various hidden classes, which are slow to read. */
type Told = Report & { receivedAt: Timestamp }

interface Resting {
  readonly submit: Submit
  left: Size
}

/** Round trip, in microseconds. */
const LATENCY = 100_000
const SETTLES_AFTER = 1_500_000

/**
 * A minimal venue that gives a benchmark recorded answers: it accepts every order after a delay, fills it in full or in part as prints reach its
 * price, and settles. It has no queue, so its fills are far too many to mean anything.
 */
export class TapeVenue {
  fills = 0
  readonly #due: Told[] = []
  readonly #resting = new Map<OrderId, Resting>()

  /** The wallet's initial state. */
  open(now: Timestamp, cash: Wei): readonly Report[] {
    const snapshot: Snapshot = { orders: [], cash, fills: [], shares: new Map() }
    const stamp = { at: now, receivedAt: now }
    return [
      { ...stamp, kind: 'link', state: 'live' },
      { ...stamp, kind: 'snapshot', snapshot },
    ]
  }

  /** Its reports by `now`, after it processed the prints of a batch. */
  reports(now: Timestamp, prints: readonly (MarketEvent & { readonly kind: 'trade' })[]): readonly Report[] {
    for (const print of prints) this.#print(print, now)
    const ready: Report[] = []
    for (let next = this.#due[0]; next !== undefined && next.at <= now; next = this.#due[0]) {
      this.#due.shift()
      next.receivedAt = now
      ready.push(next)
    }
    return ready
  }

  take(commands: readonly Command[], now: Timestamp): void {
    const soon = Timestamp.add(now, LATENCY)
    for (const command of commands)
      if (command.kind === 'submit') {
        const { id } = command
        this.#resting.set(id, { submit: command, left: command.order.size })
        this.#later({ at: soon, receivedAt: soon, kind: 'accepted', order: id, venueId: id, lockedUntil: null })
      } else {
        const resting = [...this.#resting.values()].find(({ submit }) => submit.id === command.order)
        if (resting === undefined) continue
        this.#resting.delete(resting.submit.id)
        this.#later({ at: soon, receivedAt: soon, kind: 'removal', order: resting.submit.id, answer: 'removed' })
      }
  }

  #print(print: MarketEvent & { readonly kind: 'trade' }, now: Timestamp): void {
    for (const [id, resting] of this.#resting) {
      const { order } = resting.submit
      const { side, price } = inYesTerms(order)
      const isReached = side === 'bid' ? print.price <= price : print.price >= price
      if (order.market !== print.market || side !== print.side || !isReached) continue
      const size = Size.min(resting.left, print.size)
      resting.left = Size.less(resting.left, size)
      if (resting.left === 0) this.#resting.delete(id)
      this.#fill(resting.submit, size, now)
    }
  }

  #fill({ id, order }: Submit, size: Size, now: Timestamp): void {
    const fill: Fill = {
      key: FillKey.of(String(++this.fills), OrderHash.of(`0x${id}`), 0),
      order: id,
      market: MarketIndex.of(order.market),
      outcome: order.outcome,
      side: order.side,
      shares: Wei.ofSize(size),
      value: cost(order.price, size),
      fee: { in: 'shares', amount: Wei.ZERO },
    }
    const [soon, later] = [Timestamp.add(now, LATENCY), Timestamp.add(now, SETTLES_AFTER)]
    this.#later({ at: soon, receivedAt: soon, kind: 'matched', fill })
    this.#later({ at: later, receivedAt: later, kind: 'settled', fill })
  }

  #later(told: Told): void {
    let place = this.#due.length
    while (place > 0 && this.#due[place - 1]!.at > told.at) place--
    this.#due.splice(place, 0, told)
  }
}
