import type { Batch, Control } from '../model/batch.js'
import { cut } from '../model/cut.js'
import type { Halt } from '../model/halt.js'
import { Timestamp } from '../model/time.js'
import type { Account } from './account.js'
import type { Books } from './books.js'
import { deriveSlot } from './derive-slot.js'
import type { Turn } from './desk.js'
import type { StatusClock } from './desk-state.js'
import type { Hearing } from './hearing.js'
import type { LossWatch } from './loss-watch.js'
import type { Outbox } from './outbox.js'
import type { Outgoing } from './outgoing.js'
import type { Quoter } from './quoter.js'
import { heldByDesk, noteQuoting } from './quoting-time.js'
import type { SettlementWatch } from './settlement-watch.js'
import type { Slot } from './slot.js'
import type { Waking } from './waking.js'
import type { WordRing } from './word-ring.js'

/** The parts of one desk, in the order in which a turn goes through them. */
export interface Corridor {
  readonly account: Account
  readonly clock: StatusClock
  readonly books: Books
  readonly waking: Waking
  readonly hearing: Hearing
  readonly quoter: Quoter
  readonly losses: LossWatch
  readonly settlements: SettlementWatch
  readonly outbox: Outbox
  /** What a turn says beside what its parts have to say. */
  readonly said: { halt: Halt | null; paid: Turn['paid'][number][] }
}

/** Words of a venue that came as rows, and who takes what leaves. */
export interface Rows {
  readonly words: WordRing
  readonly outgoing: Outgoing
}

/** The most prints that a strategy is shown at once. */
const TRADES_MAX = 1_000

/**
 * One turn: what came in is booked, the markets that it concerns are looked at, and what shall leave is collected in the outbox. A market is looked
 * at by its strategy's targets against what rests; cancels are collected in step 5 and 7, creates in step 7, where every limit is asked.
 */
export function takeTurn(desk: Corridor, batch: Batch, rows: Rows | null): void {
  obey(desk, batch) // 1. the clock, and the hand of a person
  hear(desk, batch, rows) // 2. reports: orders, fills, positions and cash are booked
  noticeBooks(desk) // 3. books that moved, markets that changed or ended
  wake(desk, batch.timer) // 4. what time alone makes due
  if (hasNothingToDo(desk)) return
  decide(desk) // 5. strategies are asked; targets against what rests: cancels, and what is missing
  guard(desk) // 6. limits of loss and failed settlements: a breach halts and pulls everything
  open(desk) // 7. replacements by pace, then legs, risk and calls: creates
  leave(desk) // 8. sums and times of what was looked at, for the next turn
}

function obey({ account, clock, waking, hearing, quoter, outbox }: Corridor, { now, wallOffset, controls }: Batch): void {
  if (clock.bornAt === Timestamp.ZERO) clock.bornAt = now
  if (now > clock.now) clock.now = now
  if (wallOffset !== clock.wallOffset) {
    // Orders that were stamped by another wall clock are looked for: they would rest for longer or shorter than was meant.
    clock.wallOffset = wallOffset
    waking.wakeAll({ isStale: true })
  }
  for (let i = 0; i < controls.length; i++) {
    const control = controls[i]!
    if (control.what === 'fault') stop({ account, quoter, waking }, control)
    else {
      account.ledger.control(control)
      waking.wakeAll({ mustDecide: true })
      if (control.what === 'cancel-all') for (const order of hearing.takeStrangers()) outbox.cancelStranger(order)
    }
  }
}

function stop(
  { account, quoter, waking }: Pick<Corridor, 'account' | 'quoter' | 'waking'>,
  fault: Control & { readonly what: 'fault' },
): void {
  for (const market of fault.markets) {
    const slot = account.slots[market]
    if (slot === undefined) throw new RangeError(`no market has index ${market}`)
    quoter.stop(slot, fault)
    waking.wake(slot)
  }
}

function hear({ hearing }: Corridor, { reports }: Batch, rows: Rows | null): void {
  for (let i = 0; i < reports.length; i++) hearing.report(reports[i]!)
  if (rows === null) return
  const { words, outgoing } = rows
  for (const first = words.dueAt; words.dueAt === first; words.drop()) {
    outgoing.heard(words)
    hearing.word(words)
  }
}

function noticeBooks(desk: Corridor): void {
  const { books, account, waking } = desk
  for (let i = 0; i < books.changedCount; i++) {
    const slot = account.slots[books.changed[i]!]!
    const { depth } = slot
    if (depth.market !== slot.market) redefine(desk, slot)
    if (slot.shadows.length > 0) slot.isStale = true
    if (depth.trades.length > 0) notePrints(slot)
    if (slot.isDeep) slot.mustDecide = true
    if (slot.mustDecide || slot.isStale || slot.net.mayMove) waking.wake(slot)
  }
}

function notePrints(slot: Slot): void {
  const { trades } = slot
  trades.push(...slot.depth.trades)
  if (trades.length > TRADES_MAX) trades.splice(0, trades.length - TRADES_MAX)
  slot.mustDecide = true
}

/** Takes over a market's definition; a result that it brings is paid. */
export function redefine({ account, said }: Pick<Corridor, 'account' | 'said'>, slot: Slot): void {
  const { market } = slot.depth
  slot.market = market
  slot.mustDecide = slot.isStale = true
  if (market.result === null || !account.ledger.portfolio.pay(slot.id, market.result.yes)) return
  slot.isFilled = true
  said.paid.push({ market: slot.index, yes: market.result.yes })
}

function wake({ waking, clock }: Corridor, isTimer: boolean): void {
  if (isTimer) waking.tick()
  waking.wakeDue(clock.now)
}

const hasNothingToDo = ({ waking, clock, losses, settlements }: Corridor): boolean =>
  waking.woken.length === 0 && clock.now < losses.dueAt && !settlements.isDue

/** Looking at one market may wake another, so the list is walked while it grows. */
function decide({ waking, quoter }: Corridor): void {
  const { woken } = waking
  for (let i = 0; i < woken.length; i++) quoter.visit(woken[i]!)
}

function guard(desk: Corridor): void {
  const { clock, losses, settlements } = desk
  if (clock.now >= losses.dueAt) latch(desk, losses.mark())
  latch(desk, settlements.judge())
}

/** A limit that is passed latches: the desk pulls everything and opens nothing any more. */
function latch({ account, clock, waking, quoter, said }: Corridor, breach: Halt | null): void {
  if (breach === null || account.ledger.state.halt !== null) return
  said.halt = breach
  account.ledger.halt(breach, clock.now)
  waking.wakeAll({ isStale: true })
  for (const slot of account.slots) quoter.visit(slot)
}

function open(desk: Corridor): void {
  const { account, quoter, outbox } = desk
  quoter.replace()
  if (quoter.wants.length === 0) return
  if (account.ledger.state.halt === null) latch(desk, outbox.place(quoter.wants))
  cut(quoter.wants, 0)
}

function leave({ account, clock, waking, quoter }: Corridor): void {
  const { woken } = waking
  const held = heldByDesk(account.ledger.state, quoter.isReady)
  for (let i = 0; i < woken.length; i++) {
    const slot = woken[i]!
    slot.isWoken = false
    if (slot.isStale) deriveSlot(slot, account.ledger, clock, account.settings)
    noteQuoting(slot, held, clock.now)
    waking.notLaterThan(Math.min(slot.wakeAt, slot.retryAt))
  }
  cut(woken, 0)
}
