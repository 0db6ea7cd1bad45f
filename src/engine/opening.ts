import type { Halt } from '../model/halt.js'
import type { Place, Refusal } from '../model/intent.js'
import { type BookSide, cost, inYesTerms, Price, Size, Wei } from '../model/money.js'
import type { Take } from '../model/quote.js'
import { Timestamp } from '../model/time.js'
import { Legs, type Missing } from '../strategy/legs.js'
import type { Account } from './account.js'
import { addOrder, deriveSlot } from './derive-slot.js'
import { Draft, lasting } from './draft.js'
import { hashCreate } from './fingerprint.js'
import type { Flaw } from './flaw-of.js'
import type { LossWatch } from './loss-watch.js'
import type { Outbox } from './outbox.js'
import { ownBest } from './own-best.js'
import { openedWith, review } from './risk.js'
import { Held } from './side-time.js'
import { type Slot, sideOf } from './slot.js'
import type { SlotSide } from './slot-side.js'
import { copyOfStance, SlotStance } from './slot-stance.js'
import { meetsOwn } from './taking-rules.js'
import { taperFlaw } from './taper.js'
import type { Want, Wants } from './wants.js'

/** Filler until the first want: `#quote` replaces it before legs read it. */
const NO_GRID: Missing['market'] = { tick: Price.ONE, sizeDigits: 0, minSize: Size.ZERO, minValue: Wei.ZERO }

/** A power cut may lose the last numbers that were used, so a run skips this many before its first: no number is used twice. */
const NUMBER_GAP = 1_000

type Mutable<T> = { -readonly [K in keyof T]: T[K] }

/** Makes orders of wants: legs, calls and risk decide which. An order gets its number and counts as exposure before it is sent. */
export class Opening {
  readonly #account: Account
  readonly #outbox: Outbox
  readonly #losses: LossWatch
  readonly #legs = new Legs()
  readonly #draft = new Draft()
  readonly #stance: SlotStance
  readonly #missing: Mutable<Missing>
  #isFirst = true
  /** The loss limit that is exceeded; null: none. undefined: profit was not marked in this turn yet. */
  #breach: Halt | null | undefined

  constructor(account: Account, outbox: Outbox, losses: LossWatch) {
    this.#account = account
    this.#outbox = outbox
    this.#losses = losses
    this.#stance = new SlotStance(account)
    const minValue = Wei.ofSize(Size.ofShares(account.settings.limits.orderMinUsdt))
    const [price, size, sellable, locked] = [Price.ONE, Size.ZERO, Size.ZERO, Size.ZERO]
    this.#missing = { side: 'bid', price, size, sellable, locked, sellsOnly: false, market: NO_GRID, minValue }
  }

  /**
   * Opens what may be opened. If calls are short: first what reduces a position, then the largest distance × size; the rest waits. Returns the loss
   * limit that is exceeded, and then has opened nothing; null: none is.
   */
  open(wants: Wants): Halt | null {
    const { ledger, clock, settings, budget } = this.#account
    this.#breach = undefined
    if (wants.count > 1 && budget.creates() < wants.count * 2) wants.sort()
    for (let i = 0; i < wants.count; i++) {
      const want = wants.at(i)
      if (want.slot.attention.isStale) deriveSlot(want.slot, ledger, clock, settings)
      if (want.take === null) this.#quote(want)
      else this.#take(want.slot, want.take)
    }
    return this.#breach ?? null
  }

  /** Reports an answer of which no order can be made, as a refusal of a bid of size 0. */
  refuseFlaw(slot: Slot, flaw: Flaw): void {
    const intent = this.#quoteOf(slot, 'bid', Price.of(Price.ONE / 2), Size.ZERO)
    this.#tell(slot, slot.bid, { ...flaw, intent })
  }

  /** Until when a side is left alone, because it was refused or the venue ended its order by itself. */
  quietUntil({ quiet }: Slot, { isBid }: SlotSide): number {
    return (isBid ? quiet.bid : quiet.ask) + this.#account.settings.requote.backoffMs * 1_000
  }

  #quote({ slot, side, price, size, isOwed, isPaid }: Want): void {
    const { inventory, sums } = slot
    const { sellable } = inventory.position
    const missing = this.#missing
    missing.side = side.side
    missing.price = price
    missing.size = size
    missing.sellable = side.isBid ? sellable.no : sellable.yes
    missing.locked = Size.of(side.isBid ? sums.locked.no : sums.locked.yes)
    missing.sellsOnly = slot.quoting.closing !== null
    missing.market = slot.depth.market
    const legs = this.#legs
    const count = legs.split(missing)
    const whole = side.sums.count + count
    const { sells, buys, sold, bought, sellPrice, buyPrice } = legs
    if (sold > 0) this.#try(slot, this.#drafted(slot, 'post-only').sell(sells, sellPrice, sold), isPaid)
    if (bought > 0) this.#try(slot, this.#drafted(slot, 'post-only').buy(buys, buyPrice, bought), isPaid)
    const { locked } = missing
    // Shares in sells that are leaving cannot be sold by a new leg; the side waits for them.
    if (side.sums.count < whole ? isOwed || side.sums.leaving > 0 : locked > 0 && size > missing.sellable) side.owe(true)
    // A top-up that is too small for an order waits without a refusal; a whole quote that is too small is refused.
    if (whole === 0 && locked === 0) this.#refuseSmall(slot, side, price, size)
    else if (count === 0 && side.target.isOne) side.settle()
    else if (count === 0) side.lookAgain()
  }

  #refuseSmall(slot: Slot, side: SlotSide, price: Price, size: Size): void {
    const intent = this.#quoteOf(slot, side.side, price, size)
    const { taper } = side.sums.rule
    if (taper < 1) return this.#refuse(slot, side, { intent, ...taperFlaw(slot.limits, taper) })
    const limit = Math.max(this.#account.settings.limits.orderMinUsdt, Wei.toNumber(slot.depth.market.minValue))
    const found = Wei.toNumber(cost(intent.price, intent.size))
    this.#refuse(slot, side, { intent, rule: 'orderMinUsdt', limit, found })
  }

  /** A level of YES prices as the order it would be without any shares held. */
  #quoteOf(slot: Slot, side: BookSide, price: Price, size: Size): Place {
    const isBid = side === 'bid'
    return this.#drafted(slot, 'post-only').buy(isBid ? 'yes' : 'no', isBid ? price : Price.complement(price), size).place
  }

  /** One take at a time: while one is open, another would be decided by a book that does not show the first. */
  #take(slot: Slot, { outcome, side, worst, style }: Take): void {
    if (slot.sums.takes > 0) return
    this.#try(slot, this.#drafted(slot, style).trade(side, outcome, worst.price, worst.size), false)
  }

  #drafted(slot: Slot, style: Place['style']): Draft {
    const { clock, settings } = this.#account
    const wallSeconds = Math.floor((clock.now + clock.wallOffset) / 1_000_000)
    return this.#draft.of(slot, style, Timestamp.ofSeconds(wallSeconds + settings.requote.orderLifeSeconds))
  }

  /** Opens an order unless one of these prevents it, in this order: its side's quiet time, the budget of calls, a loss limit, and risk. */
  #try(slot: Slot, draft: Draft, isPaid: boolean): void {
    const { budget, clock } = this.#account
    const { now } = clock
    const { side: bookSide, price } = inYesTerms(draft)
    const side = sideOf(slot, bookSide)
    const waitsUntil = side.waitsUntil(this.quietUntil(slot, side))
    side.hold(side.quietFor)
    if (now < waitsUntil) return slot.attention.putOff(waitsUntil, now)
    const opensAt = budget.opensAt()
    side.hold(Held.CALLS)
    if (opensAt > now) return slot.attention.putOff(opensAt, now)
    side.hold(Held.WAITING)
    if (this.#breach === undefined) this.#breach = this.#losses.mark()
    if (this.#breach !== null) return
    // It would meet our own order on the other side, which is leaving or will be replaced. The report of its removal wakes this market.
    if (slot.limits.makerOnly === true && draft.style === 'post-only')
      if (meetsOwn(bookSide, price, ownBest(slot, bookSide === 'bid' ? 'ask' : 'bid'))) return side.owe(true)
    this.#review(slot, side, draft, isPaid)
  }

  #review(slot: Slot, side: SlotSide, draft: Draft, isPaid: boolean): void {
    const { onReview, ledger, budget, clock, settings, hash } = this.#account
    const stance = this.#stance.take(slot)
    const verdict = review(draft, stance)
    const { taper } = side.sums.rule
    const told = 'rule' in verdict ? lasting(verdict) : verdict
    if (onReview !== null) onReview({ place: draft.place, stance: copyOfStance(stance), verdict: told, taper })
    if ('rule' in told) return this.#refuse(slot, side, told)
    draft.stamp(this.#nextNumber(), told.size, clock.now, clock.wallOffset)
    const order = ledger.open(draft)
    budget.sent('create', draft.number)
    if (!isPaid) budget.pay(1)
    hashCreate(hash, draft.number, draft)
    this.#outbox.leaving.create(openedWith(told, order))
    slot.requoted(clock.now)
    addOrder(slot, order, clock, settings)
  }

  /** An order that is leaving may have caused the refusal, so nothing is reported while there is one: its removal wakes the market again. */
  #refuse(slot: Slot, side: SlotSide, refusal: Refusal): void {
    if (side.sums.leaving === 0) this.#tell(slot, side, refusal)
  }

  /** Reports one refusal a side, then none until the back-off is over, because the same order would be refused again at once. */
  #tell(slot: Slot, side: SlotSide, refusal: Refusal): void {
    const { ledger, news, clock } = this.#account
    const { now } = clock
    side.hold(Held.REFUSED)
    side.quiet(Held.REFUSED)
    if (now >= this.quietUntil(slot, side)) {
      ledger.refuse(refusal, now)
      news.refused(refusal)
    }
    slot.attention.putOff(this.quietUntil(slot, side), now)
  }

  #nextNumber(): number {
    const { counter } = this.#account.ledger.state
    const gap = this.#isFirst && counter > 0 ? NUMBER_GAP : 0
    this.#isFirst = false
    return counter + 1 + gap
  }
}
