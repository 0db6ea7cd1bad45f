import type { Control } from '../model/batch.js'
import type { Stamp } from '../model/event.js'
import type { Fill } from '../model/fill.js'
import type { Halt } from '../model/halt.js'
import type { MarketId, MarketIndex } from '../model/ids.js'
import { OrderId } from '../model/ids.js'
import type { CancelLot, Refusal, Submit } from '../model/intent.js'
import type { Market } from '../model/market.js'
import { type BookSide, inYesTerms, type Outcome } from '../model/money.js'
import type { OpenOrder } from '../model/order.js'
import type { Report, Snapshot } from '../model/report.js'
import { Timestamp } from '../model/time.js'
import { Blotter } from './blotter.js'
import { CallLog } from './call-log.js'
import { CANCELS_A_CALL, lotOf } from './cancel-lot.js'
import type { Limits } from './desk-options.js'
import { type Adjustment, type DeskState, freshDeskState, type OrderRecord } from './desk-state.js'
import { Heard } from './heard.js'
import type { Order, OrderTerms } from './order.js'
import { isOfOrder, numberOf, packReport } from './pack-report.js'
import { Portfolio } from './portfolio.js'
import { FAILED, SETTLED, SETTLEMENTS_KEPT } from './settlement-gate.js'
import type { VenueClock } from './venue-clock.js'
import { Word, WordRing } from './word-ring.js'

/** The books of a desk beside its orders. */
export type LedgerState = Omit<DeskState, 'orders'>

/** What an order of an older version lacks. */
const OLDER_ORDER = { wallOffset: 0 }

/** A fill that settles soon explains a difference; one that is older than this does not. */
const SETTLES_WITHIN_MS = 600_000
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
  /** Cash that is not free, of all markets whose slots read this: behind resting buys, and owed for unsettled ones. In 1e-10. */
  readonly promised = { reserved: 0, unpaid: 0 }
  readonly venueClock: VenueClock = { aheadUs: null }
  /** What the last word changed. */
  readonly heard = new Heard()
  readonly #ids: readonly MarketId[]
  readonly #indexes: ReadonlyMap<MarketId, number>
  /** Reports on their way in. */
  readonly #rim = new WordRing()

  /** Works on a copy of `state`. `markets` in the order of the index that entries use. */
  constructor(state: DeskState, markets: readonly Pick<Market, 'id'>[]) {
    // A checkpoint of an older version lacks the fields that came later.
    const { orders, ...books } = structuredClone({ ...freshDeskState(state.epoch), ...state })
    this.state = books
    this.#ids = markets.map(market => market.id)
    this.#indexes = new Map(this.#ids.map((id, index) => [id, index]))
    this.blotter = new Blotter(books)
    for (const order of orders.values()) this.blotter.load({ ...OLDER_ORDER, ...order }, this.indexOf(order.market))
    this.portfolio = new Portfolio(books)
    this.calls = new CallLog(books)
  }

  /** A copy, as plain data. */
  save(): DeskState {
    const { epoch } = this.state
    const orders = new Map<OrderId, OrderRecord>()
    for (const order of this.blotter.orders.values()) orders.set(OrderId.of(epoch, order.number), order.record(epoch))
    return { ...structuredClone(this.state), orders }
  }

  /** Throws a RangeError for a market that is not of this run. */
  idOf(market: MarketIndex): MarketId {
    const id = this.#ids[market]
    if (id === undefined) throw new RangeError(`no market has index ${market}, there are ${this.#ids.length}`)
    return id
  }

  /** A market's place in this run; -1: it has none. */
  indexOf(market: MarketId): number {
    return this.#indexes.get(market) ?? -1
  }

  /** An order of the journal. */
  submit({ id, order, wallOffset = 0 }: Submit, at: Timestamp): Order {
    const { market: index, outcome, side, price, size, style, expiresAt } = order
    const terms = { market: this.idOf(index), index, outcome, side, price, size, style, expiresAt }
    return this.open({ number: OrderId.counter(id), ...terms, placedAt: at, wallOffset })
  }

  open(terms: OrderTerms): Order {
    this.blotter.prune(terms.placedAt)
    this.state.counter = Math.max(this.state.counter, terms.number)
    this.calls.create(terms.placedAt)
    return this.blotter.open(terms)
  }

  /** A cancel of the journal, of an order of ours or a stranger's. */
  cancel(order: string, at: Timestamp): void {
    const known = this.find(order)
    if (known === undefined) this.remove('old', at)
    else this.cancelOrder(known, at)
  }

  /** Answers whether it is the first of a request. The order says with which lot it goes. */
  cancelOrder(order: Order, at: Timestamp): boolean {
    order.lot = lotOf(order, at)
    const isFirst = this.remove(order.lot, at)
    this.blotter.ask(order, at)
    return isFirst
  }

  /** Counts a removal that leaves with a lot. Answers whether it is the first of a request. */
  remove(lot: CancelLot, at: Timestamp): boolean {
    const isFirst = !this.isRemoving(lot, at)
    const { canceling } = this.state
    if (canceling.at !== at) canceling.old = canceling.young = 0
    canceling.at = at
    if (lot === 'old') canceling.old++
    else if (lot === 'young') canceling.young++
    if (isFirst) this.calls.cancel(at)
    return isFirst
  }

  /** Whether a request that an order of this lot may join leaves at `at` already. */
  isRemoving(lot: CancelLot, at: Timestamp): boolean {
    const { canceling } = this.state
    return lot !== 'alone' && canceling.at === at && canceling[lot] % CANCELS_A_CALL > 0
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
    const adjustments = this.#reconcile(report.snapshot, report)
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
      heard.market = order.market
      heard.index = order.index
      heard.isRepeat = this.blotter.knows(order, words)
    }
    if (heard.isRepeat) return
    this.blotter.prune(words.at)
    if (order === undefined) return
    heard.isExpected = this.blotter.expects(order, words.word)
    if (this.blotter.hear(order, words)) this.#hush(order.market, order.bookSide, words.at)
  }

  #hearFill(word: Word, fill: Fill, at: Timestamp): void {
    const kind = word === Word.MATCHED ? 'matched' : word === Word.SETTLED ? 'settled' : 'failed'
    if (this.portfolio.knows(kind, fill.key)) {
      this.heard.isRepeat = true
      return
    }
    this.blotter.prune(at)
    this.#fill(kind, fill, at)
  }

  #fill(kind: 'matched' | 'settled' | 'failed', fill: Fill, at: Timestamp): void {
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
    return this.blotter.orders.get(numberOf(id, this.state.epoch))
  }

  #close(kind: 'settled' | 'failed'): void {
    const { settlement } = this.state
    settlement[kind]++
    settlement.recent = (settlement.recent + (kind === 'failed' ? FAILED : SETTLED)).slice(-SETTLEMENTS_KEPT)
  }

  /** Fills first, for they explain differences; what then still differs is booked by name, unless a fill on its way may explain it. */
  #reconcile(snapshot: Snapshot, { at: askedAt, receivedAt: at }: Stamp): readonly Adjustment[] {
    for (const { fill, state } of snapshot.fills) this.#fill(state, fill, at)
    const shown = new Set<OrderId>()
    for (const open of snapshot.orders) {
      if (!isOurs(open)) continue
      shown.add(open.id)
      this.blotter.adopt(open, { market: this.idOf(open.market), index: open.market, askedAt, at })
    }
    const { epoch } = this.state
    for (const order of this.blotter.orders.values())
      if (!shown.has(OrderId.of(epoch, order.number))) this.blotter.miss(order, askedAt)
    const adjustments: Adjustment[] = []
    for (const [index, held] of snapshot.shares) {
      for (const outcome of ['yes', 'no'] as const)
        this.#adjustShares(adjustments, this.idOf(index), outcome, held[outcome], at)
    }
    if (this.#maySettle(null, at) && this.state.isOpened) return adjustments
    const amount = this.portfolio.adjustCash(snapshot.cash)
    if (amount !== 0n) adjustments.push({ why: this.#why(), what: 'cash', market: null, amount, at })
    this.state.isOpened = true
    return adjustments
  }

  #adjustShares(found: Adjustment[], market: MarketId, outcome: Outcome, held: Adjustment['amount'], at: Timestamp): void {
    if (this.#maySettle(market, at) && this.state.isOpened) return
    const amount = this.portfolio.adjustShares(market, outcome, held)
    if (amount !== 0n) found.push({ why: this.#why(), what: outcome, market, amount, at })
  }

  #why(): Adjustment['why'] {
    return this.state.isOpened ? 'unexplained' : 'opening'
  }

  #maySettle(market: MarketId | null, at: Timestamp): boolean {
    for (const fill of this.state.pending.values())
      if ((market === null || fill.market === market) && fill.at + SETTLES_WITHIN_MS * 1_000 > at) return true
    return false
  }

  #hush(market: MarketId, side: BookSide, at: Timestamp): void {
    const quiet = this.state.quiet.get(market) ?? { bid: Timestamp.ZERO, ask: Timestamp.ZERO }
    quiet[side] = Timestamp.max(quiet[side], at)
    this.state.quiet.set(market, quiet)
  }
}

const isOurs = (open: OpenOrder): open is OpenOrder & { readonly id: OrderId } => open.id !== null
