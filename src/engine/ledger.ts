import type { Control } from '../model/batch.js'
import type { Fill } from '../model/fill.js'
import type { Halt } from '../model/halt.js'
import { type MarketId, MarketIndex, OrderId } from '../model/ids.js'
import type { Refusal, Submit } from '../model/intent.js'
import type { Market } from '../model/market.js'
import { type BookSide, inYesTerms } from '../model/money.js'
import type { Report } from '../model/report.js'
import { Timestamp } from '../model/time.js'
import { Blotter } from './blotter.js'
import { CallLog } from './call-log.js'
import { lotOf } from './cancel-lot.js'
import type { Limits } from './desk-options.js'
import { type Adjustment, type DeskState, freshDeskState } from './desk-state.js'
import { Heard } from './heard.js'
import { NO_MARKET, type Order, type Terms } from './order.js'
import { type OrderRecord, recordOf } from './order-record.js'
import { isOfOrder, numberOf, packReport } from './pack-report.js'
import { Portfolio } from './portfolio.js'
import { Promised } from './promised.js'
import { reconcile } from './reconcile.js'
import { Removals } from './removals.js'
import { FAILED, SETTLED, SETTLEMENTS_KEPT } from './settlement-gate.js'
import type { VenueClock } from './venue-clock.js'
import { Word, WordRing } from './word-ring.js'

/** The books of a desk beside its orders. */
export type LedgerState = Omit<DeskState, 'orders'>

/** When each side of a market was last refused, or its order ended by the venue. */
export interface Quiet {
  bid: Timestamp
  ask: Timestamp
}

const recentOf = ({ recent }: DeskState['settlement']): string => recent.slice(-SETTLEMENTS_KEPT)

/** What an order of an older version lacks. */
const OLDER_ORDER = { wallOffset: 0 }

const LOSS_RULES: ReadonlySet<string> = new Set<keyof Limits>([
  'lossPerDayMaxUsdt',
  'lossPerDayMaxPercent',
  'drawdownMaxUsdt',
  'drawdownMaxPercent',
])
const NONE: readonly Adjustment[] = []

/**
 * The one writer of a `DeskState`. The live desk and the fold of a journal call the same methods with the same entries and times, so a
 * restart has what the desk had.
 */
export class Ledger {
  readonly state: LedgerState
  readonly blotter: Blotter
  readonly portfolio: Portfolio
  readonly calls: CallLog
  readonly promised = new Promised()
  readonly removals: Removals
  readonly venueClock: VenueClock = { aheadUs: null }
  /** What the last word changed. */
  readonly heard = new Heard()
  readonly #quiets = new Map<MarketId, Quiet>()
  readonly #ids: readonly MarketId[]
  readonly #indexes: ReadonlyMap<MarketId, MarketIndex>
  /** Reports on their way in. */
  readonly #rim = new WordRing()

  /** Works on a copy of `state`. `markets` in the order of the index that entries use. */
  constructor(state: DeskState, markets: readonly Pick<Market, 'id'>[]) {
    // A checkpoint of an older version lacks the fields that came later.
    const { orders, ...books } = structuredClone({ ...freshDeskState(state.epoch), ...state })
    this.state = books
    this.#ids = markets.map(market => market.id)
    this.#indexes = new Map(this.#ids.map((id, index) => [id, MarketIndex.of(index)]))
    this.blotter = new Blotter(books)
    for (const order of orders.values()) this.blotter.load({ ...OLDER_ORDER, ...order }, this.indexOf(order.market))
    this.portfolio = new Portfolio(books)
    this.calls = new CallLog(books)
    this.removals = new Removals(books, this.calls)
  }

  /** A copy, as plain data. */
  save(): DeskState {
    const { epoch } = this.state
    const orders = new Map<OrderId, OrderRecord>()
    for (const order of this.blotter.orders.all) orders.set(OrderId.of(epoch, order.terms.number), recordOf(order, epoch))
    const settlement = { ...this.state.settlement, recent: recentOf(this.state.settlement) }
    return { ...structuredClone({ ...this.state, settlement }), orders }
  }

  /** Throws a RangeError for a market that is not of this run. */
  idOf(market: MarketIndex): MarketId {
    const id = this.#ids[market]
    if (id === undefined) throw new RangeError(`no market has index ${market}, there are ${this.#ids.length}`)
    return id
  }

  /** A market's place in this run; -1: it has none. */
  indexOf(market: MarketId): MarketIndex {
    return this.#indexes.get(market) ?? NO_MARKET
  }

  /** When each side of a market was last refused, or its order ended by the venue: one object for the ledger's life. */
  quietOf(market: MarketId): Quiet {
    const known = this.#quiets.get(market)
    if (known !== undefined) return known
    const quiet = this.state.quiet.get(market) ?? { bid: Timestamp.ZERO, ask: Timestamp.ZERO }
    this.#quiets.set(market, quiet)
    return quiet
  }

  /** An order of the journal. */
  submit({ id, order, wallOffset = 0 }: Submit, at: Timestamp): Order {
    return this.open({ ...order, marketId: this.idOf(order.market), number: OrderId.counter(id), placedAt: at, wallOffset })
  }

  open(terms: Terms): Order {
    this.blotter.prune(terms.placedAt)
    this.state.counter = Math.max(this.state.counter, terms.number)
    this.calls.create(terms.placedAt)
    return this.blotter.open(terms)
  }

  /** A cancel of the journal, of an order of ours or a stranger's. */
  cancel(order: string, at: Timestamp): void {
    const known = this.find(order)
    if (known === undefined) this.removals.count('old', at)
    else this.cancelOrder(known, at)
  }

  /** Answers whether it is the first of a request. The order says with which lot it goes. */
  cancelOrder(order: Order, at: Timestamp): boolean {
    const lot = lotOf(order, at)
    const isFirst = this.removals.count(lot, at)
    this.blotter.ask(order, at, lot)
    return isFirst
  }

  refuse(refusal: Refusal, at: Timestamp): void {
    this.state.counts.refused++
    if (refusal.intent.kind === 'place') this.#hush(this.idOf(refusal.intent.market), inYesTerms(refusal.intent).side, at)
  }

  control({ what, who, at }: Control): void {
    // It concerns the strategies of this run only.
    if (what === 'fault') return
    if (what === 'resume') return this.#resume()
    if (what === 'halt') this.halt({ rule: `asked by ${who}`, limit: 0, found: 0 }, at)
    else this.state.isPaused = true
  }

  /**
   * Clears the latch and the pause. A halt by a limit of loss also begins peak and day anew at the next mark, or the very
   * loss that was looked at would halt again at once: with `drawdownMaxUsdt` 50 a wallet falls from +80 to +25 and halts (found 55); it
   * is resumed at +25, which is now the peak, and halts next below -25. Limits in per cent then go by the equity of that mark. A halt by
   * failed settlements begins their window again. Any other resume leaves all of them, so that no restart forgets a loss.
   */
  #resume(): void {
    const rule = this.state.halt?.rule
    if (rule !== undefined && LOSS_RULES.has(rule)) this.state.marks = this.state.startEquity = null
    if (rule === 'settlementFailPercentMax') this.state.settlement.recent = ''
    this.state.halt = null
    this.state.isPaused = false
  }

  /** The first reason stands until it is cleared. */
  halt({ rule, limit, found, note }: Halt, at: Timestamp): void {
    this.state.halt ??= { rule, limit, found, ...(note !== undefined && { note }), at }
  }

  /** Counts a failed fill by where its mark had moved since the match, in our favour where that is above 0. */
  failure(moved: number): void {
    if (moved > 0) this.state.settlement.failedWinning++
    else if (moved < 0) this.state.settlement.failedLosing++
  }

  /** Books a report. What it changed stands in `heard`; answers differences that were booked. */
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

  /** Books the first word of a ring. What it changed stands in `heard`. */
  hear(words: WordRing): void {
    const { heard } = this
    heard.clear()
    if (words.fill !== null) return this.#hearFill(words.word, words.fill, words.at)
    const order = this.blotter.heardOf(words.order)
    if (order !== undefined) {
      heard.order = order
      heard.market = order.terms.marketId
      heard.index = order.terms.market
      heard.isRepeat = this.blotter.knows(order, words)
    }
    if (heard.isRepeat) return
    this.blotter.prune(words.at)
    if (order === undefined) return
    heard.isExpected = this.blotter.expects(order, words.word)
    if (this.blotter.hear(order, words)) this.#hush(order.terms.marketId, order.terms.bookSide, words.at)
  }

  #hearFill(word: Word, fill: Fill, at: Timestamp): void {
    const kind = word === Word.MATCHED ? 'matched' : word === Word.SETTLED ? 'settled' : 'failed'
    if (this.portfolio.knows(kind, fill.key)) {
      this.heard.isRepeat = true
      return
    }
    this.blotter.prune(at)
    this.fill(kind, fill, at)
  }

  /** Books what is said of a fill. */
  fill(kind: 'matched' | 'settled' | 'failed', fill: Fill, at: Timestamp): void {
    const { heard } = this
    const market = this.idOf(fill.market)
    const fillsBefore = this.state.counts.fills
    const shares = this.portfolio.admit(kind, fill, market, at)
    if (shares === null) return
    if (kind !== 'matched') this.#close(kind)
    const order = fill.order === null || shares === 0n ? undefined : this.find(fill.order)
    if (order !== undefined) this.blotter.fill(order, shares, at)
    heard.market = market
    heard.index = fill.market
    heard.order = order ?? null
    heard.fill = fill
    heard.isNewFill = kind !== 'failed' && this.state.counts.fills > fillsBefore
  }

  /** An order of ours by its text id; to read only. */
  find(id: string): Order | undefined {
    return this.blotter.orders.find(numberOf(id, this.state.epoch))
  }

  #close(kind: 'settled' | 'failed'): void {
    const { settlement } = this.state
    settlement[kind]++
    settlement.recent += kind === 'failed' ? FAILED : SETTLED
    // Cutting a text copies it, so twice as much is kept between two cuts.
    if (settlement.recent.length > 2 * SETTLEMENTS_KEPT) settlement.recent = recentOf(settlement)
  }

  #hush(market: MarketId, side: BookSide, at: Timestamp): void {
    const quiet = this.quietOf(market)
    quiet[side] = Timestamp.max(quiet[side], at)
    // The state lists only markets in which a side was quiet once, in that order.
    this.state.quiet.set(market, quiet)
  }
}
