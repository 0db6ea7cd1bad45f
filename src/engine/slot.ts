import type { Fault } from '../model/fault.js'
import type { Fill } from '../model/fill.js'
import { frozenCopy } from '../model/frozen-copy.js'
import type { MarketId, MarketIndex } from '../model/ids.js'
import type { Market } from '../model/market.js'
import type { BookSide, Level } from '../model/money.js'
import { Price, Size, Wei } from '../model/money.js'
import type { Position } from '../model/position.js'
import { type Decision, isList, type Ladder } from '../model/quote.js'
import type { Timestamp } from '../model/time.js'
import type { RequoteRule, SideSum } from '../strategy/requote.js'
import type { Strategy } from '../strategy/strategy.js'
import type { Trade, View } from '../strategy/view.js'
import type { Depth } from './depth.js'
import type { Assignment } from './desk-options.js'
import type { PendingFill } from './desk-state.js'
import type { Ledger } from './ledger.js'
import { Mark } from './mark.js'
import { MarketView, type ViewParts } from './market-view.js'
import { NetBook } from './net-book.js'
import type { Order } from './order.js'
import { Held, SideTime } from './quoting-time.js'

export type Mutable<T> = { -readonly [K in keyof T]: T[K] }

/** One side of a market as our orders make it. Sizes in millionths of a share, money in 1e-10. */
export class SideState implements SideSum {
  /** What requote may keep or cancel: working, pending and unknown, not yet asked to go. */
  readonly orders: Order[] = []
  readonly rule: Mutable<RequoteRule>
  target: Ladder = null
  /** The target where it is one level: ours, so that a strategy that says the same again changes nothing here. */
  readonly level: Mutable<Level> = { price: Price.ONE, size: Size.ZERO }
  /** Looked at: as its orders are, nothing is to be done for the target, or nothing before what was put off is due. */
  isSettled = false
  price = 0
  size = 0
  count = 0
  oldest = 0
  /** All that may fill on this side; `loss` is what it may cost if the other outcome wins. */
  open = 0
  loss = 0
  ghostLoss = 0
  /** Asked to go and not gone. */
  leaving = 0
  /** A replacement waits for one of ours to leave: it does not wait for the requote timer on top. */
  isOwed = false
  /** In doubt: nothing is added. */
  isBlocked = false
  /** What kept it from its target when it was last looked at. */
  held: Held = Held.WAITING
  /** What a refusal that it is quiet for counts as: the venue's for want of calls is no other one's. */
  quietFor: Held = Held.REFUSED
  readonly time = new SideTime()

  constructor(side: BookSide) {
    this.rule = { side, tick: Price.ONE, ticks: undefined, priceSlack: 0, sizeSlackPercent: 0, renewBefore: 0, room: 0 }
  }
}

interface SlotParts extends ViewParts {
  readonly depth: Depth
  readonly assignment: Assignment | null
}

/**
 * One market of one desk: everything that a turn reads, derived from the ledger when an order or a fill changed; its numbers come with the
 * first `deriveSlot`. What every turn reads comes first, and so lies together.
 */
export class Slot {
  readonly depth: Depth
  readonly net: NetBook
  readonly mark = new Mark()
  isWoken = false
  isStale = true
  isFilled = true
  /** Its sides are to be looked at though nothing is decided: its orders were read anew, or what was put off is due. */
  isRead = false
  mustDecide = true
  /** Its book was live and it traded when it was last looked at. */
  mayQuote = false
  /** When it is left alone because its end is near, by the wall clock. */
  stopsAt = Number.POSITIVE_INFINITY
  /** Whether it was quoted when its sides were last looked at. */
  isQuoting = false
  /** Whether its strategy watches more than the touch. */
  readonly isDeep: boolean
  /** null: nobody quotes here, or a fault stopped who did. */
  strategy: Strategy<unknown> | null
  /** When its orders are next to be looked at, and when what was put off is to be tried again. */
  wakeAt = 0
  retryAt = Number.POSITIVE_INFINITY
  decidedAt = Number.NEGATIVE_INFINITY
  requotedAt = Number.NEGATIVE_INFINITY
  /** Removed orders that the book may still show. */
  shadows: readonly Shadow[] = []
  readonly bid = new SideState('bid')
  readonly ask = new SideState('ask')
  readonly position: Mutable<Position> & {
    readonly sellable: { yes: Size; no: Size }
    readonly pending: { yes: Wei; no: Wei }
  } = {
    yes: Size.ZERO,
    no: Size.ZERO,
    net: 0,
    sellable: { yes: Size.ZERO, no: Size.ZERO },
    pending: { yes: Wei.ZERO, no: Wei.ZERO },
  }
  readonly trades: Trade[] = []
  readonly fills: Fill[] = []
  /** What its strategy is handed. Nothing here is ever read back from it. */
  readonly view: View<unknown>
  /** The definition as its strategy last saw it: a newer one of the book is told first. */
  market: Market
  /** The market's own copy. */
  readonly parameters: unknown
  readonly index: MarketIndex
  readonly id: MarketId
  readonly assignment: Assignment | null
  /** Its strategy's, as faults are told; read once. */
  readonly name: string
  readonly promised: Ledger['promised']
  fault: Fault | null = null
  decision: Decision['kind'] | null = null
  /** What may still be at the venue: the blotter's list, which `deriveSlot` relieves of what is over. */
  readonly orders: Order[]
  /** Removed orders that may still settle: counted in the worst case until their grace is over, or there is a word about them. */
  readonly ghosts: Order[] = []
  /** They do not stand in the order of their ends, or one of them changed: their sums are to be made anew. */
  mustRecountGhosts = false
  pending: readonly Unsettled[] = []
  /** From settled and unsettled fills: what they lose if YES or NO wins, and what unsettled buys will take. */
  lossIfYes = 0
  lossIfNo = 0
  unpaid = 0
  unsettledCash = Wei.ZERO
  /** Shares held and matched, and cash on its way, for a first look at profit. */
  readonly held = { yes: 0, no: 0, cash: 0 }
  /** It has an order whose time is over, and which counts until the wallet's stream proves that nothing was missed. */
  awaitsProof = false
  /** Collateral behind resting buys, fees included. */
  reserved = 0
  /** What rounding up may still add to the fees of orders, and of ghosts: lost whatever the result is. */
  rounding = 0
  ghostRounding = 0
  takes = 0
  /** Of each outcome: settled and not promised to an unsettled sell, and what resting sells offer of it. */
  readonly settled = { yes: Size.ZERO, no: Size.ZERO }
  readonly selling = { yes: 0, no: 0 }
  /** Sells that are asked to go: their shares are neither free nor gone. */
  readonly locked = { yes: 0, no: 0 }

  constructor(parts: SlotParts) {
    const { depth, assignment, ledger } = parts
    const { market } = depth
    this.depth = depth
    this.market = market
    this.net = new NetBook(depth)
    this.index = market.index
    this.id = market.id
    this.assignment = assignment
    this.name = assignment?.definition.name ?? ''
    this.promised = ledger.promised
    this.isDeep = assignment?.definition.watches === 'depth'
    this.parameters = frozenCopy(assignment?.parameters)
    this.strategy = assignment?.definition.create(this.parameters, market) ?? null
    this.orders = ledger.blotter.of(market.id)
    this.view = new MarketView(this, parts)
  }
}

/** A fill that waits for its settlement, and what it may do to us: read once, because big integers are dear. Money in 1e-10, rounded against us. */
export interface Unsettled {
  readonly fill: PendingFill
  /** null: we do not know it. */
  readonly order: Order | null
  /** What settling will move: shares of its outcome, less what a fee takes of them, and cash. */
  readonly shares: bigint
  readonly cash: bigint
  /** It settles or fails, whichever is worse. */
  readonly lossIfYes: number
  readonly lossIfNo: number
  readonly unpaid: number
}

/** A removed order: subtracted from its level until the level's next row, or until its grace is over. */
export interface Shadow {
  readonly order: Order
  readonly batch: number
  readonly until: number
}

/** Whether a side's target is said again. One that is a list counts as new each time. */
export const isSame = (state: SideState, target: Ladder): boolean => {
  if (target === null || isList(target)) return target === null && state.target === null
  const { level } = state
  return state.target === level && level.price === target.price && level.size === target.size
}

/** Sets what a side should be. */
export const aim = (state: SideState, target: Ladder): void => {
  if (isSame(state, target)) return
  state.isSettled = false
  if (target === null || isList(target)) state.target = target
  else {
    state.level.price = target.price
    state.level.size = target.size
    state.target = state.level
  }
}

/** Asks for a look at the slot's orders at a time to come; the past was looked at. Reading the orders anew asks anew. */
export const wakeSlot = (slot: Slot, at: number, now: Timestamp): void => {
  if (at > now && at < slot.wakeAt) slot.wakeAt = at
}

/** Asks for another try at what may not be done before `at`. It stands until then, whatever happens to the orders meanwhile. */
export const putOff = (slot: Slot, at: number, now: Timestamp): void => {
  if (at > now && at < slot.retryAt) slot.retryAt = at
}

/** The same for one side, which need not be looked at before. */
export const putOffSide = (slot: Slot, side: SideState, at: number, now: Timestamp): void => {
  side.isSettled = true
  putOff(slot, at, now)
}

/** Has both sides looked at with the next visit. */
export const lookAgain = ({ bid, ask }: Slot): void => {
  bid.isSettled = ask.isSettled = false
}

/** What was put off is tried at `at` if not before: what it waits for may come earlier than was thought. */
export const hasten = (slot: Slot, at: number): void => {
  lookAgain(slot)
  if (slot.retryAt < Number.POSITIVE_INFINITY) slot.retryAt = Math.min(slot.retryAt, at)
}

/** Two fields and no record by side: a name that is known only at run time is slow to read. */
export const sideOf = (slot: Slot, side: BookSide): SideState => (side === 'bid' ? slot.bid : slot.ask)
