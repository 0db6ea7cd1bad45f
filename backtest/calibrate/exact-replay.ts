import type { AccountId, CoreAnswer, CoreCommand, OrderSpec } from '../../src/exchange/core/command.js'
import { type Core, createCore } from '../../src/exchange/core/core.js'
import type { CoreEvent, CoreOrder, Match } from '../../src/exchange/core/core-event.js'
import type { CoreOptions } from '../../src/exchange/core/core-options.js'
import { pessimistic } from '../../src/exchange/core/fill-models.js'
import type { CoreState } from '../../src/exchange/core/save-world.js'
import type { FillModel } from '../../src/model/fill-model.js'
import { Size, Wei } from '../../src/model/money.js'
import type { Timestamp } from '../../src/model/time.js'
import { ourLegs, yesTermsOf } from './core-orders.js'
import { OrderCore } from './order-core.js'
import { QueueBook } from './queue-book.js'
import type { TimedFill } from './run-order.js'

/** The complete history of an exchange from a state on. */
export interface ExchangeHistory {
  readonly options: CoreOptions
  /** undefined: from the very beginning. */
  readonly state: CoreState | undefined
  commands(): Iterable<CoreCommand>
}

/** An order at the exchange, and its fills in the replay with sizes instead of orders. */
export interface ExactOrder {
  readonly arrivedAt: Timestamp
  readonly removedAt: Timestamp | null
  readonly endedAt: Timestamp | null
  readonly fills: readonly TimedFill[]
  /** As in `RunOrder`. */
  readonly afterFailure: readonly TimedFill[]
  readonly replayed: readonly TimedFill[]
}

/**
 * Replays an exchange's own history twice in parallel: exactly, order by order, and as a recording of it, in which everyone except one wallet is only
 * a size on a level. A recording does not say whose size left a level; the history does, and passes it to the fill model of the second replay. So
 * both must give the same fills, unless the recorded crowd is simulated wrongly. Returns the wallet's orders by the exchange's number.
 */
export function replayExactly(history: ExchangeHistory, wallet: AccountId): ReadonlyMap<number, ExactOrder> {
  const twice = new ExactReplay(history, wallet)
  for (const command of history.commands()) twice.take(command)
  return twice.orders()
}

interface Draft {
  readonly order: CoreOrder
  readonly hash: string
  removedAt: Timestamp | null
  endedAt: Timestamp | null
  readonly fills: TimedFill[]
  readonly afterFailure: TimedFill[]
}

class ExactReplay {
  readonly #wallet: AccountId
  readonly #exchange: Core
  readonly #queues: QueueBook
  readonly #replayed: OrderCore
  readonly #orders = new Map<number, Draft>()
  /** Markets whose crowd was itself a recording: its rows are passed on. */
  readonly #recorded = new Set<number>()
  /** Sizes ahead of each of the wallet's orders at the level of the current row, last order first. */
  #ahead: number[] = []

  constructor({ options, state }: ExchangeHistory, wallet: AccountId) {
    this.#wallet = wallet
    this.#exchange = createCore(options, state)
    this.#queues = new QueueBook(wallet)
    const { takerDelayUs = 0 } = options
    const crowdShowsTaken = (market: number): boolean => !this.#recorded.has(market)
    this.#replayed = new OrderCore(this.#toldModel(options.fillModel?.(wallet) ?? pessimistic), {
      takerDelayUs,
      crowdShowsTaken,
    })
    if (state !== undefined) this.#begin()
  }

  take(command: CoreCommand): void {
    for (let due = this.#exchange.nextDue(); due !== null && due <= command.at; due = this.#exchange.nextDue()) {
      this.#exchange.advance(due)
      this.#look()
    }
    const answer = this.#exchange.apply(command)
    if (answer.kind !== 'refused') this.#handOn(command, answer)
    this.#look()
  }

  orders(): ReadonlyMap<number, ExactOrder> {
    return new Map(
      [...this.#orders].map(([id, { order, hash, removedAt, endedAt, fills, afterFailure }]) => [
        id,
        { arrivedAt: order.acceptedAt, removedAt, endedAt, fills, afterFailure, replayed: this.#replayed.fillsOf(hash) },
      ]),
    )
  }

  /** The history says whose size left a level. Where a recording was played back, the exchange did not know it either and used its own model. */
  #toldModel(own: FillModel): FillModel {
    return {
      ...own,
      name: 'exact',
      leftAhead: (gone, ahead, behind) => {
        const told = this.#ahead.pop()
        return told === undefined ? own.leftAhead(gone, ahead, behind) : Size.less(ahead, Size.of(told))
      },
    }
  }

  /** Adds the resting orders of the start to the second replay. */
  #begin(): void {
    const now = this.#exchange.now
    for (const { spec, tick, trading } of this.#exchange.markets()) {
      this.#replayed.open(now, { ...spec, tick })
      this.#replayed.apply({ at: now, kind: 'trading', market: spec.id, status: trading })
    }
    const orders = [...this.#exchange.accounts()].flatMap(({ id }) => this.#exchange.openOrdersOf(id))
    for (const order of orders.toSorted((a, b) => a.id - b.id)) {
      // Sizes that rested before it are added first, so that it stands behind them.
      if (order.spec.account === this.#wallet) this.#bookChanged(order.spec.market, now)
      this.#queues.add(order)
      if (order.spec.account !== this.#wallet) continue
      this.#meet(order)
      this.#replayed.place(now, restOf(order))
    }
    for (const { spec } of this.#exchange.markets()) this.#bookChanged(spec.id, now)
  }

  /** Commands of the wallet and the operator are applied in both. */
  #handOn(command: CoreCommand, answer: CoreAnswer): void {
    switch (command.kind) {
      case 'place':
        if (command.order.account === this.#wallet) this.#replayed.place(command.at, command.order)
        return
      case 'remove':
        if (command.account !== this.#wallet || answer.kind !== 'removal') return
        for (const hash of answer.removed) this.#removed(hash, command.at)
        return this.#replayed.remove(command.at, answer.removed)
      case 'market':
        return this.#replayed.open(command.at, command.market)
      case 'trading':
      case 'status':
      case 'tick':
      case 'end':
      case 'propose':
      case 'dispute':
      case 'resolve':
        return void this.#replayed.apply(command)
      case 'crowd-level':
      case 'crowd-print':
      case 'crowd-clear':
        this.#recorded.add(command.market)
        return void this.#replayed.apply(command)
      case 'fund':
      case 'retire':
      case 'approve':
      case 'discount':
      case 'rewards':
      case 'settling':
      case 'split':
      case 'merge':
      case 'redeem':
      case 'convert':
      case 'nonce':
        return
      default:
        command satisfies never
    }
  }

  #look(): void {
    for (const event of this.#exchange.drain()) {
      this.#queues.see(event)
      this.#note(event)
      if (event.kind === 'matched') this.#matched(event.match)
      else if (event.kind === 'book') this.#bookChanged(event.market, this.#exchange.now)
    }
    this.#replayed.core.advance(this.#exchange.now)
    this.#replayed.look()
  }

  #note(event: CoreEvent): void {
    if (event.kind === 'accepted' && event.order.spec.account === this.#wallet) this.#meet(event.order)
    if (event.kind === 'ended') {
      const known = this.#orders.get(event.order.id)
      if (known !== undefined) known.endedAt = event.at
    }
    if (event.kind !== 'matched' && event.kind !== 'failed') return
    for (const { order, shares } of ourLegs(event.match)) {
      const known = this.#orders.get(order.id)
      const fill = { at: event.at, size: Size.floorWei(shares) }
      if (known !== undefined) this.#filled(known, event.kind, fill)
    }
  }

  /**
   * The second replay settles at once and always. So an order whose settlement failed is removed from it: it is void, or enters again as a new order.
   */
  #filled({ hash, fills, afterFailure }: Draft, kind: 'matched' | 'failed', { at, size }: TimedFill): void {
    if (kind === 'matched') return void (afterFailure.length === 0 ? fills : afterFailure).push({ at, size })
    afterFailure.push({ at, size: -size })
    this.#replayed.remove(at, [hash])
  }

  #meet(order: CoreOrder): void {
    this.#orders.set(order.id, { order, hash: order.spec.hash, removedAt: null, endedAt: null, fills: [], afterFailure: [] })
  }

  #removed(hash: string, at: Timestamp): void {
    const known = this.#orders.get(this.#exchange.order(hash)?.id ?? 0)
    if (known !== undefined) known.removedAt = at
  }

  /** Volume that others took becomes one print for each level, best first. */
  #matched({ at, market, taker, makers }: Match): void {
    if (taker === null || taker.order.spec.account === this.#wallet || this.#recorded.has(market)) return
    const prints = new Map<string, { readonly terms: ReturnType<typeof yesTermsOf>; size: number }>()
    for (const { order, shares } of makers) {
      const terms = yesTermsOf(order)
      const name = `${terms.side} ${terms.price}`
      const print = prints.get(name) ?? { terms, size: 0 }
      print.size += Size.floorWei(shares)
      prints.set(name, print)
    }
    for (const { terms, size } of prints.values())
      this.#replayed.apply({ at, kind: 'crowd-print', market, ...terms, size: Size.of(size) })
  }

  #bookChanged(market: number, at: Timestamp): void {
    if (this.#recorded.has(market)) return
    for (const { side, price, size, ahead } of this.#queues.changes(market)) {
      this.#ahead = ahead.toReversed()
      this.#replayed.apply({ at, kind: 'crowd-level', market, side, price, size, cause: 'unexplained' })
      this.#ahead = []
    }
  }
}

/** The rest of an order that has been open for a while. */
const restOf = ({ spec, matched }: CoreOrder): OrderSpec => ({ ...spec, shares: Wei.sub(spec.shares, matched) })
