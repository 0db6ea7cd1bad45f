import { cut } from '../model/cut.js'
import { type Fault, thrownTexts } from '../model/fault.js'
import { inYesTerms } from '../model/money.js'
import { takesOrders } from '../model/venue-mode.js'
import type { Strategy } from '../strategy/strategy.js'
import { NOTHING, type Target } from '../strategy/target.js'
import type { Account } from './account.js'
import { deriveSlot } from './derive-slot.js'
import { flawOf } from './flaw-of.js'
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
  /** Its first place holds the market whose strategy is being asked, -1 between them: for a thread that looks from outside. */
  readonly deciding: Int32Array | undefined
}

/** Looks at a market: what it shows, what its strategy says of it, and whether what rests there is what should. */
export class Quoter {
  /**
   * Whether the link lives and the venue's own list was read. Until then nothing is decided and nothing rests: what our orders do cannot be
   * heard, so every one of them is canceled. Cancels need no link.
   */
  isReady = false
  /** Whether a strategy decides just now: what it was handed is of use only then. */
  isAsking = false
  readonly #answer = new Answer()
  readonly #account: Account
  readonly #parts: QuoterParts
  readonly #deciding: Int32Array

  constructor(account: Account, parts: QuoterParts) {
    this.#account = account
    this.#parts = parts
    this.#deciding = parts.deciding ?? new Int32Array(1)
  }

  /** Whether what our orders do can be heard. */
  ready(isReady: boolean): void {
    this.isReady = isReady
  }

  visit(slot: Slot): void {
    this.look(slot)
    const { attention, quoting, bid, ask } = slot
    // Nothing that the strategy watches has changed. Most pushes end here.
    if (!attention.isRead && !attention.mustDecide) return
    // While orders cannot be sent the strategy is not asked: it answers a take only once, and that would be lost.
    if (this.isReady && attention.mustDecide && quoting.strategy !== null) {
      const { now } = this.#account.clock
      const next = quoting.decidedAt + this.#account.settings.decideEveryMs * 1_000
      if (now >= next) this.#decide(slot, quoting.strategy)
      else attention.putOff(next, now)
    }
    if (attention.isRead) this.#readOrders(slot)
    const isOn = this.#mayQuote(slot)
    if (isOn !== quoting.isOn) {
      quoting.turn(isOn)
      slot.lookAgain()
    }
    if (bid.isDue) this.#parts.requoter.visit(slot, bid, isOn)
    if (ask.isDue) this.#parts.requoter.visit(slot, ask, isOn)
  }

  /** Brings a slot and its view up to date. A strategy of a sibling market may ask for this before the market's own visit; what changed is then kept for that visit. */
  look(slot: Slot): void {
    const { ledger, clock, settings } = this.#account
    const { attention, net } = slot
    if (attention.isStale) {
      attention.read()
      deriveSlot(slot, ledger, clock, settings)
    }
    const hasMoved = net.refresh(clock.now - (settings.limits.inputAgeMaxMs ?? Number.POSITIVE_INFINITY) * 1_000)
    if (hasMoved) attention.decide()
    const wall = clock.now + clock.wallOffset
    if (!net.isLive) aimBoth(slot, NOTHING, NOTHING)
    // A touch that stands has been seen; of one side alone the price may move without a word.
    else if (hasMoved || attention.isRead || !net.isTwoSided)
      slot.mark.see(net.lastBid, net.lastAsk, isTrading(slot.depth.market, wall))
    const isOpen = net.isLive && takesOrders(slot.market) && wall < slot.stopsAt
    if (isOpen !== slot.quoting.isOpen) slot.quoting.open(isOpen)
  }

  /** Leaves a market's strategy alone from here on, and has its orders pulled with the next visit. The first fault is the one that is told. */
  stop(slot: Slot, { message, stack }: Pick<Fault, 'message' | 'stack'>): void {
    if (slot.quoting.strategy !== null) this.#fail(slot, { message, stack })
  }

  /** Has a market's strategy made again. One that cannot be made is a fault like any other. */
  restart(slot: Slot): void {
    const { assignment, parameters, market, quoting, attention } = slot
    if (assignment === null) return
    try {
      quoting.restart(assignment.definition.create(parameters, market))
      attention.decide()
    } catch (error) {
      this.#fail(slot, thrownTexts(error))
    }
  }

  #fail(slot: Slot, { message, stack }: Pick<Fault, 'message' | 'stack'>): void {
    const { quoting } = slot
    const fault = { market: slot.index, strategy: quoting.name, message, stack }
    quoting.stop(fault, this.#account.clock.now)
    slot.attention.read()
    aimBoth(slot, NOTHING, NOTHING)
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
    if (!isAnswered || answer.kind === 'pull') aimBoth(slot, NOTHING, NOTHING)
    else if (answer.kind !== 'keep') this.#follow(slot, answer)
  }

  /**
   * A strategy that fails is stopped: its market is pulled and not quoted any more, and the others go on. Stacks of faults are read by this method's name.
   */
  #askStrategy(slot: Slot, strategy: Strategy<unknown>): boolean {
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

  #follow(slot: Slot, answer: Answer): void {
    // What was without a flaw before is so again.
    if (answer.kind === 'quotes' && slot.bid.target.isSame(answer.bid) && slot.ask.target.isSame(answer.ask)) return
    const flaw = flawOf(answer)
    if (flaw !== null) {
      if (answer.kind === 'quotes') aimBoth(slot, NOTHING, NOTHING)
      if (this.#mayQuote(slot)) this.#parts.opening.refuseFlaw(slot, flaw)
    } else if (answer.kind === 'quotes') {
      aimBoth(slot, answer.bid, answer.ask)
    } else if (answer.take !== null && this.#mayQuote(slot)) {
      const { take } = answer
      const { side } = inYesTerms({ ...take, price: take.worst.price })
      const want = this.#parts.requoter.wants.next(slot, sideOf(slot, side))
      want.wish(slot, sideOf(slot, side), take).rank(EMPTY_SIDE, false, false)
    }
  }

  #mayQuote({ quoting }: Slot): boolean {
    const { halt, isPaused } = this.#account.ledger.state
    return this.isReady && halt === null && !isPaused && !quoting.isPaused && quoting.isOpen
  }

  /** Its orders were summed again, or what was put off is due: removals that were not answered are asked again. */
  #readOrders(slot: Slot): void {
    slot.lookAgain()
    const { ledger, clock, settings } = this.#account
    const isLeaving = slot.bid.sums.leaving + slot.ask.sums.leaving > 0
    for (let i = 0; i < slot.orders.length; i++) {
      const order = slot.orders[i]!
      if (order.isAsked ? isLeaving && askAgainAt(order) <= clock.now : isMisstamped(order.terms, clock))
        this.#parts.outbox.cancel(slot, order, 'pull')
    }
    // An order that leaves here must not be kept or canceled by the requote that follows.
    if (slot.attention.isStale) deriveSlot(slot, ledger, clock, settings)
    slot.attention.seen()
  }
}

const aimBoth = (slot: Slot, bid: Target, ask: Target): void => {
  slot.bid.aim(bid)
  slot.ask.aim(ask)
}
