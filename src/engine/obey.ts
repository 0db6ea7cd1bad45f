import type { Batch, Control, Hand, StrategyFault } from '../model/batch.js'
import { isIn } from '../model/control-scope.js'
import { Timestamp } from '../model/time.js'
import type { Account } from './account.js'
import { changeSettings } from './change-settings.js'
import type { DeskClock } from './desk-clock.js'
import type { Hearing } from './hearing.js'
import type { Outbox } from './outbox.js'
import type { Quoter } from './quoter.js'
import type { Roster } from './roster.js'
import type { Waking } from './waking.js'

/** The parts of a desk that controls affect. */
interface Obeying {
  readonly account: Account
  readonly clock: DeskClock
  readonly waking: Waking
  readonly hearing: Hearing
  readonly quoter: Quoter
  readonly outbox: Outbox
  readonly roster: Roster
}

/** Step 1 of a turn: its time, and the controls of a person or of this program. */
export function obey(desk: Obeying, { now, wallOffset, controls }: Batch): void {
  const { clock, waking } = desk
  if (clock.bornAt === Timestamp.ZERO) clock.bornAt = now
  if (now > clock.now) clock.now = now
  if (wallOffset !== clock.wallOffset) {
    // All orders are looked at again: those stamped by the old wall clock would rest for longer or shorter than intended.
    clock.wallOffset = wallOffset
    waking.wakeAll('orders')
  }
  for (let i = 0; i < controls.length; i++) obeyOne(desk, controls[i]!)
}

function obeyOne(desk: Obeying, control: Control): void {
  switch (control.what) {
    case 'fault':
      return stopStrategy(desk, control)
    case 'set':
      return changeSettings(desk, control)
    case 'restart':
      return restartStrategies(desk, control)
    default:
      return latchByHand(desk, control)
  }
}

function latchByHand({ account, waking, hearing, outbox }: Obeying, hand: Hand): void {
  const { ledger, slots } = account
  // A resume ends stops, which a market notices only when its orders are summed again.
  if (ledger.stops.isAny) waking.wakeAll('orders')
  ledger.latch.control(hand)
  for (const slot of slots) slot.notePause(ledger.latch.pauses)
  waking.wakeAll('decision')
  if (hand.what === 'cancel-all') for (const order of hearing.takeStrangers()) outbox.cancelStranger(order)
}

function restartStrategies({ account, quoter, waking, roster }: Obeying, { scope = 'all' }: Hand): void {
  for (const slot of account.slots) {
    if (!isIn(scope, slot.id, slot.quoting.name) || roster.isLeaving(slot)) continue
    quoter.restart(slot)
    waking.wake(slot)
  }
}

function stopStrategy({ account, quoter, waking }: Obeying, fault: StrategyFault): void {
  for (const market of fault.markets) {
    const slot = account.slotAt[market]
    if (slot === undefined) throw new RangeError(`no market has index ${market}`)
    quoter.stop(slot, fault)
    waking.wake(slot)
  }
}
