import type { Batch } from '../model/batch.js'
import type { Halt } from '../model/halt.js'
import type { Account } from './account.js'
import type { Books } from './books.js'
import { deriveSlot } from './derive-slot.js'
import type { DeskClock } from './desk-clock.js'
import type { Hearing } from './hearing.js'
import type { LossWatch } from './loss-watch.js'
import type { MarkoutWatch } from './markout-watch.js'
import { obey } from './obey.js'
import type { Opening } from './opening.js'
import type { Outbox } from './outbox.js'
import type { Outgoing } from './outgoing.js'
import type { Quoter } from './quoter.js'
import { heldByDesk, noteQuoting } from './quoting-time.js'
import { redefine } from './redefine.js'
import type { Requoter } from './requoter.js'
import type { Roster } from './roster.js'
import type { SettlementWatch } from './settlement-watch.js'
import type { Slot } from './slot.js'
import type { SlotTable } from './slot-table.js'
import type { Waking } from './waking.js'
import type { WordRing } from './word-ring.js'

/** The parts of one desk, in the order in which a turn goes through them. */
export interface Corridor {
  readonly account: Account
  readonly clock: DeskClock
  readonly books: Books
  readonly slots: SlotTable
  readonly hearing: Hearing
  readonly waking: Waking
  readonly quoter: Quoter
  readonly requoter: Requoter
  readonly losses: LossWatch
  readonly settlements: SettlementWatch
  readonly markouts: MarkoutWatch
  readonly opening: Opening
  readonly outbox: Outbox
  readonly roster: Roster
}

/** The words of a venue as rows, from a driver that works with rows instead of report objects. */
export interface WordRows {
  readonly words: WordRing
  /** Told of the words before the desk books them. */
  readonly outgoing: Outgoing
}

/** Most prints that a strategy sees at once. */
const TRADES_MAX = 1_000

/**
 * One turn: inputs are booked, the affected markets are looked at, and commands are collected in the outbox. A look compares the targets of a
 * market's strategy with its resting orders. Cancels leave in steps 5 and 7; creates in step 7, where every limit is checked; a fill is booked in
 * step 2. `rows`: words that are due now, all of one time; null: reports come in the batch alone.
 */
export function takeTurn(desk: Corridor, batch: Batch, rows: WordRows | null): void {
  obey(desk, batch) // 1. the clock, and what a person said
  hear(desk, batch, rows) // 2. reports: orders, fills, positions and cash are booked
  noticeBooks(desk) // 3. markets that joined or left, books that moved, markets that changed or ended
  wake(desk, batch.timer) // 4. what time alone makes due
  if (hasNothingToDo(desk)) return
  decide(desk) // 5. strategies are asked; targets against what rests: cancels, and what is missing
  guard(desk) // 6. limits of loss, failed settlements, markouts, a strategy's request: halts and pulls everything, or stops a side
  open(desk) // 7. replacements by pace, then legs, risk and calls: creates
  sumUp(desk) // 8. sums and times of what was looked at, for the next turn
}

function hear({ hearing }: Corridor, { reports }: Batch, rows: WordRows | null): void {
  for (let i = 0; i < reports.length; i++) hearing.report(reports[i]!)
  if (rows === null) return
  const { words, outgoing } = rows
  for (const first = words.dueAt; words.dueAt === first; words.drop()) {
    outgoing.heard(words)
    hearing.word(words)
  }
}

function noticeBooks(desk: Corridor): void {
  const { books, account, waking, roster } = desk
  if (books.roster.length > 0) roster.follow(books.roster)
  if (roster.isSeeingOff) roster.seeOff()
  if (books.references.hasNews) noticeReferences(desk)
  for (let i = 0; i < books.changedCount; i++) {
    const slot = account.slotAt[books.changed[i]!]!
    const { depth, attention } = slot
    if (depth.market !== slot.market) redefine(account, slot)
    if (!slot.shadows.isEmpty) attention.ordersChanged()
    if (depth.trades.length > 0) notePrints(slot)
    if (slot.quoting.isDeep) attention.decide()
    if (!attention.mustDecide && !attention.isStale && !slot.net.mayMove) continue
    waking.wake(slot)
    if (slot.peers.length > 1 && slot.assignment?.definition.watchesGroup === true) wakeToDecide(desk, slot.peers)
  }
}

function noticeReferences(desk: Corridor): void {
  const { slots, waking } = desk
  const { changed, changedCount, renewed, renewedCount } = desk.books.references
  for (let i = 0; i < changedCount; i++) {
    const readers = slots.readersOf(changed[i]!)
    wakeToDecide(desk, readers)
    wakeAged(waking, readers)
  }
  for (let i = 0; i < renewedCount; i++) wakeAged(waking, slots.readersOf(renewed[i]!))
}

/** Markets that are pulled because a reference was too old: any value may end that, also an unchanged one. */
function wakeAged(waking: Waking, readers: readonly Slot[]): void {
  for (let i = 0; i < readers.length; i++) if (readers[i]!.quoting.aged !== null) waking.wake(readers[i]!)
}

/**
 * Has the strategies of these markets asked, as the timer does (`Waking.tick`): only where orders may rest. Elsewhere the strategy is asked when that
 * changes. `isOpen` is from the last look at a market, whose end may have come since, so the end is compared again.
 */
function wakeToDecide({ waking, clock }: Corridor, readers: readonly Slot[]): void {
  const wall = clock.now + clock.wallOffset
  for (let i = 0; i < readers.length; i++) {
    const slot = readers[i]!
    if (!slot.quoting.isOpen || slot.quoting.strategy === null || wall >= slot.stopsAt) continue
    slot.attention.decide()
    waking.wake(slot)
  }
}

function notePrints({ trades, depth, attention }: Slot): void {
  trades.push(...depth.trades)
  if (trades.length > TRADES_MAX) trades.splice(0, trades.length - TRADES_MAX)
  attention.decide()
}

function wake({ waking, clock }: Corridor, isTimer: boolean): void {
  if (isTimer) waking.tick()
  waking.wakeDue(clock.now)
}

const hasNothingToDo = ({ waking, clock, losses, settlements, markouts }: Corridor): boolean =>
  waking.count === 0 && clock.now < losses.dueAt && clock.now < markouts.dueAt && !settlements.isDue

/** Looking at one market may wake another, so the list may grow while it is iterated. */
function decide({ waking, quoter }: Corridor): void {
  for (let i = 0; i < waking.count; i++) quoter.visit(waking.woken[i]!)
}

function guard(desk: Corridor): void {
  const { clock, losses, settlements, markouts, quoter, waking } = desk
  if (clock.now >= markouts.dueAt)
    for (const slot of markouts.measure()) {
      waking.wake(slot)
      quoter.visit(slot)
    }
  if (clock.now >= losses.dueAt) latch(desk, losses.mark())
  if (settlements.isDue) latch(desk, settlements.judge())
  if (!quoter.halts.isEmpty) latch(desk, quoter.halts.take())
}

/** Halts the desk, unless it is halted: it pulls everything and opens nothing until a person resumes it. null: there is no reason to. */
function latch({ account, clock, waking, quoter }: Corridor, reason: Halt | null): void {
  if (reason === null || account.ledger.state.halt !== null) return
  account.news.halted(reason)
  account.ledger.latch.halt(reason, clock.now)
  waking.wakeAll('orders')
  for (const slot of account.slots) quoter.visit(slot)
}

function open(desk: Corridor): void {
  const { account, requoter, opening } = desk
  if (!requoter.hasWork) return
  requoter.replace()
  const { wants } = requoter
  if (wants.count === 0) return
  if (account.ledger.state.halt === null) latch(desk, opening.open(wants))
  wants.clear()
}

function sumUp({ account, clock, waking, quoter }: Corridor): void {
  const held = heldByDesk(account.ledger.state, quoter.isReady)
  for (let i = 0; i < waking.count; i++) {
    const slot = waking.woken[i]!
    if (slot.attention.isStale) deriveSlot(slot, account.ledger, clock, account.settings)
    noteQuoting(slot, held, clock.now)
  }
  waking.sleep()
}
