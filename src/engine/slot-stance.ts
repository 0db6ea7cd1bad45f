import { Wei } from '../model/money.js'
import type { Account } from './account.js'
import { oldestOf } from './aged-reference.js'
import { lossIfHalf } from './loss-if-half.js'
import { ownBest } from './own-best.js'
import type { Slot } from './slot.js'
import type { ScopeStance, Stance } from './stance.js'
import { WEI_PER_UNIT } from './units.js'
import { knownOffsetMs } from './venue-clock.js'
import { worstCaseOf } from './worst-case.js'

/**
 * The account's stance in one market, read from the parts that know it. One object for each desk, pointed at the market whose order comes before
 * risk.
 */
export class SlotStance implements Stance {
  readonly #account: Account
  /** Set by `take`, before anything is read. */
  #slot!: Slot
  /** Worst cases are separate sums, computed when the stance is taken. */
  lossIfYes = 0
  lossIfNo = 0
  lossIfHalf = 0
  scopes: readonly ScopeStance[] = []
  wall = 0
  /** Cash as last read, and the same in 1e-10: dividing a bigint is slow, and cash changes only with fills. */
  #cash = Wei.ZERO
  #units = 0

  constructor(account: Account) {
    this.#account = account
  }

  take(slot: Slot): this {
    const { clock, scopes } = this.#account
    const { ifYes, ifNo } = worstCaseOf(slot, clock)
    this.#slot = slot
    this.lossIfYes = ifYes
    this.lossIfNo = ifNo
    this.wall = clock.now + clock.wallOffset
    this.scopes = scopes.stand(slot)
    if (this.scopes.length > 0) this.lossIfHalf = lossIfHalf(slot)
    return this
  }

  get market(): Stance['market'] {
    return this.#slot.depth.market
  }

  get limits(): Stance['limits'] {
    return this.#slot.limits
  }

  get now(): Stance['now'] {
    return this.#account.clock.now
  }

  get isLive(): boolean {
    return this.#slot.net.isLive
  }

  get heardAt(): Stance['heardAt'] {
    return this.#slot.depth.heardAt
  }

  get oldest(): Stance['oldest'] {
    return (this.limits.referenceAgeMaxMs ?? null) === null ? null : oldestOf(this.#slot.needed)
  }

  get clockOffsetMs(): number {
    return knownOffsetMs(this.#account.ledger.venueClock, this.#account.clock.wallOffset)
  }

  get bid(): number {
    return this.#slot.net.lastBid
  }

  get ask(): number {
    return this.#slot.net.lastAsk
  }

  get stop(): Stance['stop'] {
    return this.#slot.stop
  }

  get ownBid(): number {
    return ownBest(this.#slot, 'bid')
  }

  get ownAsk(): number {
    return ownBest(this.#slot, 'ask')
  }

  get net(): number {
    return this.#slot.inventory.position.net
  }

  get bidOpen(): number {
    return this.#slot.bid.sums.open
  }

  get askOpen(): number {
    return this.#slot.ask.sums.open
  }

  get sellable(): Stance['sellable'] {
    return this.#slot.inventory.position.sellable
  }

  get heldCost(): number {
    const { inventory, id } = this.#slot
    return this.limits.positionMaxUsdt === null ? 0 : inventory.heldCost(id, this.#account.ledger)
  }

  get reserved(): number {
    return this.#slot.sums.reserved
  }

  get reservedAll(): number {
    return this.#slot.promised.reserved
  }

  get freeCash(): number {
    const { reserved, unpaid } = this.#slot.promised
    const { state, portfolio } = this.#account.ledger
    const { cash } = state
    if (cash !== this.#cash) this.#units = Number(cash / WEI_PER_UNIT)
    this.#cash = cash
    return this.#units - reserved - unpaid - portfolio.unredeemed.units
  }

  get ghosts(): number {
    return this.#slot.ghosts.count
  }
}

/** A copy of a stance, because the account it is read from goes on. */
export const copyOfStance = (stance: Stance): Stance => ({
  market: stance.market,
  limits: stance.limits,
  now: stance.now,
  wall: stance.wall,
  isLive: stance.isLive,
  heardAt: stance.heardAt,
  oldest: stance.oldest === null ? null : { name: stance.oldest.name, at: stance.oldest.at },
  clockOffsetMs: stance.clockOffsetMs,
  bid: stance.bid,
  ask: stance.ask,
  stop: { ...stance.stop },
  ownBid: stance.ownBid,
  ownAsk: stance.ownAsk,
  net: stance.net,
  bidOpen: stance.bidOpen,
  askOpen: stance.askOpen,
  sellable: { yes: stance.sellable.yes, no: stance.sellable.no },
  heldCost: stance.heldCost,
  reserved: stance.reserved,
  reservedAll: stance.reservedAll,
  freeCash: stance.freeCash,
  lossIfYes: stance.lossIfYes,
  lossIfNo: stance.lossIfNo,
  lossIfHalf: stance.lossIfHalf,
  scopes: stance.scopes,
  ghosts: stance.ghosts,
})
