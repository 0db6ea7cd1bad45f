import { isSameClosing } from '../model/closing.js'
import type { Fill } from '../model/fill.js'
import { frozenCopy } from '../model/frozen-copy.js'
import type { MarketId, MarketIndex } from '../model/ids.js'
import type { Limits } from '../model/limits.js'
import type { Market } from '../model/market.js'
import type { BookSide } from '../model/money.js'
import type { Timestamp } from '../model/time.js'
import { NOTHING, type Target } from '../strategy/target.js'
import type { Trade, View } from '../strategy/view.js'
import { Attention } from './attention.js'
import { createCloser } from './closer.js'
import type { Depth } from './depth.js'
import type { Assignment } from './desk-options.js'
import { Ghosts } from './ghosts.js'
import { Inventory } from './inventory.js'
import { limitsOf } from './limits-of.js'
import { Mark } from './mark.js'
import { MarketView, type ViewParts } from './market-view.js'
import { NetBook } from './net-book.js'
import type { Order } from './order.js'
import type { ParameterChanges } from './parameter-changes.js'
import type { Pauses } from './pauses.js'
import type { Promised } from './promised.js'
import type { Quiet } from './quiets.js'
import { Quoting } from './quoting.js'
import type { Reference } from './references.js'
import { Shadows } from './shadows.js'
import { SlotSide } from './slot-side.js'
import { SlotSums } from './slot-sums.js'
import { stopsAt } from './stop-before-end.js'
import type { Stop } from './stops.js'

interface SlotParts extends ViewParts {
  readonly depth: Depth
  readonly assignment: Assignment | null
  /** The desk's general limits. */
  readonly limits: Limits
  readonly references: readonly Reference[]
  /** Present if the market left and joins again. */
  readonly past?: SlotPast | null
}

/** What a market that joins again continues with: its holdings and, if it was not forgotten, what may still settle. */
export type SlotPast = Pick<Slot, 'mark' | 'inventory'> & Partial<Pick<Slot, 'ghosts' | 'sums'>>

/** The peers of a market without a group, or without a strategy. */
export const NO_PEERS: readonly Slot[] = Object.freeze([])

const NO_REFERENCES: readonly Reference[] = Object.freeze([])

/** One market of one desk: everything that a turn reads about it, in the parts that keep it up to date. */
export class Slot {
  readonly index: MarketIndex
  readonly id: MarketId
  readonly depth: Depth
  /** The book without our own orders. */
  readonly net: NetBook
  readonly mark: Mark
  readonly attention = new Attention()
  readonly quoting: Quoting
  readonly bid = new SlotSide('bid')
  readonly ask = new SlotSide('ask')
  readonly inventory: Inventory
  readonly sums: SlotSums
  /** Shared by all markets of the desk. */
  readonly promised: Promised
  /** What may still be at the venue: the blotter's list, from which `deriveSlot` removes what is over. */
  readonly orders: Order[]
  readonly ghosts: Ghosts
  readonly shadows = new Shadows()
  /** When each side was last refused, or its order ended by the venue. */
  readonly quiet: Quiet
  /** Until when each side is stopped by its markout. */
  readonly stop: Readonly<Stop>
  /** Prints and fills since its strategy last decided. */
  readonly trades: Trade[] = []
  readonly fills: Fill[] = []
  /** What its strategy is given. The engine never reads from it. */
  readonly view: View<unknown>
  /** The limits that hold for it, its own or the desk's. */
  limits: Limits
  /** The parameters of its strategy. */
  parameters: unknown
  /** Those that its strategy declares. */
  readonly references: readonly Reference[]
  /** The definition that its strategy last saw. When `depth.market` is a newer one, the turn applies it before the next decision. */
  market: Market
  /** The markets of its group that its strategy quotes, itself among them, by index. */
  peers: readonly Slot[] = NO_PEERS
  /** Wall time from which it is not quoted because its end is near. */
  stopsAt = Number.POSITIVE_INFINITY
  /** When its quotes last changed. */
  requotedAt = Number.NEGATIVE_INFINITY

  #assignment: Assignment | null

  constructor(parts: SlotParts) {
    const { depth, assignment, ledger, past } = parts
    const { market } = depth
    this.depth = depth
    this.mark = past?.mark ?? new Mark()
    this.inventory = past?.inventory ?? new Inventory()
    this.ghosts = past?.ghosts ?? new Ghosts()
    this.sums = past?.sums ?? new SlotSums()
    this.market = market
    this.index = market.index
    this.id = market.id
    this.net = new NetBook(depth)
    this.#assignment = assignment
    this.limits = limitsOf(parts.limits, market.id, assignment?.stanza)
    this.references = parts.references
    this.parameters = frozenCopy(assignment?.parameters)
    this.quoting = new Quoting(assignment, this.parameters, market)
    this.promised = ledger.promised
    this.quiet = ledger.quiets.of(market.id)
    this.stop = ledger.stops.of(market.id)
    this.orders = ledger.blotter.listed.of(market.id)
    this.view = new MarketView(this, parts)
  }

  /** The references without which nothing may be placed: none while its position is closed, which reads none. */
  get needed(): readonly Reference[] {
    return this.quoting.closing === null ? this.references : NO_REFERENCES
  }

  get assignment(): Assignment | null {
    return this.#assignment
  }

  /** Applies limits and parameters that a person changed. */
  takeSettings(limits: Limits, changes: ParameterChanges): void {
    const before = this.#assignment
    this.#assignment = changes.applied(before, this.id)
    this.limits = limitsOf(limits, this.id, this.#assignment?.stanza)
    if (this.#assignment !== before) this.parameters = frozenCopy(this.#assignment?.parameters)
  }

  /** Records whether a person paused it, or has its position closed. Orders that its former strategy wanted are not kept. */
  notePause(pauses: Pauses): void {
    const { quoting } = this
    const pause = pauses.of(this.id, quoting.name)
    const closing = pause?.closing ?? null
    quoting.pause(pause !== null && closing === null)
    if (isSameClosing(closing, quoting.closing)) return
    if (closing === null) quoting.endClosing()
    else quoting.close(closing, createCloser(this, closing))
    this.setTargets(NOTHING, NOTHING)
  }

  /** Applies the newest definition. */
  define(): void {
    this.market = this.depth.market
    this.stopsAt = stopsAt(this.market, this.limits)
  }

  meet(peers: readonly Slot[]): void {
    this.peers = peers
  }

  /** What should rest from now on. */
  setTargets(bid: Target, ask: Target, isInvalid = false): void {
    this.quoting.setInvalid(isInvalid)
    this.bid.setTarget(bid)
    this.ask.setTarget(ask)
  }

  /** A reference became older than its limit, another one did, or none is any more: then the strategy is asked again. */
  age(aged: Reference | null): void {
    this.quoting.age(aged)
    this.attention.decide()
  }

  requoted(now: Timestamp): void {
    this.requotedAt = now
  }

  /** Makes the next visit look at both sides. */
  lookAgain(): void {
    this.bid.lookAgain()
    this.ask.lookAgain()
  }
}

/** Two fields instead of a record by side: a property name known only at run time is slow to read. */
export const sideOf = (slot: Slot, side: BookSide): SlotSide => (side === 'bid' ? slot.bid : slot.ask)
