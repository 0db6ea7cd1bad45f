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
import { askAgainAt } from './blotter.js'
import type { Depth } from './books.js'
import { deriveFills } from './derive-fills.js'
import type { Assignment, DeskSettings } from './desk-options.js'
import { type OrderRecord, type PendingFill, Proof, type StatusClock, statusOf } from './desk-state.js'
import type { Ledger } from './ledger.js'
import { NetBook } from './net-book.js'
import { lossOf } from './risk.js'

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
  /** In doubt: nothing is added. */
  isBlocked: boolean
  readonly rule: Mutable<RequoteRule>
}

/** One market of one desk: everything that a turn reads, derived from the ledger when an order or a fill changed. */
export interface Slot {
  readonly index: MarketIndex
  readonly id: MarketId
  readonly depth: Depth
  readonly net: NetBook
  readonly assignment: Assignment | null
  /** null: nobody quotes here, or a fault stopped who did. */
  strategy: Strategy<unknown> | null
  fault: Fault | null
  readonly view: Mutable<View<unknown>>
  readonly position: Mutable<Position> & { readonly sellable: { yes: Size; no: Size }; readonly pending: { yes: Wei; no: Wei } }
  readonly trades: Trade[]
  readonly fills: Fill[]
  readonly orders: readonly OrderRecord[]
  readonly bid: SideState
  readonly ask: SideState
  /** Removed orders that the book may still show. */
  shadows: readonly Shadow[]
  pending: readonly PendingFill[]
  /** From settled and unsettled fills: what they lose if YES or NO wins, what the held shares cost, what unsettled buys will take. */
  lossIfYes: number
  lossIfNo: number
  heldCost: number
  unpaid: number
  /** Collateral behind resting buys. */
  reserved: number
  ghosts: number
  takes: number
  /** Of each outcome: settled and not promised to an unsettled sell, and what resting sells offer of it. */
  readonly settled: { yes: Size; no: Size }
  readonly selling: { yes: number; no: number }
  /** The view's lists of our orders. */
  readonly working: { readonly bid: Level[]; readonly ask: Level[] }
  /** Sells that are asked to go: their shares are neither free nor gone. */
  locked: { yes: number; no: number }
  decision: Decision['kind'] | null
  isWoken: boolean
  isStale: boolean
  isFilled: boolean
  mustDecide: boolean
  wakeAt: number
  decidedAt: number
  requotedAt: number
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
  const working: Slot['working'] = { bid: [], ask: [] }
  return {
    index,
    id,
    depth,
    net,
    assignment,
    strategy: assignment?.definition.create(assignment.parameters, depth.market) ?? null,
    fault: null,
    view: createView({ depth, assignment, ledger, view }, { book: net.face, position, trades, fills, working }),
    position,
    trades,
    fills,
    orders: ledger.blotter.of(id),
    bid: emptySide('bid'),
    ask: emptySide('ask'),
    shadows: [],
    pending: [],
    lossIfYes: 0,
    lossIfNo: 0,
    heldCost: 0,
    unpaid: 0,
    reserved: 0,
    ghosts: 0,
    takes: 0,
    settled: { yes: Size.ZERO, no: Size.ZERO },
    selling: { yes: 0, no: 0 },
    working,
    locked: { yes: 0, no: 0 },
    decision: null,
    isWoken: false,
    isStale: true,
    isFilled: true,
    mustDecide: true,
    wakeAt: 0,
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
  seen: Pick<View<unknown>, 'book' | 'position' | 'trades' | 'fills' | 'working'>,
): Mutable<View<unknown>> {
  const { depth, assignment, view } = parts
  return {
    now: Timestamp.ZERO,
    market: depth.market,
    book: seen.book,
    position: seen.position,
    cash: view.cash,
    working: seen.working,
    trades: seen.trades,
    fills: seen.fills,
    parameters: assignment?.parameters,
    sibling: view.sibling,
    reference: view.reference,
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
  isBlocked: false,
  rule: { side, tick: Price.ONE, priceSlack: 0, sizeSlackPercent: 0, renewBefore: 0, room: 0 },
})

/** Reads a market's orders, and its fills where they changed, anew. */
export function deriveSlot(slot: Slot, ledger: Ledger, clock: StatusClock, settings: DeskSettings): void {
  if (slot.isFilled) deriveFills(slot, ledger)
  slot.isFilled = false
  slot.isStale = false
  resetOrders(slot)
  const { working, selling } = slot
  let done = 0
  for (const order of slot.orders) {
    const status = statusOf(order, clock)
    if (status === 'done') {
      done++
      continue
    }
    const side = slot[order.bookSide]
    const loss = lossOf(order, order.left, slot.view.market)
    if (status === 'ghost') {
      side.ghostLoss += loss
      slot.ghosts++
      wakeSlot(slot, (order.endedAt ?? clock.now) + clock.grace, clock.now)
      continue
    }
    side.open += order.left
    side.loss += loss
    if (order.side === 'buy') slot.reserved += order.price * order.left
    else selling[order.outcome] += order.left
    if (status === 'unknown' || order.shown > order.filled) side.isBlocked = true
    wakeSlot(slot, order.expiresAt + clock.grace, clock.now)
    if (order.style === 'market' || order.style === 'fill-or-kill') {
      slot.takes++
      continue
    }
    working[order.bookSide].push({ price: order.yesPrice, size: order.left })
    if (settings.ownInBook && order.proof !== Proof.NONE) slot.net.addOwn(order.bookSide, order.yesPrice, order.left)
    if (order.askedAt === null) stand(side, order)
    else {
      side.leaving++
      if (order.side === 'sell') slot.locked[order.outcome] += order.left
      wakeSlot(slot, askAgainAt(order), clock.now)
    }
  }
  if (done > 0) ledger.blotter.unlist(slot.id, order => statusOf(order, clock) === 'done')
  const halfLife = settings.requote.orderLifeSeconds * 500_000
  for (const side of [slot.bid, slot.ask]) if (side.count > 0) wakeSlot(slot, side.oldest + halfLife, clock.now)
  castShadows(slot, clock.now)
  deriveSellable(slot)
}

/** Asks for the slot's next look at a time to come; the past was looked at. */
export const wakeSlot = (slot: Slot, at: number, now: Timestamp): void => {
  if (at > now && at < slot.wakeAt) slot.wakeAt = at
}

function resetOrders(slot: Slot): void {
  slot.wakeAt = Number.POSITIVE_INFINITY
  slot.reserved = 0
  slot.ghosts = 0
  slot.takes = 0
  slot.locked.yes = slot.locked.no = 0
  slot.selling.yes = slot.selling.no = 0
  slot.working.bid.length = slot.working.ask.length = 0
  slot.net.clearOwn()
  for (const side of [slot.bid, slot.ask]) {
    side.orders.length = 0
    side.price = side.size = side.count = side.oldest = side.open = side.loss = side.ghostLoss = side.leaving = 0
    side.isBlocked = false
  }
}

function stand(side: SideState, order: OrderRecord): void {
  side.oldest = side.count === 0 ? order.placedAt : Math.min(side.oldest, order.placedAt)
  side.price = side.count === 0 || side.price === order.yesPrice ? order.yesPrice : 0
  side.size += order.left
  side.count++
  side.orders.push(order)
}

function castShadows(slot: Slot, now: Timestamp): void {
  if (slot.shadows.length === 0) return
  const { bids, asks } = slot.depth
  slot.shadows = slot.shadows.filter(({ order, batch, until }) => {
    const isBid = order.bookSide === 'bid'
    const rowBatch = isBid ? bids.batchAt(order.yesPrice) : asks.batchAt(Price.ONE - order.yesPrice)
    return now < until && rowBatch <= batch
  })
  for (const { order, until } of slot.shadows) {
    slot.net.addOwn(order.bookSide, order.yesPrice, order.left)
    wakeSlot(slot, until, now)
  }
}

function deriveSellable({ position, settled, selling }: Slot): void {
  position.sellable.yes = Size.less(settled.yes, Size.of(selling.yes))
  position.sellable.no = Size.less(settled.no, Size.of(selling.no))
}
