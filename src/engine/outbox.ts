import { type OrderHash, OrderId } from '../model/ids.js'
import type { Command, Intent, Place, Refusal } from '../model/intent.js'
import { type BookSide, cost, inYesTerms, type Level, Size, Wei } from '../model/money.js'
import type { Take } from '../model/quote.js'
import { Timestamp } from '../model/time.js'
import { legs } from '../strategy/legs.js'
import type { Account } from './account.js'
import { WEI_PER_UNIT } from './derive-fills.js'
import type { OrderRecord } from './desk-state.js'
import { hashCommand } from './fingerprint.js'
import { review, type Stance } from './risk.js'
import { deriveSlot, type Slot, wakeSlot } from './slot.js'

/** What a turn would like to open: a missing size of a side, or an order to take. */
export type Want = { readonly slot: Slot; readonly side: BookSide } & (
  | { readonly level: Level; readonly take: null }
  | { readonly level: null; readonly take: Take }
)

const ID_GAP = 1_000

/** Everything that leaves a desk: cancels at once; wants by legs, risk and budget, with our id, booked before they go. */
export class Outbox {
  commands: Command[] = []
  refusals: Refusal[] = []
  readonly #account: Account
  #isFirst = true

  constructor(account: Account) {
    this.#account = account
  }

  /** A cancel only ever lowers risk, so no rule and no halt stands in its way; but the venue refuses one while the order is locked. */
  cancel(slot: Slot, order: OrderRecord): void {
    const { now } = this.#account.clock
    if (order.lockedUntil > now) return wakeSlot(slot, order.lockedUntil, now)
    this.cancelById(order.id)
    slot.isStale = true
  }

  /** For orders of no market of this run, and for those that are not ours. */
  cancelById(order: OrderId | OrderHash): void {
    this.#account.ledger.cancel(order, this.#account.clock.now)
    this.#send({ kind: 'cancel', order })
  }

  /** Opens what may be opened. Where calls are short: first what lowers a position, then the largest sizes; the rest waits. */
  place(wants: Want[]): void {
    if (this.#account.budget.creates(this.#account.clock.now) < wants.length * 2) wants.sort(byUrgency)
    for (const want of wants) {
      if (want.slot.isStale) this.#derive(want.slot)
      if (want.take !== null) this.#take(want.slot, want.take)
      else this.#quote(want.slot, want.side, want.level)
    }
  }

  #quote(slot: Slot, side: BookSide, missing: Level): void {
    const market = slot.depth.market
    const sold = side === 'bid' ? 'no' : 'yes'
    const minValue = Wei.ofSize(Size.ofShares(this.#account.settings.limits.orderMinUsdt))
    const sellable = slot.position.sellable[sold]
    const locked = Size.of(slot.locked[sold])
    const orders = legs({ side, missing, sellable, locked, market, minValue })
    for (const leg of orders)
      this.#open(slot, { kind: 'place', market: slot.index, style: 'post-only', expiresAt: this.#expiry(), ...leg })
    // A top-up too small for an order may wait; a whole quote too small is something to tell.
    if (orders.length > 0 || slot[side].count > 0 || locked > 0) return
    const value = Wei.toNumber(cost(missing.price, missing.size))
    const intent: Place = {
      kind: 'place',
      market: slot.index,
      style: 'post-only',
      expiresAt: this.#expiry(),
      outcome: 'yes',
      ...missing,
      side: side === 'bid' ? 'buy' : 'sell',
    }
    this.#refuse(slot, {
      intent,
      rule: 'orderMinUsdt',
      limit: Math.max(this.#account.settings.limits.orderMinUsdt, Wei.toNumber(market.minValue)),
      found: value,
    })
  }

  /** One at a time: the next look at the book is worth more than a second shot. */
  #take(slot: Slot, { outcome, side, worst, style }: Take): void {
    if (slot.takes > 0) return
    this.#open(slot, { kind: 'place', market: slot.index, style, expiresAt: this.#expiry(), outcome, side, ...worst })
  }

  #open(slot: Slot, place: Place): void {
    const { now } = this.#account.clock
    if (this.#account.budget.creates(now) < 1) return wakeSlot(slot, this.#account.budget.nextAt(now), now)
    const verdict = review(place, this.#stance(slot))
    if ('rule' in verdict) return this.#refuse(slot, verdict)
    const submit = { kind: 'submit', id: this.#nextId(), order: verdict } as const
    this.#account.ledger.submit(submit, now)
    this.#send(submit)
    slot.requotedAt = now
    this.#derive(slot)
  }

  /** While an order of ours on that side is leaving, the refusal may be its doing: its removal wakes the market again. */
  #refuse(slot: Slot, refusal: Refusal): void {
    const { now } = this.#account.clock
    if (isPlace(refusal.intent) && slot[inYesTerms(refusal.intent).side].leaving > 0) return
    this.#account.ledger.refuse(refusal, now)
    this.refusals.push(refusal)
    wakeSlot(slot, now + this.#account.settings.requote.backoffMs * 1_000, now)
  }

  #stance(slot: Slot): Stance {
    const { bid, ask, net, depth, position } = slot
    let reservedAll = 0
    let unpaid = 0
    for (const each of this.#account.slots) {
      reservedAll += each.reserved
      unpaid += each.unpaid
    }
    const freeCash = Number(this.#account.ledger.state.cash / WEI_PER_UNIT) - reservedAll - unpaid
    return {
      market: depth.market,
      limits: this.#account.settings.limits,
      now: this.#account.clock.now,
      isLive: net.face.state === 'live',
      updatedAt: depth.updatedAt,
      bid: net.lastBid,
      ask: net.lastAsk,
      net: position.net,
      bidOpen: bid.open,
      askOpen: ask.open,
      sellable: position.sellable,
      heldCost: slot.heldCost,
      reserved: slot.reserved,
      reservedAll,
      freeCash,
      lossIfYes: slot.lossIfYes + ask.loss + ask.ghostLoss,
      lossIfNo: slot.lossIfNo + bid.loss + bid.ghostLoss,
      ghosts: slot.ghosts,
    }
  }

  #derive(slot: Slot): void {
    deriveSlot(slot, this.#account.ledger, this.#account.clock, this.#account.settings)
  }

  /** A power cut may have taken the last ids with it: a run leaves a gap before its first, so that none is used twice. */
  #nextId(): OrderId {
    const { epoch, counter } = this.#account.ledger.state
    const gap = this.#isFirst && counter > 0 ? ID_GAP : 0
    this.#isFirst = false
    return OrderId.of(epoch, counter + 1 + gap)
  }

  #expiry(): Timestamp {
    return Timestamp.ofSeconds(
      Math.floor(this.#account.clock.now / 1_000_000) + this.#account.settings.requote.orderLifeSeconds,
    )
  }

  #send(command: Command): void {
    hashCommand(this.#account.hash, command)
    this.commands.push(command)
  }
}

const isPlace = (intent: Intent): intent is Place => intent.kind === 'place'

const byUrgency = (a: Want, b: Want): number => urgencyOf(b) - urgencyOf(a)

function urgencyOf({ slot, side, level, take }: Want): number {
  if (take !== null) return Number.MAX_SAFE_INTEGER
  const lowers = side === 'bid' ? slot.position.net < 0 : slot.position.net > 0
  return level.size + (lowers ? Size.ORDER_MAX : 0)
}
