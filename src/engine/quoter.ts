import { cut } from '../model/cut.js'
import { type Fault, thrownTexts } from '../model/fault.js'
import { inYesTerms } from '../model/money.js'
import { takesOrders } from '../model/venue-mode.js'
import type { Strategy } from '../strategy/strategy.js'
import { NOTHING } from '../strategy/target.js'
import type { Account } from './account.js'
import { agedReference } from './aged-reference.js'
import type { Asking } from './asking.js'
import { deriveSlot } from './derive-slot.js'
import { flawOf } from './flaw-of.js'
import { HaltRequests } from './halt-requests.js'
import { isTrading } from './mark.js'
import type { Opening } from './opening.js'
import { askAgainAt, isMisstamped } from './order-status.js'
import type { Outbox } from './outbox.js'
import { Answer } from './read-answer.js'
import { EMPTY_SIDE } from './replacement.js'
import type { Requoter } from './requoter.js'
import { type Slot, sideOf } from './slot.js'

interface QuoterParts {
  readonly outbox: Outbox
  readonly opening: Opening
  readonly requoter: Requoter
  readonly asking: Asking
}

/** Looks at a market: its book, its strategy's answer, removals that were not answered, and sides that differ from their targets. */
export class Quoter {
  /**
   * Whether the link is live and the venue's own list was read. Until then nothing is decided and nothing rests: reports about our orders cannot be
   * received, so all of them are canceled. Cancels need no link.
   */
  isReady = false
  /** Whether a strategy is deciding now: only then may it use what it was passed. */
  isAsking = false
  readonly halts = new HaltRequests()
  readonly #answer = new Answer()
  readonly #account: Account
  readonly #parts: QuoterParts
  readonly #asking: Asking

  constructor(account: Account, parts: QuoterParts) {
    this.#account = account
    this.#parts = parts
    this.#asking = parts.asking
  }

  /** Called when the link or the snapshot that it needs came or went. */
  ready(isReady: boolean): void {
    this.isReady = isReady
  }

  visit(slot: Slot): void {
    this.look(slot)
    const { attention, quoting, bid, ask } = slot
    // Nothing that the strategy watches has changed. Most pushes end here.
    if (!attention.mustRead && !attention.mustDecide) return
    // While no order may be sent, the strategy is not asked: it answers a take only once, and that would be lost.
    if (this.isReady && attention.mustDecide && quoting.strategy !== null && quoting.aged === null) {
      const { now } = this.#account.clock
      const next = quoting.decidedAt + this.#account.settings.decideEveryMs * 1_000
      if (now >= next) this.#decide(slot, quoting.strategy)
      else attention.putOff(next, now)
    }
    if (attention.mustRead) this.#readOrders(slot)
    const isOn = this.#mayQuote(slot)
    if (isOn !== quoting.isOn) {
      quoting.turn(isOn)
      slot.lookAgain()
    }
    if (bid.isDue) this.#parts.requoter.visit(slot, bid, isOn)
    if (ask.isDue) this.#parts.requoter.visit(slot, ask, isOn)
  }

  /**
   * Brings a slot and its view up to date. A sibling market's strategy may cause this before the market's own visit; the changes are then kept for
   * that visit.
   */
  look(slot: Slot): void {
    const { ledger, clock, settings } = this.#account
    const { attention, net } = slot
    if (attention.isStale) {
      attention.readOrders()
      deriveSlot(slot, ledger, clock, settings)
    }
    const hasMoved = net.refresh(clock.now - (settings.limits.inputAgeMaxMs ?? Number.POSITIVE_INFINITY) * 1_000)
    if (hasMoved) attention.decide()
    const wall = clock.now + clock.wallOffset
    const aged = slot.needed.length === 0 ? null : agedReference(slot, clock.now)
    if (aged !== slot.quoting.aged) slot.age(aged)
    if (!net.isLive || aged !== null) slot.setTargets(NOTHING, NOTHING)
    // The mark has an unchanged touch already; in a one-sided book the best price may move without a change of the touch.
    if (net.isLive && (hasMoved || attention.mustRead || !net.isTwoSided))
      slot.mark.see(net.lastBid, net.lastAsk, isTrading(slot.depth.market, wall))
    const isOpen = net.isLive && aged === null && takesOrders(slot.market) && wall < slot.stopsAt
    if (isOpen !== slot.quoting.isOpen) slot.quoting.open(isOpen)
  }

  /** Stops asking a market's strategy, and has its orders pulled with the next visit. The first fault is the one that is reported. */
  stop(slot: Slot, { message, stack }: Pick<Fault, 'message' | 'stack'>): void {
    if (slot.quoting.isAssigned) this.#fail(slot, { message, stack })
  }

  /** Creates a market's strategy again. A failure to create it is a fault like any other. */
  restart(slot: Slot): void {
    const { assignment, parameters, market, quoting, attention } = slot
    if (assignment === null) return
    this.#asking.create(slot.index, this.#account.clock.now)
    try {
      quoting.restart(assignment.definition.create(parameters, market))
      attention.decide()
    } catch (error) {
      this.#fail(slot, thrownTexts(error))
    } finally {
      this.#asking.end()
    }
  }

  #fail(slot: Slot, { message, stack }: Pick<Fault, 'message' | 'stack'>): void {
    const { quoting } = slot
    const fault = { market: slot.index, strategy: quoting.name, message, stack }
    quoting.stop(fault, this.#account.clock.now)
    slot.attention.readOrders()
    slot.setTargets(NOTHING, NOTHING)
    this.#account.news.failed(fault)
  }

  #decide(slot: Slot, strategy: Strategy<unknown>): void {
    slot.attention.decided()
    slot.quoting.asked(this.#account.clock.now)
    const answer = this.#answer
    const isAnswered = this.#askStrategy(slot, strategy)
    if (slot.trades.length > 0) cut(slot.trades, 0)
    if (slot.fills.length > 0) cut(slot.fills, 0)
    slot.quoting.answered(isAnswered ? answer.kind : null, answer.why, this.#account.clock.now)
    if (answer.kind === 'halt' && isAnswered) this.halts.ask(slot, answer.why)
    if (!isAnswered || answer.kind === 'pull' || answer.kind === 'halt') slot.setTargets(NOTHING, NOTHING)
    else if (answer.kind !== 'keep') this.#follow(slot, answer)
  }

  /**
   * A strategy that fails is stopped: its market is pulled and no longer quoted, and the others go on. Stacks of faults are searched for this
   * method's name.
   */
  #askStrategy(slot: Slot, strategy: Strategy<unknown>): boolean {
    this.isAsking = true
    this.#asking.decide(slot.index, this.#account.clock.now)
    try {
      this.#answer.read(strategy.decide(slot.view))
      return true
    } catch (error) {
      this.stop(slot, thrownTexts(error))
      return false
    } finally {
      this.isAsking = false
      this.#asking.end()
    }
  }

  #follow(slot: Slot, answer: Answer): void {
    // An answer that was checked before has no flaw now.
    const { bid, ask, quoting } = slot
    if (answer.kind === 'quotes' && !quoting.isInvalid && bid.target.isSame(answer.bid) && ask.target.isSame(answer.ask)) return
    const flaw = flawOf(answer)
    if (flaw !== null) {
      if (answer.kind === 'quotes') slot.setTargets(NOTHING, NOTHING, true)
      if (this.#mayQuote(slot)) this.#parts.opening.refuseFlaw(slot, flaw)
    } else if (answer.kind === 'quotes') {
      slot.setTargets(answer.bid, answer.ask)
    } else if (answer.take !== null && this.#mayQuote(slot)) {
      const { take } = answer
      const { side } = inYesTerms({ ...take, price: take.worst.price })
      const want = this.#parts.requoter.wants.next(slot, sideOf(slot, side))
      want.setTake(slot, sideOf(slot, side), take).rank(EMPTY_SIDE, false, false)
    }
  }

  #mayQuote({ quoting }: Slot): boolean {
    const { halt, isPaused } = this.#account.ledger.state
    return this.isReady && halt === null && !isPaused && !quoting.isPaused && quoting.isOpen
  }

  /** The sums of its orders were computed again, or a delayed action is due: unanswered removals are requested again. */
  #readOrders(slot: Slot): void {
    slot.lookAgain()
    const { ledger, clock, settings } = this.#account
    const isLeaving = slot.bid.sums.leaving + slot.ask.sums.leaving > 0
    for (let i = 0; i < slot.orders.length; i++) {
      const order = slot.orders[i]!
      if (order.isAsked ? isLeaving && askAgainAt(order) <= clock.now : isMisstamped(order.terms, clock))
        this.#parts.outbox.cancel(slot, order, 'pull')
    }
    // The following requote must neither keep nor cancel an order that is canceled here.
    if (slot.attention.isStale) deriveSlot(slot, ledger, clock, settings)
    slot.attention.seen()
  }
}
