import { cut } from '../model/cut.js'
import { type Fault, thrownTexts } from '../model/fault.js'
import { type BookSide, inYesTerms, type Level } from '../model/money.js'
import type { Ladder } from '../model/quote.js'
import type { Timestamp } from '../model/time.js'
import { type Requoted, requote, stands } from '../strategy/requote.js'
import type { Strategy } from '../strategy/strategy.js'
import type { Account } from './account.js'
import { askAgainAt } from './blotter.js'
import { deriveSlot } from './derive-slot.js'
import { isMisstamped, wallOf } from './desk-state.js'
import { flawOf } from './flaw-of.js'
import { isTrading } from './mark.js'
import type { Order } from './order.js'
import type { Outbox, Want } from './outbox.js'
import { Held } from './quoting-time.js'
import { Answer } from './read-answer.js'
import { byUrgency, distanceOf, EMPTY_SIDE, isBeyond, type Replacement, weightOf } from './replacement.js'
import { aim, hasten, isSame, lookAgain, putOff, putOffSide, type SideState, type Slot } from './slot.js'

/** From a market's book and position to targets, and from targets to cancels and wants. */
export class Quoter {
  readonly wants: Want[] = []
  readonly #replacements: Replacement[] = []
  /** Strategies that failed in this turn. */
  faults: Fault[] = []
  /**
   * Whether the link lives and the venue's own list was read. Until then nothing is decided and nothing rests: what our orders do cannot be
   * heard, so every one of them is canceled. Cancels need no link.
   */
  isReady = false
  /** Whether a strategy decides just now: what it was handed is of use only then. */
  isAsking = false
  readonly #answer = new Answer()
  readonly #account: Account
  readonly #outbox: Outbox
  readonly #deciding: Int32Array
  readonly #inputAgeMax: number

  constructor(account: Account, outbox: Outbox, deciding: Int32Array = new Int32Array(1)) {
    this.#deciding = deciding
    this.#account = account
    this.#outbox = outbox
    this.#inputAgeMax = (account.settings.limits.inputAgeMaxMs ?? Number.POSITIVE_INFINITY) * 1_000
  }

  /** One look at a market: what it shows, what its strategy says of it, and what is then to cancel or missing. */
  visit(slot: Slot): void {
    const { clock, settings } = this.#account
    const { now } = clock
    this.look(slot)
    // A change that the strategy does not watch moves nothing: the turn that most pushes are.
    if (!slot.isRead && !slot.mustDecide) return
    // Nothing is decided that could not be sent: a take is decided once, and would be lost.
    if (this.isReady && slot.mustDecide && slot.strategy !== null) {
      const next = slot.decidedAt + settings.decideEveryMs * 1_000
      if (now >= next) this.#decide(slot, slot.strategy)
      else putOff(slot, next, now)
    }
    if (slot.isRead) lookAgain(slot)
    if (slot.isRead && slot.bid.leaving + slot.ask.leaving > 0) this.#askAgain(slot)
    if (slot.isRead) this.#removeMisstamped(slot)
    slot.isRead = false
    const isQuoting = this.#isQuoting(slot)
    // Two booleans that are compared cost a call.
    if (isQuoting ? !slot.isQuoting : slot.isQuoting) lookAgain(slot)
    slot.isQuoting = isQuoting
    if (!slot.bid.isSettled) this.#side(slot, slot.bid, isQuoting)
    if (!slot.ask.isSettled) this.#side(slot, slot.ask, isQuoting)
  }

  /** Brings a slot and its view up to date. What is new is kept for its visit, whoever looks first: a market's siblings may. */
  look(slot: Slot): void {
    const { ledger, clock, settings } = this.#account
    const { now } = clock
    const { net } = slot
    slot.isRead ||= slot.isStale
    if (slot.isStale) deriveSlot(slot, ledger, clock, settings)
    if (net.refresh(now - this.#inputAgeMax)) slot.mustDecide = true
    if (!net.isLive) aimBoth(slot, null, null)
    // A touch that stands has been seen; of one side alone the price may move without a word.
    else if (slot.mustDecide || !net.isTwoSided)
      slot.mark.see(net.lastBid, net.lastAsk, isTrading(slot.depth.market, wallOf(clock)))
    const { trading, result } = slot.market
    slot.mayQuote = net.isLive && trading === 'open' && result === null && wallOf(clock) < slot.stopsAt
  }

  /** What waits for calls waits no longer than the venue's newest word of them says. Answers when that is. */
  hastenAll(): number {
    const opensAt = this.#account.budget.opensAt()
    for (const slot of this.#account.slots) hasten(slot, opensAt)
    return opensAt
  }

  #decide(slot: Slot, strategy: Strategy<unknown>): void {
    slot.mustDecide = false
    slot.decidedAt = this.#account.clock.now
    const answer = this.#answer
    const isAnswered = this.#ask(slot, strategy)
    if (slot.trades.length > 0) cut(slot.trades, 0)
    if (slot.fills.length > 0) cut(slot.fills, 0)
    slot.decision = isAnswered ? answer.kind : null
    if (!isAnswered || answer.kind === 'pull') aimBoth(slot, null, null)
    else if (answer.kind !== 'keep') this.#want(slot, answer)
  }

  /** A strategy that fails is not one to trade with: its market is pulled and left alone, and the others go on. */
  #ask(slot: Slot, strategy: Strategy<unknown>): boolean {
    this.isAsking = true
    this.#deciding[0] = slot.index
    try {
      this.#answer.read(strategy.decide(slot.view))
      return true
    } catch (error) {
      this.stop(slot, thrownTexts(error))
      return false
    } finally {
      this.isAsking = false
      this.#deciding[0] = -1
    }
  }

  /** Leaves a market's strategy alone from here on, and has its orders pulled with the next visit. The first fault is the one that is told. */
  stop(slot: Slot, { message, stack }: Pick<Fault, 'message' | 'stack'>): void {
    if (slot.strategy === null) return
    slot.fault = { market: slot.index, strategy: slot.name, message, stack }
    slot.strategy = slot.decision = null
    slot.isRead = true
    aimBoth(slot, null, null)
    this.faults.push(slot.fault)
  }

  #want(slot: Slot, answer: Answer): void {
    // What was without a flaw before is so again.
    if (answer.kind === 'quotes' && isSame(slot.bid, answer.bid) && isSame(slot.ask, answer.ask)) return
    const flaw = flawOf(answer)
    if (flaw !== null) {
      if (answer.kind === 'quotes') aimBoth(slot, null, null)
      if (this.#isQuoting(slot)) this.#outbox.refuseFlaw(slot, flaw)
    } else if (answer.kind === 'quotes') {
      aimBoth(slot, answer.bid, answer.ask)
    } else if (answer.take !== null && this.#isQuoting(slot)) {
      const { take } = answer
      const { side } = inYesTerms({ ...take, price: take.worst.price })
      this.wants.push({ slot, side, distance: EMPTY_SIDE, level: null, take, isOwed: false, isPaid: false })
    }
  }

  #isQuoting(slot: Slot): boolean {
    const { halt, isPaused } = this.#account.ledger.state
    return this.isReady && halt === null && !isPaused && slot.mayQuote
  }

  #askAgain(slot: Slot): void {
    for (const order of slot.orders)
      if (order.askedAt !== null && askAgainAt(order) <= this.#account.clock.now) this.#outbox.cancel(slot, order, 'pull')
  }

  /** An order that was stamped by another wall clock does not expire when it should. */
  #removeMisstamped(slot: Slot): void {
    const { ledger, clock, settings } = this.#account
    for (const order of slot.orders)
      if (order.askedAt === null && isMisstamped(order, clock)) this.#outbox.cancel(slot, order, 'pull')
    // What leaves is not to be kept or canceled by the requote that follows.
    if (slot.isStale) deriveSlot(slot, ledger, clock, settings)
  }

  #side(slot: Slot, state: SideState, isQuoting: boolean): void {
    const target = isQuoting ? state.target : null
    state.held = state.rule.room > 0 ? Held.WAITING : Held.REFUSED
    state.isSettled = stands(target, state, state.rule)
    if (state.isSettled) state.isOwed = false
    // Nothing that could go, and nothing may come: the word that ends the doubt has the side looked at again.
    else if (state.count === 0 && state.isBlocked) state.isSettled = true
    else this.#requote(slot, state, target)
  }

  #requote(slot: Slot, state: SideState, target: Ladder): void {
    const { rule } = state
    const { now } = this.#account.clock
    const next = slot.requotedAt + this.#account.settings.requote.requoteEveryMs * 1_000
    const isEarly = target !== null && now < next
    if (isEarly && !state.isOwed) return putOffSide(slot, state, next, now)
    if (state.count === 0) {
      // Nothing stands that could go, and nothing may come.
      const opensAt = this.#account.budget.opensAt()
      if (opensAt > now) return waitForCalls(slot, state, opensAt, now)
      const quietUntil = this.#outbox.quietUntil(slot, rule.side)
      if (now < quietUntil) return staysQuiet(slot, state, quietUntil, now)
    }
    const { cancels, missing } = requote(target, state.orders, rule)
    if (missing.length === 0) state.isOwed = false
    if (isEarly && cancels.length + state.leaving > 0) return putOffSide(slot, state, next, now)
    const isReplaced = cancels.length > 0 && missing.length > 0 && !isBeyond(slot, rule.side, cancels)
    if (!isReplaced) return this.#change(slot, state, { cancels, missing }, 'pull')
    // What would be refused now does not replace what stands.
    const quietUntil = this.#outbox.quietUntil(slot, rule.side)
    if (now < quietUntil) return staysQuiet(slot, state, quietUntil, now)
    const weight = weightOf(state, missing, { now, lifeSeconds: this.#account.settings.requote.orderLifeSeconds })
    this.#replacements.push({ slot, state, cancels, missing, weight })
  }

  /** Replaces what stands away from its target, as far as calls go: the most urgent first, and the rest when calls are back. */
  replace(): void {
    const { clock, budget, ledger } = this.#account
    const { now } = clock
    const count = this.#replacements.length
    if (count > 1 && !budget.canPay(count * 2)) this.#replacements.sort(byUrgency)
    for (const { slot, state, cancels, missing } of this.#replacements) {
      if (ledger.state.halt !== null) break
      const at = budget.replacesAt()
      if (at > now) putOffSide(slot, state, at, now)
      else this.#change(slot, state, { cancels, missing }, 'replace')
    }
    cut(this.#replacements, 0)
  }

  #change(slot: Slot, state: SideState, { cancels, missing }: Requoted<Order>, why: 'pull' | 'replace'): void {
    for (const order of cancels) this.#outbox.cancel(slot, order, why)
    if (cancels.length > 0) slot.requotedAt = this.#account.clock.now
    if (missing.length === 0 || state.isBlocked) state.isSettled = cancels.length === 0
    // Where nothing stood it was found before that an order may come.
    else if (state.count === 0 || !this.#mustWait(slot, state, cancels.length))
      state.isSettled = this.#fill(slot, state, missing, why === 'replace') + cancels.length === 0
  }

  /** Puts off a side to which nothing may be added now. `canceled`: how many of its orders left just now. */
  #mustWait(slot: Slot, state: SideState, canceled: number): boolean {
    const { clock, budget } = this.#account
    const { now } = clock
    const quietUntil = this.#outbox.quietUntil(slot, state.rule.side)
    if (now < quietUntil) {
      staysQuiet(slot, state, quietUntil, now)
      return true
    }
    const opensAt = budget.opensAt()
    if (opensAt > now) waitForCalls(slot, state, opensAt, now, canceled)
    return opensAt > now
  }

  /** Wants what is missing, but for what can only come from sells that are leaving. Answers how many levels that are. */
  #fill(slot: Slot, state: SideState, missing: readonly Level[], isPaid: boolean): number {
    const { isOwed, rule } = state
    const { side } = rule
    const before = this.wants.length
    // A debt that is paid in this turn is over; what is not opened is owed again.
    state.isOwed = false
    for (const level of missing)
      if (isLocked(slot, side, level.size)) state.isOwed = true
      else this.wants.push({ slot, side, distance: distanceOf(state, level), level, take: null, isOwed, isPaid })
    const wanted = this.wants.length - before
    if (isPaid) this.#account.budget.pay(wanted)
    return wanted
  }
}

const aimBoth = (slot: Slot, bid: Ladder, ask: Ladder): void => {
  aim(slot.bid, bid)
  aim(slot.ask, ask)
}

/** All that wait for calls are looked at again at one moment, so that the most urgent go first. */
function waitForCalls(slot: Slot, state: SideState, opensAt: number, now: Timestamp, canceled = 0): void {
  if (state.leaving + canceled > 0) state.isOwed = true
  state.held = Held.CALLS
  putOffSide(slot, state, opensAt, now)
}

function staysQuiet(slot: Slot, state: SideState, until: number, now: Timestamp): void {
  state.held = state.quietFor
  putOffSide(slot, state, until, now)
}

/** Whether all of a size can only come from shares in sells of ours that are leaving: nothing need be reckoned before they are gone. */
const isLocked = ({ position, locked, isStale }: Slot, side: BookSide, size: number): boolean =>
  !isStale &&
  (side === 'bid' ? position.sellable.no === 0 && locked.no >= size : position.sellable.yes === 0 && locked.yes >= size)
