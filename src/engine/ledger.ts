import type { Fill } from '../model/fill.js'
import { type MarketId, OrderId } from '../model/ids.js'
import type { Refusal, Submit } from '../model/intent.js'
import type { Market } from '../model/market.js'
import { inYesTerms } from '../model/money.js'
import type { Report } from '../model/report.js'
import type { Timestamp } from '../model/time.js'
import { Blotter } from './blotter.js'
import { CallLog } from './call-log.js'
import { lotOf } from './cancel-lot.js'
import { type Adjustment, type DeskState, freshDeskState } from './desk-state.js'
import { Heard } from './heard.js'
import { Latch } from './latch.js'
import { LossMarks } from './loss-marks.js'
import { type LedgerMarket, MarketIds } from './market-ids.js'
import { NO_MARKET, type Order, type Terms } from './order.js'
import { isExpected, isKnown } from './order-word.js'
import { isOfOrder, numberOf, packReport } from './pack-report.js'
import { plainState } from './plain-state.js'
import { Portfolio } from './portfolio.js'
import { Promised } from './promised.js'
import { Quiets } from './quiets.js'
import { reconcile } from './reconcile.js'
import { Removals } from './removals.js'
import { SettlementLog } from './settlement-log.js'
import { Stops } from './stops.js'
import type { VenueClock } from './venue-clock.js'
import { Word, WordRing } from './word-ring.js'

/** The state of a desk without its orders, which are in the blotter. */
export type LedgerState = Omit<DeskState, 'orders'>

const NONE: readonly Adjustment[] = []

/**
 * The only writer of a `DeskState`. The live desk and the fold of a journal call the same methods with the same entries and times, so a restart has
 * the same state as the desk.
 */
export class Ledger {
  readonly state: LedgerState
  readonly blotter: Blotter
  readonly portfolio: Portfolio
  readonly calls: CallLog
  readonly marks: LossMarks
  readonly markets: MarketIds
  readonly promised = new Promised()
  readonly quiets: Quiets
  readonly stops: Stops
  readonly removals: Removals
  readonly settlements: SettlementLog
  readonly latch: Latch
  readonly venueClock: VenueClock = { aheadUs: null }
  /** What the last word changed. */
  readonly heard = new Heard()
  /** Holds a report about an order as a row while it is booked. */
  readonly #rim = new WordRing()

  /** Works on a copy of `state`. `markets` by the index that entries use. */
  constructor(state: DeskState, markets: readonly LedgerMarket[]) {
    // A checkpoint of an older version lacks newer fields.
    const { orders, ...books } = structuredClone({ ...freshDeskState(state.epoch), ...state })
    this.state = books
    this.markets = new MarketIds(markets)
    this.blotter = new Blotter(books)
    for (const order of orders.values()) this.blotter.load(order, this.markets.indexOf(order.market))
    this.portfolio = new Portfolio(books)
    this.calls = new CallLog(books)
    this.removals = new Removals(books, this.calls)
    this.quiets = new Quiets(books)
    this.settlements = new SettlementLog(books)
    this.marks = new LossMarks(books)
    this.stops = new Stops(books)
    this.latch = new Latch(books, this)
  }

  /** A copy, as plain data. */
  save(): DeskState {
    const { orders, ...books } = plainState(this.state, this.blotter.orders.all)
    return { ...structuredClone(books), orders }
  }

  /** From here on, the market has an index in this run. */
  join({ id, index }: Pick<Market, 'id' | 'index'>): void {
    this.markets.join(id, index)
    this.blotter.place(id, index)
  }

  /** The market has no index any more: words about its orders are booked and wake nothing. */
  leave(id: MarketId): void {
    this.markets.leave(id)
    this.quiets.forget(id)
    this.stops.forget(id)
    this.blotter.place(id, NO_MARKET)
    this.portfolio.forgetOldest(market => this.markets.indexOf(market) !== NO_MARKET)
  }

  /** An order from the journal. */
  submit({ id, order, wallOffset = 0 }: Submit, at: Timestamp): Order {
    const marketId = this.markets.idOf(order.market)
    return this.open({ ...order, marketId, number: OrderId.counter(id), placedAt: at, wallOffset })
  }

  open(terms: Terms): Order {
    this.blotter.prune(terms.placedAt)
    this.calls.create(terms.placedAt)
    return this.blotter.open(terms)
  }

  /** A cancel from the journal, of our order or a stranger's. */
  cancel(order: string, at: Timestamp): void {
    const known = this.find(order)
    if (known === undefined) this.removals.count('old', at)
    else this.cancelOrder(known, at)
  }

  /** Returns whether it is the first of its request. The order has the lot it is sent with. */
  cancelOrder(order: Order, at: Timestamp): boolean {
    const lot = lotOf(order, at)
    const isFirst = this.removals.count(lot, at)
    this.blotter.ask(order, at, lot)
    return isFirst
  }

  refuse({ intent, stopsUntil }: Refusal, at: Timestamp): void {
    this.state.counts.refused++
    if (intent.kind !== 'place') return
    const market = this.markets.idOf(intent.market)
    const { side } = inYesTerms(intent)
    this.quiets.hush(market, side, at)
    if (stopsUntil !== undefined) this.stops.stop(market, side, stopsUntil, at)
  }

  /** Books a report. `heard` says what changed; returns differences that were booked. */
  report(report: Report): readonly Adjustment[] {
    if (isOfOrder(report)) {
      packReport(this.#rim, report, this.state.epoch)
      this.hear(this.#rim)
      this.#rim.drop()
      return NONE
    }
    this.heard.clear()
    if (report.kind === 'rate') this.calls.rate(report)
    if (report.kind === 'offset') this.venueClock.aheadUs = report.aheadUs
    if (report.kind !== 'snapshot') return NONE
    this.blotter.prune(report.receivedAt)
    const adjustments = reconcile(this, report)
    this.heard.clear()
    return adjustments
  }

  /** Books the first word of a ring. `heard` says what changed. */
  hear(words: WordRing): void {
    const { heard } = this
    heard.clear()
    if (words.fill !== null) return this.#hearFill(words.word, words.fill, words.at)
    const order = this.blotter.heardOf(words.order)
    if (order !== undefined) {
      heard.of(order)
      if (isKnown(order, words)) return heard.repeat()
    }
    this.blotter.prune(words.at)
    if (order === undefined) return
    if (isExpected(order, words.word)) heard.expect()
    if (this.blotter.hear(order, words)) this.quiets.hush(order.terms.marketId, order.terms.bookSide, words.at)
  }

  #hearFill(word: Word, fill: Fill, at: Timestamp): void {
    const kind = word === Word.MATCHED ? 'matched' : word === Word.SETTLED ? 'settled' : 'failed'
    if (this.portfolio.knows(kind, fill.key)) return this.heard.repeat()
    this.blotter.prune(at)
    this.fill(kind, fill, at)
  }

  /** Books new facts about a fill. */
  fill(kind: 'matched' | 'settled' | 'failed', fill: Fill, at: Timestamp): void {
    const market = this.#marketOf(fill)
    const fillsBefore = this.state.counts.fills
    const shares = this.portfolio.admit(kind, fill, market, at)
    if (kind !== 'matched') this.settlements.close(kind)
    const order = fill.order === null || shares === 0n ? undefined : this.find(fill.order)
    if (order !== undefined) this.blotter.fill(order, shares, at)
    this.heard.filled(market, this.markets.indexOf(market), fill, order ?? null)
    if (kind !== 'failed' && this.state.counts.fills > fillsBefore) this.heard.newFill()
  }

  /** If another market has its index by now, the fill's first word and its order give the market. */
  #marketOf(fill: Fill): MarketId {
    if (!this.markets.isReused) return this.markets.idOf(fill.market)
    const known = this.state.pending.get(fill.key)?.market
    const order = fill.order === null ? undefined : this.find(fill.order)
    return known ?? order?.terms.marketId ?? this.markets.idOf(fill.market)
  }

  /** Our order with this text id; read only. */
  find(id: string): Order | undefined {
    return this.blotter.orders.find(numberOf(id, this.state.epoch))
  }
}
