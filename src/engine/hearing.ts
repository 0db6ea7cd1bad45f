import type { OrderHash } from '../model/ids.js'
import type { Report } from '../model/report.js'
import type { Account } from './account.js'
import type { Books } from './books.js'
import { type Adjustment, isOver, statusOf } from './desk-state.js'
import { hashReport, hashWord } from './fingerprint.js'
import type { Outbox } from './outbox.js'
import { isOfOrder, numberOf, packReport } from './pack-report.js'
import type { Quoter } from './quoter.js'
import { Held } from './quoting-time.js'
import type { SettlementWatch } from './settlement-watch.js'
import { type Slot, sideOf } from './slot.js'
import type { StreamProof } from './stream-proof.js'
import type { Waking } from './waking.js'
import { Word, WordRing } from './word-ring.js'

interface HearingParts {
  readonly account: Account
  readonly books: Books
  readonly outbox: Outbox
  readonly quoter: Quoter
  readonly settlements: SettlementWatch
  readonly proof: StreamProof
  readonly waking: Waking
}

/** What the venue says, as it comes in: booked by the ledger, and then the markets that it concerns are looked at again. */
export class Hearing {
  adjustments: Adjustment[] = []
  repeats: Report[] = []
  readonly #parts: HearingParts
  /** Reports on their way in. */
  readonly #rim = new WordRing()
  #strangers: readonly OrderHash[] = []
  #isLinked = false
  #isSnapped = false

  constructor(parts: HearingParts) {
    this.#parts = parts
  }

  /** Orders of our wallet, as of the last snapshot, that are not of our journal: told once. */
  takeStrangers(): readonly OrderHash[] {
    const strangers = this.#strangers
    this.#strangers = []
    return strangers
  }

  /** A report as an object. */
  report(report: Report): void {
    const { ledger, hash } = this.#parts.account
    if (isOfOrder(report)) {
      packReport(this.#rim, report, ledger.state.epoch)
      this.word(this.#rim)
      this.#rim.drop()
      if (ledger.heard.isRepeat) this.repeats.push(report)
      return
    }
    hashReport(hash, report)
    if (report.kind === 'link') return this.#link(report.state === 'live')
    if (report.kind === 'heard') return this.#parts.proof.answered(report.at)
    const adjustments = ledger.report(report)
    if (report.kind === 'rate') this.#parts.waking.notLaterThan(this.#parts.quoter.hastenAll())
    if (report.kind === 'snapshot') this.#snapshot(report, adjustments)
  }

  /** The first word of a ring. */
  word(words: WordRing): void {
    const { ledger, budget, settings, clock, hash, slots } = this.#parts.account
    hashWord(hash, words)
    ledger.hear(words)
    if (words.fill === null) budget.answered(words.order)
    const { order, index, isExpected } = ledger.heard
    const slot = slots[index]
    // An order of this run changes no sum when it is accepted; but where the book holds ours, it now shows there.
    const isInert = isExpected && !settings.ownInBook && (order?.placedAt ?? 0) >= clock.bornAt
    if (slot === undefined || isInert) return
    slot.isStale = true
    this.#parts.waking.wake(slot)
    if (ledger.heard.fill !== null) return this.#fill(slot, words.word)
    if (order === null) return
    if (words.word === Word.REJECTED) sideOf(slot, order.bookSide).quietFor = Held.REFUSED
    if (words.word === Word.RATIONED) sideOf(slot, order.bookSide).quietFor = Held.CALLS
    if (settings.ownInBook && order.left > 0 && order.endedAt === words.at) {
      const until = words.at + clock.grace
      slot.shadows = [...slot.shadows, { order, batch: this.#parts.books.batch, until }]
    }
  }

  #fill(slot: Slot, word: Word): void {
    const { fill, isNewFill } = this.#parts.account.ledger.heard
    if (fill === null) return
    this.#parts.settlements.hear(word, fill, slot)
    slot.isFilled = true
    slot.mustDecide ||= isNewFill
    if (isNewFill && slot.strategy !== null) slot.fills.push(fill)
  }

  #link(isLive: boolean): void {
    this.#isLinked = isLive
    this.#isSnapped &&= isLive
    this.#parts.quoter.isReady = isLive && this.#isSnapped
    this.#parts.waking.wakeAll({ isStale: true })
  }

  #snapshot({ snapshot, at }: Report & { readonly kind: 'snapshot' }, adjustments: readonly Adjustment[]): void {
    const { proof, quoter, waking, outbox, account } = this.#parts
    const { ledger, clock, slots } = account
    const { unnamed, orders } = snapshot
    if (unnamed !== undefined)
      proof.read(
        at,
        unnamed.map(id => numberOf(id, ledger.state.epoch)),
      )
    this.#isSnapped = true
    quoter.isReady = this.#isLinked
    this.adjustments.push(...adjustments)
    this.#strangers = orders.filter(order => order.id === null).map(order => order.hash)
    waking.wakeAll({ isStale: true, isFilled: true, mustDecide: true })
    for (const order of ledger.blotter.orders.values())
      if (slots[order.index] === undefined && !isOver(statusOf(order, clock))) outbox.cancelNow(order)
  }
}
