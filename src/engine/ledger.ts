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
import { Portfolio } from './portfolio.js'
import { FAILED, SETTLED, SETTLEMENTS_KEPT } from './settlement-gate.js'
import type { VenueClock } from './venue-clock.js'

/** What a report changed. `market` null: nothing of one market alone. */
export interface Admitted {
  readonly market: MarketId | null
  readonly order: OrderRecord | null
  readonly fill: Fill | null
  /** Whether this was the first word of the fill. */
  readonly isNewFill: boolean
  /** An order was accepted that had counted as good since it was opened. */
  readonly isExpected: boolean
  /** Nothing changed, not even what is forgotten in time: a journal without this report folds to the same state. */
  readonly isRepeat: boolean
  readonly adjustments: readonly Adjustment[]
}

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
const NOT_CANCELING = { old: 0, young: 0 }
const NOTHING: Admitted = {
  market: null,
  order: null,
  fill: null,
  isNewFill: false,
  isExpected: false,
  isRepeat: false,
  adjustments: NONE,
}
const REPEAT: Admitted = { ...NOTHING, isRepeat: true }

/**
 * The one writer of a `DeskState`. The live desk and the fold of a journal call the same methods with the same entries and times, so a
 * restart has what the desk had.
 */
export class Ledger {
  readonly state: DeskState
  readonly blotter: Blotter
  readonly portfolio: Portfolio
  readonly calls: CallLog
  /** Cash that is not free, of all markets whose slots read this: behind resting buys, and owed for unsettled ones. In 1e-10. */
  readonly promised = { reserved: 0, unpaid: 0 }
  readonly venueClock: VenueClock = { aheadUs: null }
  readonly #ids: readonly MarketId[]

  /** Works on a copy of `state`. `markets` in the order of the index that entries use. */
  constructor(state: DeskState, markets: readonly Pick<Market, 'id'>[]) {
    // A checkpoint of an older version lacks the fields that came later.
    this.state = structuredClone({ ...freshDeskState(state.epoch), ...state })
    for (const order of this.state.orders.values()) Object.assign(order, { ...OLDER_ORDER, ...order })
    this.blotter = new Blotter(this.state)
    this.portfolio = new Portfolio(this.state)
    this.calls = new CallLog(this.state)
    this.#ids = markets.map(market => market.id)
  }

  /** Throws a RangeError for a market that is not of this run. */
  idOf(market: MarketIndex): MarketId {
    const id = this.#ids[market]
    if (id === undefined) throw new RangeError(`no market has index ${market}, there are ${this.#ids.length}`)
    return id
  }

  submit(submit: Submit, at: Timestamp): OrderRecord {
    this.blotter.prune(at)
    this.state.counter = Math.max(this.state.counter, OrderId.counter(submit.id))
    this.calls.create(at)
    return this.blotter.open(submit, this.idOf(submit.order.market), at)
  }

  /** Answers with the lot that it goes with, and whether it is the first of a request. */
  cancel(order: string, at: Timestamp): { readonly lot: CancelLot; readonly isFirst: boolean } {
    const lot = lotOf(this.blotter.find(order), at)
    const isFirst = !this.isRemoving(lot, at)
    const { canceling } = this.state
    const { old, young } = canceling.at === at ? canceling : NOT_CANCELING
    this.state.canceling = { at, old: old + Number(lot === 'old'), young: young + Number(lot === 'young') }
    if (isFirst) this.calls.cancel(at)
    this.blotter.ask(order, at)
    return { lot, isFirst }
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

  report(report: Report): Admitted {
    const at = report.receivedAt
    if (report.kind === 'rate') this.calls.rate(report)
    if (report.kind === 'offset') this.venueClock.aheadUs = report.aheadUs
    if (report.kind === 'rate' || report.kind === 'link' || report.kind === 'offset' || report.kind === 'heard') return NOTHING
    const repeat = this.#repeat(report)
    if (repeat !== null) return repeat
    this.blotter.prune(at)
    switch (report.kind) {
      case 'matched':
      case 'settled':
      case 'failed':
        return this.#fill(report.kind, report.fill, at)
      case 'snapshot':
        return { ...NOTHING, adjustments: this.#reconcile(report.snapshot, report) }
      case 'accepted':
      case 'rejected':
      case 'unanswered':
      case 'removal':
      case 'ended': {
        const told = this.blotter.report(report)
        if (told === null) return NOTHING
        const { order, isOwnEnd, isExpected } = told
        if (isOwnEnd) this.#hush(order.market, order.bookSide, at)
        return { ...NOTHING, market: order.market, order, isExpected }
      }
      default:
        return report satisfies never
    }
  }

  /** What a report that says nothing new is answered with; null: it is none. A venue tells of an acceptance or an end by two ways. */
  #repeat(report: Report): Admitted | null {
    switch (report.kind) {
      case 'matched':
      case 'settled':
      case 'failed':
        return this.portfolio.knows(report.kind, report.fill.key) ? REPEAT : null
      case 'accepted':
      case 'removal':
      case 'ended': {
        const order = this.blotter.knows(report)
        return order === null ? null : { ...REPEAT, market: order.market, order }
      }
      default:
        return null
    }
  }

  #fill(kind: 'matched' | 'settled' | 'failed', fill: Fill, at: Timestamp): Admitted {
    const market = this.idOf(fill.market)
    const fillsBefore = this.state.counts.fills
    const shares = this.portfolio.admit(kind, fill, market, at)
    if (shares === null) return NOTHING
    if (kind !== 'matched') this.#close(kind)
    const order = shares === 0n ? null : this.blotter.fill(fill.order, shares, at)
    const isNewFill = kind !== 'failed' && this.state.counts.fills > fillsBefore
    return { ...NOTHING, market, order, fill, isNewFill }
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
      this.blotter.adopt(open, { market: this.idOf(open.market), askedAt, at })
    }
    for (const order of this.state.orders.values()) if (!shown.has(order.id)) this.blotter.miss(order, askedAt)
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
