import type { MarketId, OrderId } from '../../model/ids.js'
import type { Place, Submit } from '../../model/intent.js'
import type { Market } from '../../model/market.js'
import { type BookSide, inYesTerms, type Price, Size } from '../../model/money.js'
import type { OpenOrder } from '../../model/order.js'
import type { Report } from '../../model/report.js'
import type { Timestamp } from '../../model/time.js'
import { LogMarkets } from './log-markets.js'
import type { LogRecord } from './log-record.js'

/** A change of the run's own size at one level, at the time the run heard of it. */
export interface OwnChange {
  readonly receivedAt: Timestamp
  readonly market: MarketId
  readonly side: BookSide
  readonly price: Price
  /** Millionths of a share; negative: less. */
  readonly change: number
}

/** One of our resting orders, as far as we know. */
interface Resting {
  /** undefined: the log names it by an index that no market has. */
  readonly market: MarketId | undefined
  readonly order: Pick<Place, 'outcome' | 'side' | 'price'>
  left: number
  /** Consecutive snapshots without it. */
  misses: number
}

/** A snapshot read while an order was being sent may not contain it; two in a row without it prove that it is gone. */
const MISSES_MAX = 2

/** Follows a run's orders through its log: which of them the venue's book contains, by the venue's reports so far. */
export class OwnOrders {
  readonly markets: LogMarkets
  /** Sent and not answered yet: what each would add to the book. */
  readonly #sent = new Map<OrderId, Resting>()
  readonly #resting = new Map<OrderId, Resting>()
  readonly #doubtful = new Map<OrderId, MarketId>()

  /** `markets` are those in the log's header. */
  constructor(markets: readonly Market[]) {
    this.markets = new LogMarkets(markets)
  }

  /** Markets with an order that was sent and never answered: whether it was in the book is unknown. */
  doubtful(): readonly MarketId[] {
    return [...this.#doubtful.values()]
  }

  /** The book changes caused by a record of the log. */
  take(record: LogRecord): readonly OwnChange[] {
    if (record.kind === 'report') return this.#report(record.report)
    if (record.kind === 'frame' && 'event' in record.frame) this.markets.take(record.frame.event)
    if (record.kind !== 'mark') return []
    for (const command of record.commands) if (command.kind === 'submit') this.#send(command)
    return []
  }

  #send({ id, order }: Submit): void {
    this.#sent.set(id, { market: this.markets.idOf(order.market), order, left: order.size, misses: 0 })
  }

  #report(report: Report): readonly OwnChange[] {
    const { receivedAt } = report
    switch (report.kind) {
      case 'accepted':
        return this.#rest(report.order, receivedAt)
      case 'rejected':
        this.#sent.delete(report.order)
        this.#doubtful.delete(report.order)
        return []
      case 'removal':
        return report.answer === 'removed' ? this.#end(report.order, receivedAt) : []
      case 'ended':
        return this.#end(report.order, receivedAt)
      case 'matched': {
        const { order, shares } = report.fill
        return order === null ? [] : this.#shrink(order, Size.floorWei(shares), receivedAt)
      }
      case 'snapshot':
        return this.#snapshot(report.snapshot.orders, receivedAt)
      case 'unanswered':
        this.#doubt(report.order)
        return []
      case 'settled':
      case 'failed':
      case 'rate':
      case 'link':
      case 'offset':
      case 'heard':
        return []
      default:
        return report satisfies never
    }
  }

  #doubt(id: OrderId): void {
    const market = this.#sent.get(id)?.market
    if (market !== undefined) this.#doubtful.set(id, market)
  }

  #rest(id: OrderId, receivedAt: Timestamp): readonly OwnChange[] {
    const sent = this.#sent.get(id)
    this.#sent.delete(id)
    this.#doubtful.delete(id)
    if (sent === undefined || this.#resting.has(id)) return []
    this.#resting.set(id, sent)
    return this.#changes(sent, sent.left, receivedAt)
  }

  #end(id: OrderId, receivedAt: Timestamp): readonly OwnChange[] {
    const resting = this.#resting.get(id)
    this.#resting.delete(id)
    this.#sent.delete(id)
    this.#doubtful.delete(id)
    return resting === undefined ? [] : this.#changes(resting, -resting.left, receivedAt)
  }

  #shrink(id: OrderId, by: number, receivedAt: Timestamp): readonly OwnChange[] {
    const resting = this.#resting.get(id)
    const order = resting ?? this.#sent.get(id)
    if (order === undefined) return []
    const filled = Math.min(order.left, by)
    order.left -= filled
    return resting === undefined ? [] : this.#changes(resting, -filled, receivedAt)
  }

  #snapshot(orders: readonly OpenOrder[], receivedAt: Timestamp): readonly OwnChange[] {
    const named = new Set(orders.map(({ id }) => id))
    const gone = [...this.#resting].filter(([id, resting]) => !named.has(id) && ++resting.misses >= MISSES_MAX)
    const ends = gone.flatMap(([id]) => this.#end(id, receivedAt))
    return [...ends, ...orders.flatMap(order => this.#seen(order, receivedAt))]
  }

  #seen(order: OpenOrder, receivedAt: Timestamp): readonly OwnChange[] {
    const { id, size, filled } = order
    if (id === null) return []
    const left = Math.max(0, size - Size.floorWei(filled))
    const was = this.#resting.get(id)?.left ?? 0
    const resting = { market: this.markets.idOf(order.market), order, left, misses: 0 }
    this.#resting.set(id, resting)
    this.#sent.delete(id)
    this.#doubtful.delete(id)
    return this.#changes(resting, left - was, receivedAt)
  }

  #changes({ market, order }: Resting, change: number, receivedAt: Timestamp): readonly OwnChange[] {
    return market === undefined || change === 0 ? [] : [{ receivedAt, market, ...inYesTerms(order), change }]
  }
}
