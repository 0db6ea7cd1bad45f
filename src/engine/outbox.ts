import type { Halt } from '../model/halt.js'
import type { OrderHash } from '../model/ids.js'
import type { Place, Refusal } from '../model/intent.js'
import { type BookSide, cost, inYesTerms, type Level, Price, Size, Wei } from '../model/money.js'
import type { Take } from '../model/quote.js'
import { Timestamp } from '../model/time.js'
import { type Leg, legs } from '../strategy/legs.js'
import type { Account } from './account.js'
import { lotOf } from './cancel-lot.js'
import { heldCostOf, WEI_PER_UNIT } from './derive-fills.js'
import { addOrder, deriveSlot } from './derive-slot.js'
import { wallOf } from './desk-state.js'
import { hashCancel, hashCreate } from './fingerprint.js'
import type { Flaw } from './flaw-of.js'
import { Leaving } from './leaving.js'
import type { LossWatch } from './loss-watch.js'
import type { Order } from './order.js'
import { Held } from './quoting-time.js'
import { review, type Stance } from './risk.js'
import { putOff, type Slot, sideOf } from './slot.js'
import { knownOffsetMs } from './venue-clock.js'
import { worstCaseOf } from './worst-case.js'

/**
 * What a turn would like to open: a missing size of a side, or an order to take. `distance`: how many ticks the nearest working order of
 * the side is away; a side without one is as far from its target as can be. `isOwed`: the side was owed it when it was wanted.
 */
export type Want = {
  readonly slot: Slot
  readonly side: BookSide
  readonly distance: number
  readonly isOwed: boolean
  /** Its call was taken off the pace together with the removal that it replaces. */
  readonly isPaid: boolean
} & ({ readonly level: Level; readonly take: null } | { readonly level: null; readonly take: Take })

const ID_GAP = 1_000

/** Everything that leaves a desk: cancels at once; wants by legs, risk and budget, with our id, booked before they go. */
export class Outbox {
  refusals: Refusal[] = []
  readonly leaving = new Leaving()
  readonly #account: Account
  readonly #minValue: Wei
  readonly #losses: LossWatch
  #isFirst = true
  /** undefined: this turn has not looked for one. */
  #breach: Halt | null | undefined

  constructor(account: Account, losses: LossWatch) {
    this.#account = account
    this.#losses = losses
    this.#minValue = Wei.ofSize(Size.ofShares(account.settings.limits.orderMinUsdt))
  }

  /**
   * A cancel only ever lowers risk, so no rule and no halt stands in its way; but the venue refuses one while the order is locked, and a
   * request of its own beyond the last call. A pull goes before what is replaced.
   */
  cancel(slot: Slot, order: Order, why: 'pull' | 'replace'): void {
    const { clock, budget, ledger } = this.#account
    const { now } = clock
    if (order.lockedUntil > now) return putOff(slot, order.lockedUntil, now)
    const leavesAt = ledger.isRemoving(lotOf(order, now), now) ? now : budget.removesAt()
    if (leavesAt > now) return putOff(slot, leavesAt, now)
    const isFirst = this.cancelNow(order, why)
    if (isFirst && why === 'replace') budget.pay(1)
    slot.isStale = true
  }

  /** The same whatever may stand in its way, for orders of no market of this run. Answers whether it takes a call of its own. */
  cancelNow(order: Order, why: 'pull' | 'replace' = 'pull'): boolean {
    const { ledger, budget, clock, hash } = this.#account
    const isFirst = ledger.cancelOrder(order, clock.now)
    if (isFirst) budget.sent('removal', order.number)
    hashCancel(hash, order.number)
    this.leaving.cancel(order, why)
    return isFirst
  }

  /** For orders that are not ours. */
  cancelStranger(order: OrderHash): void {
    const { ledger, budget, clock, hash } = this.#account
    if (ledger.remove('old', clock.now)) budget.sent('removal', order)
    hash.addText(order)
    this.leaving.cancelStranger(order)
  }

  /**
   * Opens what may be opened. Where calls are short: first what lowers a position, then the largest distance × size; the rest waits. Answers
   * with the limit of loss that was found to be passed: then nothing was opened.
   */
  place(wants: Want[]): Halt | null {
    const { ledger, clock, settings } = this.#account
    this.#breach = undefined
    if (wants.length > 1 && this.#account.budget.creates() < wants.length * 2) wants.sort(byUrgency)
    for (const want of wants) {
      if (want.slot.isStale) deriveSlot(want.slot, ledger, clock, settings)
      if (want.take !== null) this.#take(want.slot, want.take)
      else this.#quote(want, want.level)
    }
    return this.#breach ?? null
  }

  /** What no order can be made of is told of the bid, as an order of no size. */
  refuseFlaw(slot: Slot, flaw: Flaw): void {
    const level = { price: Price.of(Price.ONE / 2), size: Size.ZERO }
    this.#tell(slot, 'bid', { ...flaw, intent: this.#quoteOf(slot, 'bid', level) })
  }

  /** Until when a side is left alone, because it was refused or the venue ended its order by itself. */
  quietUntil(slot: Slot, side: BookSide): number {
    const quiet = this.#account.ledger.state.quiet.get(slot.id)
    return quiet === undefined ? 0 : quiet[side] + this.#account.settings.requote.backoffMs * 1_000
  }

  #quote({ slot, side, isOwed, isPaid }: Want, missing: Level): void {
    const market = slot.depth.market
    // A name that is known only at run time is slow to read.
    const sellable = side === 'bid' ? slot.position.sellable.no : slot.position.sellable.yes
    const locked = Size.of(side === 'bid' ? slot.locked.no : slot.locked.yes)
    const orders = legs({ side, missing, sellable, locked, market, minValue: this.#minValue })
    const state = sideOf(slot, side)
    const whole = state.count + orders.length
    for (const leg of orders) this.#open(slot, this.#place(slot, 'post-only', leg), isPaid)
    const isShort = state.count < whole
    // Shares in sells that are leaving are none that a leg could sell.
    if (isShort ? isOwed || state.leaving > 0 : locked > 0 && missing.size > sellable) state.isOwed = true
    // A top-up too small for an order may wait; a whole quote too small is something to tell.
    if (whole > 0 || locked > 0) {
      if (orders.length === 0) state.isSettled = state.target === state.level
      return
    }
    const limit = Math.max(this.#account.settings.limits.orderMinUsdt, Wei.toNumber(market.minValue))
    const intent = this.#quoteOf(slot, side, missing)
    const found = Wei.toNumber(cost(intent.price, intent.size))
    this.#refuse(slot, intent, { intent, rule: 'orderMinUsdt', limit, found })
  }

  /** A level of YES prices as the order it would be without any shares held. */
  #quoteOf(slot: Slot, side: BookSide, { price, size }: Level): Place {
    const isBid = side === 'bid'
    const terms = { outcome: isBid ? 'yes' : 'no', side: 'buy', price: isBid ? price : Price.complement(price), size } as const
    return this.#place(slot, 'post-only', terms)
  }

  #place(slot: Slot, style: Place['style'], { outcome, side, price, size }: Leg): Place {
    return { kind: 'place', market: slot.index, outcome, side, price, size, style, expiresAt: this.#expiry() }
  }

  /** One at a time: the next look at the book is worth more than a second shot. */
  #take(slot: Slot, { outcome, side, worst, style }: Take): void {
    if (slot.takes > 0) return
    this.#open(slot, this.#place(slot, style, { outcome, side, ...worst }), false)
  }

  #open(slot: Slot, place: Place, isPaid: boolean): void {
    const { budget, clock } = this.#account
    const { now } = clock
    const { side } = inYesTerms(place)
    const state = sideOf(slot, side)
    const quietUntil = this.quietUntil(slot, side)
    state.held = state.quietFor
    if (now < quietUntil) return putOff(slot, quietUntil, now)
    const opensAt = budget.opensAt()
    state.held = Held.CALLS
    if (opensAt > now) return putOff(slot, opensAt, now)
    state.held = Held.WAITING
    if (this.#breach === undefined) this.#breach = this.#losses.mark()
    if (this.#breach !== null) return
    const stance = this.#stance(slot)
    const verdict = review(place, stance)
    this.#account.onReview?.({ place, stance, verdict })
    if ('rule' in verdict) return this.#refuse(slot, place, verdict)
    const number = this.#nextNumber()
    // Written out: a spread costs more than all the rest of an order.
    const order = this.#account.ledger.open({
      number,
      market: slot.id,
      index: slot.index,
      outcome: verdict.outcome,
      side: verdict.side,
      price: verdict.price,
      size: verdict.size,
      style: verdict.style,
      expiresAt: verdict.expiresAt,
      placedAt: now,
      wallOffset: clock.wallOffset,
    })
    budget.sent('create', number)
    if (!isPaid) budget.pay(1)
    hashCreate(this.#account.hash, number, verdict)
    this.leaving.create(order, verdict)
    slot.requotedAt = now
    addOrder(slot, order, this.#account.clock, this.#account.settings)
  }

  /** While an order of ours on that side is leaving, the refusal may be its doing: its removal wakes the market again. */
  #refuse(slot: Slot, place: Place, refusal: Refusal): void {
    const { side } = inYesTerms(place)
    if (sideOf(slot, side).leaving === 0) this.#tell(slot, side, refusal)
  }

  /** One refusal a side, then silence until the back-off is over: what was refused now would be refused again at once. */
  #tell(slot: Slot, side: BookSide, refusal: Refusal): void {
    const { now } = this.#account.clock
    const state = sideOf(slot, side)
    state.held = state.quietFor = Held.REFUSED
    if (now >= this.quietUntil(slot, side)) {
      this.#account.ledger.refuse(refusal, now)
      this.refusals.push(refusal)
    }
    putOff(slot, this.quietUntil(slot, side), now)
  }

  #stance(slot: Slot): Stance {
    const { bid, ask, net, depth, position } = slot
    const { ledger, settings, clock } = this.#account
    const { limits } = settings
    const worst = worstCaseOf(slot, clock)
    const { reserved: reservedAll, unpaid } = slot.promised
    const freeCash = Number(ledger.state.cash / WEI_PER_UNIT) - reservedAll - unpaid
    return {
      market: depth.market,
      limits,
      now: clock.now,
      wall: wallOf(clock),
      isLive: net.isLive,
      heardAt: depth.heardAt,
      clockOffsetMs: knownOffsetMs(ledger.venueClock, clock.wallOffset),
      bid: net.lastBid,
      ask: net.lastAsk,
      net: position.net,
      bidOpen: bid.open,
      askOpen: ask.open,
      sellable: position.sellable,
      heldCost: limits.positionMaxUsdt === null ? 0 : heldCostOf(slot, ledger),
      reserved: slot.reserved,
      reservedAll,
      freeCash,
      lossIfYes: worst.ifYes,
      lossIfNo: worst.ifNo,
      ghosts: slot.ghosts.length,
    }
  }

  /** A power cut may have taken the last ids with it: a run leaves a gap before its first, so that none is used twice. */
  #nextNumber(): number {
    const { counter } = this.#account.ledger.state
    const gap = this.#isFirst && counter > 0 ? ID_GAP : 0
    this.#isFirst = false
    return counter + 1 + gap
  }

  #expiry(): Timestamp {
    const { clock, settings } = this.#account
    return Timestamp.ofSeconds(Math.floor((clock.now + clock.wallOffset) / 1_000_000) + settings.requote.orderLifeSeconds)
  }
}

const byUrgency = (a: Want, b: Want): number => Number(lowers(b)) - Number(lowers(a)) || weightOf(b) - weightOf(a)

const lowers = ({ slot, side }: Want): boolean => (side === 'bid' ? slot.position.net < 0 : slot.position.net > 0)

const weightOf = (want: Want): number => want.distance * (want.take === null ? want.level : want.take.worst).size
