import type { Fill } from '../model/fill.js'
import type { OrderHash } from '../model/ids.js'
import { isYesBid } from '../model/money.js'
import type { Report } from '../model/report.js'
import type { Account } from './account.js'
import type { Books } from './books.js'
import type { Adjustment } from './desk-state.js'
import { hashReport, hashWord } from './fingerprint.js'
import type { MarkoutWatch } from './markout-watch.js'
import { isOver, statusOf } from './order-status.js'
import type { Outbox } from './outbox.js'
import { isOfOrder, numberOf, packReport } from './pack-report.js'
import type { Quoter } from './quoter.js'
import type { Requoter } from './requoter.js'
import type { SettlementWatch } from './settlement-watch.js'
import { Held } from './side-time.js'
import { type Slot, sideOf } from './slot.js'
import type { StreamProof } from './stream-proof.js'
import { isTapered } from './taper.js'
import type { Waking } from './waking.js'
import { Word, WordRing } from './word-ring.js'

interface HearingParts {
  readonly account: Account
  readonly books: Books
  readonly outbox: Outbox
  readonly quoter: Quoter
  readonly requoter: Requoter
  readonly settlements: SettlementWatch
  readonly markouts: MarkoutWatch
  readonly proof: StreamProof
  readonly waking: Waking
}

/** Applies the venue's reports: the ledger books them, then the affected markets are looked at. */
export class Hearing {
  readonly #parts: HearingParts
  /** Holds a report about an order as a row while it is booked; the live driver brings objects. */
  readonly #rim = new WordRing()
  #strangers: readonly OrderHash[] = []
  #isLinked = false
  #isSnapped = false

  constructor(parts: HearingParts) {
    this.#parts = parts
  }

  /** Hashes of orders in the last snapshot that are not of our journal; each is returned once. */
  takeStrangers(): readonly OrderHash[] {
    const strangers = this.#strangers
    this.#strangers = []
    return strangers
  }

  /** Books a report that came as an object. */
  report(report: Report): void {
    const { ledger, hash, news } = this.#parts.account
    if (isOfOrder(report)) {
      packReport(this.#rim, report, ledger.state.epoch)
      this.word(this.#rim)
      this.#rim.drop()
      if (ledger.heard.isRepeat) news.repeated(report)
      return
    }
    hashReport(hash, report)
    if (report.kind === 'link') return this.#link(report.state === 'live')
    if (report.kind === 'heard') return this.#parts.proof.answered(report.at)
    const adjustments = ledger.report(report)
    if (report.kind === 'rate') this.#parts.waking.notLaterThan(this.#parts.requoter.retryByAll())
    if (report.kind === 'snapshot') this.#snapshot(report, adjustments)
  }

  /** Books the first word of a ring, and wakes the market that it changes. */
  word(words: WordRing): void {
    const { ledger, budget, settings, clock, hash, slotAt, remnants } = this.#parts.account
    hashWord(hash, words)
    ledger.hear(words)
    if (words.fill === null) budget.answered(words.order)
    const { order, index, isExpected, fill } = ledger.heard
    const slot = slotAt[index]
    if (slot === undefined && fill !== null && remnants.count > 0) remnants.booked(ledger.heard.market)
    // The acceptance of an order of this run changes no sum. If the book contains our orders it does: from now on the order is subtracted.
    const isInert = isExpected && !settings.ownInBook && order !== null && order.terms.placedAt >= clock.bornAt
    if (slot === undefined || isInert) return
    slot.attention.ordersChanged()
    this.#parts.waking.wake(slot)
    if (fill !== null) return this.#fill(slot, words.word, fill)
    if (order === null) return
    if (words.word === Word.REJECTED) sideOf(slot, order.terms.bookSide).quiet(Held.REFUSED)
    if (words.word === Word.RATIONED) sideOf(slot, order.terms.bookSide).quiet(Held.CALLS)
    if (settings.ownInBook && order.left > 0 && order.endedAt === words.at)
      slot.shadows.add({ order, batch: this.#parts.books.batch, until: words.at + clock.grace })
  }

  #fill(slot: Slot, word: Word, fill: Fill): void {
    const { isNewFill } = this.#parts.account.ledger.heard
    this.#parts.settlements.hear(word, fill, slot)
    this.#parts.markouts.hear(word, fill, slot, isNewFill)
    slot.attention.fillsChanged()
    if (!isNewFill) return
    // Shares held here reduce the room of every market that shares limits with this one.
    const { settings, scopes, clock } = this.#parts.account
    if (isTapered(settings.limits) && scopes.isLimited) this.#parts.waking.wakeAll('orders')
    const { pauseAfterFillMs = 0 } = settings.requote
    if (pauseAfterFillMs > 0) sideOf(slot, isYesBid(fill) ? 'bid' : 'ask').pause(clock.now + pauseAfterFillMs * 1_000)
    slot.attention.decide()
    if (slot.quoting.strategy !== null) slot.fills.push(fill)
  }

  #link(isLive: boolean): void {
    this.#isLinked = isLive
    this.#isSnapped &&= isLive
    this.#parts.quoter.ready(isLive && this.#isSnapped)
    this.#parts.waking.wakeAll('orders')
  }

  #snapshot({ snapshot, at }: Report & { readonly kind: 'snapshot' }, adjustments: readonly Adjustment[]): void {
    const { proof, quoter, waking, outbox, account } = this.#parts
    const { ledger, clock, slotAt, remnants } = account
    const { unnamed, orders } = snapshot
    if (unnamed !== undefined)
      proof.read(
        at,
        unnamed.map(id => numberOf(id, ledger.state.epoch)),
      )
    this.#isSnapped = true
    quoter.ready(this.#isLinked)
    account.news.adjusted(adjustments)
    this.#strangers = orders.filter(order => order.id === null).map(order => order.hash)
    waking.wakeAll('everything')
    remnants.readAgain()
    for (const order of ledger.blotter.orders.all)
      if (slotAt[order.terms.market] === undefined && !isOver(statusOf(order, clock))) outbox.cancelNow(order)
  }
}
