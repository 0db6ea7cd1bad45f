import type { Batch, Control, StrategyFault } from '../model/batch.js'
import { cut } from '../model/cut.js'
import type { Halt } from '../model/halt.js'
import { type MarketId, type MarketIndex, OrderId } from '../model/ids.js'
import { toJson } from '../model/plain.js'
import { Timestamp } from '../model/time.js'
import type { View } from '../strategy/view.js'
import type { Account } from './account.js'
import { RETENTION_MS } from './blotter.js'
import type { Books } from './books.js'
import { Budget } from './budget.js'
import { deriveSlot } from './derive-slot.js'
import type { Desk, DeskParts, Turn } from './desk.js'
import type { Assignment, DeskSettings, DeskSummary } from './desk-options.js'
import { type DeskState, StatusClock } from './desk-state.js'
import { doubtfulOrders } from './doubts.js'
import { Hearing } from './hearing.js'
import { Ledger } from './ledger.js'
import { LossWatch } from './loss-watch.js'
import { summarize } from './marks.js'
import { Outbox } from './outbox.js'
import type { Outgoing } from './outgoing.js'
import { Quoter } from './quoter.js'
import { heldByDesk, noteQuoting } from './quoting-time.js'
import { RollingHash } from './rolling-hash.js'
import { SettlementWatch } from './settlement-watch.js'
import { Slot } from './slot.js'
import { StreamProof } from './stream-proof.js'
import { Waking } from './waking.js'
import type { WordRing } from './word-ring.js'

const EMPTY: Turn = { commands: [], refusals: [], halt: null, adjustments: [], faults: [], failures: [], repeats: [], paid: [] }
const NO_COMMANDS: Turn['commands'] = []
const TRADES_MAX = 1_000

/** The desk of one account: what wakes a market, in which order a turn looks at them, and what a turn says. */
export class AccountDesk implements Desk {
  readonly #books: Books
  readonly #settings: DeskSettings
  readonly #ledger: Ledger
  readonly #slots: readonly Slot[]
  readonly #byId: ReadonlyMap<MarketId, Slot>
  readonly #outbox: Outbox
  readonly #quoter: Quoter
  readonly #losses: LossWatch
  readonly #settlements: SettlementWatch
  readonly #clock = new StatusClock()
  readonly #hash = new RollingHash()
  readonly #waking: Waking
  readonly #hearing: Hearing
  #paid: Turn['paid'][number][] = []
  #halt: Turn['halt'] = null

  constructor({ books, markets, assignments, settings, state, deciding, onReview }: DeskParts) {
    if (settings.graceMs > RETENTION_MS) throw new RangeError(`graceMs is at most ${RETENTION_MS}, found ${settings.graceMs}`)
    this.#books = books
    this.#settings = settings
    this.#clock.grace = settings.graceMs * 1_000
    const ledger = new Ledger(state, markets)
    // The venue's word of its windows was for the process that heard it.
    ledger.state.told.clear()
    const budget = new Budget(settings.budget, ledger.calls, this.#clock, markets.length * 2)
    this.#ledger = ledger
    const slots = markets.map(({ index }) => this.#slotOf(index, assignments))
    this.#slots = slots
    this.#waking = new Waking(slots)
    this.#byId = new Map(slots.map(slot => [slot.id, slot]))
    const account: Account = {
      ledger,
      budget,
      settings,
      clock: this.#clock,
      hash: this.#hash,
      slots,
      onReview: onReview ?? null,
    }
    this.#losses = new LossWatch(account)
    this.#settlements = new SettlementWatch(account)
    this.#outbox = new Outbox(account, this.#losses)
    this.#quoter = new Quoter(account, this.#outbox, deciding)
    this.#hearing = new Hearing({
      account,
      books,
      outbox: this.#outbox,
      quoter: this.#quoter,
      settlements: this.#settlements,
      proof: new StreamProof({ clock: this.#clock, blotter: ledger.blotter, slots, waking: this.#waking }),
      waking: this.#waking,
    })
    for (const slot of slots) this.#redefine(slot)
  }

  turn(batch: Batch): Turn {
    this.#begin(batch)
    const { reports } = batch
    for (let i = 0; i < reports.length; i++) this.#hearing.report(reports[i]!)
    this.#look(batch)
    const { leaving } = this.#outbox
    return this.#say(leaving.isEmpty ? NO_COMMANDS : leaving.take(this.#ledger.state.epoch))
  }

  pass(batch: Batch, words: WordRing | null, outgoing: Outgoing): Turn {
    this.#begin(batch)
    const { reports } = batch
    for (let i = 0; i < reports.length; i++) this.#hearing.report(reports[i]!)
    if (words !== null) this.#hear(words, outgoing)
    this.#look(batch)
    const { leaving } = this.#outbox
    if (!leaving.isEmpty) leaving.tell(outgoing)
    return this.#say(NO_COMMANDS)
  }

  #hear(words: WordRing, outgoing: Outgoing): void {
    for (const first = words.dueAt; words.dueAt === first; words.drop()) {
      outgoing.heard(words)
      this.#hearing.word(words)
    }
  }

  #begin(batch: Batch): void {
    if (this.#clock.bornAt === Timestamp.ZERO) this.#clock.bornAt = batch.now
    if (batch.now > this.#clock.now) this.#clock.now = batch.now
    if (batch.wallOffset !== this.#clock.wallOffset) this.#setWall(batch.wallOffset)
    const { controls } = batch
    for (let i = 0; i < controls.length; i++) this.#control(controls[i]!)
  }

  /** From what came in to what is to leave. */
  #look(batch: Batch): void {
    const { changed, changedCount } = this.#books
    for (let i = 0; i < changedCount; i++) this.#noticeBook(this.#slot(changed[i]))
    if (batch.timer) this.#waking.tick()
    const { woken } = this.#waking
    this.#waking.wakeDue(this.#clock.now)
    if (woken.length === 0 && this.#clock.now < this.#losses.dueAt && !this.#settlements.isDue) return
    for (let i = 0; i < woken.length; i++) this.#quoter.visit(woken[i]!)
    this.#close()
    const held = heldByDesk(this.#ledger.state, this.#quoter.isReady)
    for (let i = 0; i < woken.length; i++) this.#leave(woken[i]!, held)
    cut(woken, 0)
  }

  state(): DeskState {
    return this.#ledger.save()
  }

  stateHash(): string {
    const hash = new RollingHash()
    hash.addText(toJson(this.#ledger.save()))
    hash.addText(this.#hash.digest())
    return hash.digest()
  }

  summary(): DeskSummary {
    return summarize({ ledger: this.#ledger, slots: this.#slots, clock: this.#clock })
  }

  doubts(): ReturnType<Desk['doubts']> {
    const { blotter, state } = this.#ledger
    return doubtfulOrders(blotter.orders.values(), this.#clock).map(number => OrderId.of(state.epoch, number))
  }

  #slotOf(market: MarketIndex, assignments: readonly Assignment[]): Slot {
    const own = assignments.filter(assignment => assignment.market === market)
    if (own.length > 1) throw new RangeError(`one market takes one strategy, market ${market} has ${own.length}`)
    const assignment = own[0] ?? null
    const depth = this.#books.depth(market)
    if (this.#settings.ownInBook) depth.keepBatches()
    return new Slot({
      depth,
      assignment,
      ledger: this.#ledger,
      clock: this.#clock,
      sibling: this.#siblings(assignment),
      reference: name => this.#books.reference(name),
    })
  }

  #siblings(assignment: Assignment | null): View<unknown>['sibling'] {
    return id => {
      if (!this.#quoter.isAsking) throw new Error('a sibling can be looked at while a strategy decides, and never later')
      const slot = this.#byId.get(id)
      if (slot === undefined || slot.assignment?.definition !== assignment?.definition) return undefined
      this.#quoter.look(slot)
      if (slot.mustDecide) this.#waking.wake(slot)
      return slot.view
    }
  }

  #slot(market: MarketIndex | undefined): Slot {
    const slot = this.#slots[market ?? -1]
    if (slot === undefined) throw new RangeError(`no market has index ${market}`)
    return slot
  }

  /** Orders that were stamped by another wall clock are looked for: they would rest for longer or shorter than was meant. */
  #setWall(wallOffset: number): void {
    this.#clock.wallOffset = wallOffset
    this.#waking.wakeAll({ isStale: true })
  }

  #control(control: Control): void {
    if (control.what === 'fault') return this.#stop(control)
    this.#ledger.control(control)
    this.#waking.wakeAll({ mustDecide: true })
    if (control.what !== 'cancel-all') return
    for (const hash of this.#hearing.strangers) this.#outbox.cancelStranger(hash)
    this.#hearing.strangers = []
  }

  #stop({ markets, message, stack }: StrategyFault): void {
    for (const market of markets) {
      const slot = this.#slot(market)
      this.#quoter.stop(slot, { message, stack })
      this.#waking.wake(slot)
    }
  }

  #noticeBook(slot: Slot): void {
    const { depth } = slot
    if (depth.market !== slot.market) this.#redefine(slot)
    if (slot.shadows.length > 0) slot.isStale = true
    if (depth.trades.length > 0) {
      slot.trades.push(...depth.trades)
      if (slot.trades.length > TRADES_MAX) slot.trades.splice(0, slot.trades.length - TRADES_MAX)
      slot.mustDecide = true
    }
    if (slot.isDeep) slot.mustDecide = true
    if (slot.mustDecide || slot.isStale || slot.net.mayMove) this.#waking.wake(slot)
  }

  #redefine(slot: Slot): void {
    const { market } = slot.depth
    slot.market = market
    slot.mustDecide = slot.isStale = true
    if (market.result === null || !this.#ledger.portfolio.pay(slot.id, market.result.yes)) return
    slot.isFilled = true
    this.#paid.push({ market: slot.index, yes: market.result.yes })
  }

  /** Looks at losses and settlements, and opens what the markets want. */
  #close(): void {
    const { wants } = this.#quoter
    if (this.#clock.now >= this.#losses.dueAt) this.#latch(this.#losses.mark())
    this.#latch(this.#settlements.judge())
    this.#quoter.replace()
    if (wants.length === 0) return
    if (this.#ledger.state.halt === null) this.#latch(this.#outbox.place(wants))
    cut(wants, 0)
  }

  /** A limit of loss that is passed latches: the desk pulls everything and opens nothing any more. */
  #latch(breach: Halt | null): void {
    if (breach === null || this.#ledger.state.halt !== null) return
    this.#halt = breach
    this.#ledger.halt(breach, this.#clock.now)
    this.#waking.wakeAll({ isStale: true })
    for (const slot of this.#slots) this.#quoter.visit(slot)
  }

  #leave(slot: Slot, held: number): void {
    slot.isWoken = false
    if (slot.isStale) deriveSlot(slot, this.#ledger, this.#clock, this.#settings)
    noteQuoting(slot, held, this.#clock.now)
    this.#waking.notLaterThan(Math.min(slot.wakeAt, slot.retryAt))
  }

  #say(commands: Turn['commands']): Turn {
    const { refusals } = this.#outbox
    const { faults } = this.#quoter
    const { adjustments, repeats } = this.#hearing
    const paid = this.#paid
    const halt = this.#halt
    const { failures } = this.#settlements
    const said = commands.length + refusals.length + failures.length + faults.length
    if (said + adjustments.length + repeats.length + paid.length === 0 && halt === null) return EMPTY
    if (refusals.length > 0) this.#outbox.refusals = []
    if (faults.length > 0) this.#quoter.faults = []
    if (failures.length > 0) this.#settlements.failures = []
    if (adjustments.length > 0) this.#hearing.adjustments = []
    if (repeats.length > 0) this.#hearing.repeats = []
    if (paid.length > 0) this.#paid = []
    this.#halt = null
    return { commands, refusals, halt, adjustments, faults, failures, repeats, paid }
  }
}
