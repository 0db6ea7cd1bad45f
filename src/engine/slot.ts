import type { Fault } from '../model/fault.js'
import type { Fill } from '../model/fill.js'
import type { MarketId, MarketIndex } from '../model/ids.js'
import type { BookSide, Level } from '../model/money.js'
import { Price, Size, Wei } from '../model/money.js'
import type { Position } from '../model/position.js'
import type { Decision, Ladder } from '../model/quote.js'
import { Timestamp } from '../model/time.js'
import type { RequoteRule, SideSum } from '../strategy/requote.js'
import type { Strategy } from '../strategy/strategy.js'
import type { Trade, View } from '../strategy/view.js'
import type { Depth } from './depth.js'
import type { Assignment } from './desk-options.js'
import { isTake, type OrderRecord, type PendingFill } from './desk-state.js'
import type { Ledger } from './ledger.js'
import { NetBook } from './net-book.js'

export type Mutable<T> = { -readonly [K in keyof T]: T[K] }

/** One side of a market as our orders make it. Sizes in millionths of a share, money in 1e-10. */
export interface SideState extends SideSum {
  /** What requote may keep or cancel: working, pending and unknown, not yet asked to go. */
  readonly orders: OrderRecord[]
  target: Ladder
  /** All that may fill on this side; `loss` is what it may cost if the other outcome wins. */
  open: number
  loss: number
  ghostLoss: number
  /** Asked to go and not gone. */
  leaving: number
  /** A replacement waits for one of ours to leave: it does not wait for the requote timer on top. */
  isOwed: boolean
  /** In doubt: nothing is added. */
  isBlocked: boolean
  readonly rule: Mutable<RequoteRule>
}

/** One market of one desk: everything that a turn reads, derived from the ledger when an order or a fill changed. */
export interface Slot {
  readonly depth: Depth
  readonly net: NetBook
  /** Whether its strategy watches more than the touch. */
  readonly isDeep: boolean
  isWoken: boolean
  isStale: boolean
  isFilled: boolean
  mustDecide: boolean
  /** Removed orders that the book may still show. */
  shadows: readonly Shadow[]
  readonly index: MarketIndex
  readonly id: MarketId
  readonly assignment: Assignment | null
  /** null: nobody quotes here, or a fault stopped who did. */
  strategy: Strategy<unknown> | null
  fault: Fault | null
  readonly view: Mutable<View<unknown>>
  readonly position: Mutable<Position> & { readonly sellable: { yes: Size; no: Size }; readonly pending: { yes: Wei; no: Wei } }
  readonly trades: Trade[]
  readonly fills: Fill[]
  /** What may still be at the venue: the blotter's list, which `deriveSlot` relieves of what is over. */
  readonly orders: OrderRecord[]
  /** Removed orders that may still settle: counted in the worst case until their grace is over, or there is a word about them. */
  readonly ghosts: OrderRecord[]
  readonly bid: SideState
  readonly ask: SideState
  pending: readonly Unsettled[]
  /** From settled and unsettled fills: what they lose if YES or NO wins, and what unsettled buys will take. */
  lossIfYes: number
  lossIfNo: number
  unpaid: number
  unsettledCash: Wei
  /** Shares held and matched, for a first look at profit. */
  readonly held: { yes: number; no: number }
  /** Collateral behind resting buys. */
  reserved: number
  takes: number
  /** Of each outcome: settled and not promised to an unsettled sell, and what resting sells offer of it. */
  readonly settled: { yes: Size; no: Size }
  readonly selling: { yes: number; no: number }
  /** Sells that are asked to go: their shares are neither free nor gone. */
  locked: { yes: number; no: number }
  decision: Decision['kind'] | null
  /** When its orders are next to be looked at, and when what was put off is to be tried again. */
  wakeAt: number
  retryAt: number
  decidedAt: number
  requotedAt: number
}

/** A fill that waits for its settlement, and what it may do to us: read once, because big integers are dear. Money in 1e-10, rounded against us. */
export interface Unsettled {
  readonly fill: PendingFill
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
  readonly order: OrderRecord
  readonly batch: number
  readonly until: number
}

export interface SlotParts {
  readonly depth: Depth
  readonly assignment: Assignment | null
  readonly ledger: Ledger
  readonly view: Pick<View<unknown>, 'cash' | 'sibling' | 'reference'>
}

/** Makes the slot of a market; its numbers come with the first `deriveSlot`. */
export function createSlot({ depth, assignment, ledger, view }: SlotParts): Slot {
  const { id, index } = depth.market
  const net = new NetBook(depth)
  const position = noPosition()
  const trades: Trade[] = []
  const fills: Fill[] = []
  const orders = ledger.blotter.of(id)
  // What every turn reads comes first, and so lies together.
  return {
    depth,
    net,
    isDeep: assignment?.definition.watches === 'depth',
    isWoken: false,
    isStale: true,
    isFilled: true,
    mustDecide: true,
    shadows: [],
    index,
    id,
    assignment,
    strategy: assignment?.definition.create(assignment.parameters, depth.market) ?? null,
    fault: null,
    view: createView({ depth, assignment, ledger, view }, { book: net.face, position, trades, fills, orders }),
    position,
    trades,
    fills,
    orders,
    ghosts: [],
    bid: emptySide('bid'),
    ask: emptySide('ask'),
    pending: [],
    lossIfYes: 0,
    lossIfNo: 0,
    unpaid: 0,
    unsettledCash: Wei.ZERO,
    held: { yes: 0, no: 0 },
    reserved: 0,
    takes: 0,
    settled: { yes: Size.ZERO, no: Size.ZERO },
    selling: { yes: 0, no: 0 },
    locked: { yes: 0, no: 0 },
    decision: null,
    wakeAt: 0,
    retryAt: Number.POSITIVE_INFINITY,
    decidedAt: Number.NEGATIVE_INFINITY,
    requotedAt: Number.NEGATIVE_INFINITY,
  }
}

const noPosition = (): Slot['position'] => ({
  yes: Size.ZERO,
  no: Size.ZERO,
  net: 0,
  sellable: { yes: Size.ZERO, no: Size.ZERO },
  pending: { yes: Wei.ZERO, no: Wei.ZERO },
})

function createView(
  parts: SlotParts,
  seen: Pick<View<unknown>, 'book' | 'position' | 'trades' | 'fills'> & Pick<Slot, 'orders'>,
): Mutable<View<unknown>> {
  const { depth, assignment, view } = parts
  return {
    now: Timestamp.ZERO,
    market: depth.market,
    book: seen.book,
    position: seen.position,
    cash: view.cash,
    working: workingFace(seen.orders),
    trades: seen.trades,
    fills: seen.fills,
    parameters: assignment?.parameters,
    sibling: view.sibling,
    reference: view.reference,
  }
}

/** Our orders as a strategy sees them: listed where they are read, because few read them. */
const workingFace = (orders: readonly OrderRecord[]): View<unknown>['working'] => {
  const listed = (side: BookSide): readonly Level[] =>
    orders
      .filter(order => order.bookSide === side && !isTake(order))
      .map(({ yesPrice, left }) => ({ price: yesPrice, size: left }))
  return {
    get bid() {
      return listed('bid')
    },
    get ask() {
      return listed('ask')
    },
  }
}

/** Written out, as every object of the hot loop: a spread gives each object a shape of its own, and reading it costs ten times as much. */
const emptySide = (side: BookSide): SideState => ({
  orders: [],
  target: null,
  price: 0,
  size: 0,
  count: 0,
  oldest: 0,
  open: 0,
  loss: 0,
  ghostLoss: 0,
  leaving: 0,
  isOwed: false,
  isBlocked: false,
  rule: { side, tick: Price.ONE, priceSlack: 0, sizeSlackPercent: 0, renewBefore: 0, room: 0 },
})

/** Asks for a look at the slot's orders at a time to come; the past was looked at. Reading the orders anew asks anew. */
export const wakeSlot = (slot: Slot, at: number, now: Timestamp): void => {
  if (at > now && at < slot.wakeAt) slot.wakeAt = at
}

/** Asks for another try at what may not be done before `at`. It stands until then, whatever happens to the orders meanwhile. */
export const putOff = (slot: Slot, at: number, now: Timestamp): void => {
  if (at > now && at < slot.retryAt) slot.retryAt = at
}

/** Two fields and no record by side: a name that is known only at run time is slow to read. */
export const sideOf = (slot: Slot, side: BookSide): SideState => (side === 'bid' ? slot.bid : slot.ask)
