import { DeskClock } from '../engine/desk-clock.js'
import { freshDeskState } from '../engine/desk-state.js'
import { Ledger } from '../engine/ledger.js'
import { MarketView } from '../engine/market-view.js'
import { NetBook } from '../engine/net-book.js'
import { Order } from '../engine/order.js'
import { Reference, referenceReader } from '../engine/references.js'
import type { Fill } from '../model/fill.js'
import { FillKey, type MarketId, OrderHash, OrderId } from '../model/ids.js'
import type { Market } from '../model/market.js'
import { type BookSide, cost, type Level, Price, Size, Wei } from '../model/money.js'
import type { Position } from '../model/position.js'
import { Timestamp } from '../model/time.js'
import type { View } from '../strategy/view.js'
import { picture } from './book-picture.js'
import { DRAWN_AT, drawnBooks } from './drawn-books.js'
import { drawMarket, type MarketChange } from './drawn-market.js'

/** What a strategy will see. Prices in dollars, sizes in shares. */
export interface Scene<P> {
  /** `'ask 0.55 20 / bid 0.52 15'`; null: the book is dark. */
  readonly book: string | null
  readonly parameters: P
  readonly market?: MarketChange
  /** Settled shares. Absent: none. */
  readonly held?: { readonly yesShares?: number; readonly noShares?: number }
  readonly cashUsdt?: number
  /** Our orders in YES prices, drawn like a book. */
  readonly working?: string
  /** Prints since the last decision: the side of the order that was hit, price and size, such as `'bid 0.52 10'`. */
  readonly trades?: string
  /** Our fills since the last decision, by the side of our order: `'bid 0.52 5'` bought 5 YES. */
  readonly fills?: string
  /** The other markets of its group that the strategy quotes; give each an id of its own in `market`. */
  readonly group?: readonly Omit<Scene<P>, 'parameters' | 'cashUsdt' | 'references' | 'now' | 'group'>[]
  /** Values by name; null: dark. */
  readonly references?: Readonly<Record<string, number | null>>
  readonly now?: Timestamp
}

/** A view of a drawn scene, built from the engine's own view objects: a strategy reads the same as in a run. `scenario` plays whole runs of turns. */
export function drawView<P>(scene: Scene<P>): View<P> {
  const market = drawMarket(scene.market)
  const clock = Object.assign(new DeskClock(), { now: scene.now ?? DRAWN_AT })
  const { now } = clock
  const net = new NetBook(drawnBooks(market, scene.book, now).depth(market.index))
  net.refresh()
  const shown = {
    ...{ market, net, inventory: { position: positionOf(scene.held) } },
    orders: picture(scene.working ?? '').map((level, at) => orderOf(market, level, at)),
    trades: picture(scene.trades ?? '').map(({ side, price, size }) => ({ side, price, size, at: now })),
    fills: picture(scene.fills ?? '').map((level, at) => drawnFill(market, level, at)),
    parameters: scene.parameters,
  }
  const ledger = new Ledger({ ...freshDeskState(1), cash: usdt(scene.cashUsdt ?? 1_000) }, [market])
  const references = Object.entries(scene.references ?? {}).map(([name, value]) => referenceOf(name, value, now))
  const shared = { parameters: scene.parameters, cashUsdt: scene.cashUsdt ?? 1_000, references: scene.references ?? {}, now }
  const others = (scene.group ?? []).map(other => drawView({ ...shared, ...other }))
  const parts = {
    ...{ ledger, clock, reference: referenceReader(references) },
    sibling: (id: MarketId) => others.find(other => other.market.id === id),
    group: () => others,
  }
  return new MarketView(shown, parts) as View<unknown> as View<P>
}

/** A fill of one of our orders, at its price and without a fee. */
function drawnFill(market: Market, level: Level & { readonly side: BookSide }, at: number): Fill {
  const { side, price, size } = level
  const isBid = side === 'bid'
  const order = OrderId.of(1, at + 1)
  return {
    key: FillKey.of(`drawn-${at}`, OrderHash.of(`0x${order}`), 0),
    ...{ order, market: market.index, outcome: isBid ? 'yes' : 'no', side: 'buy' },
    shares: Wei.ofSize(size),
    value: cost(isBid ? price : Price.complement(price), size),
    fee: { in: 'shares', amount: Wei.ZERO },
  }
}

/** Wei of an amount of the collateral. */
export const usdt = (amount: number): Wei => Wei.ofSize(Size.ofShares(amount))

function positionOf({ yesShares = 0, noShares = 0 }: NonNullable<Scene<unknown>['held']> = {}): Position {
  const [yes, no] = [Size.ofShares(yesShares), Size.ofShares(noShares)]
  return { yes, no, net: yes - no, sellable: { yes, no }, pending: { yes: Wei.ZERO, no: Wei.ZERO } }
}

function orderOf(market: Market, { side, price, size }: Level & { readonly side: BookSide }, at: number): Order {
  const order = new Order()
  const isBid = side === 'bid'
  order.open(
    {
      ...{ number: at + 1, market: market.index, marketId: market.id, outcome: isBid ? 'yes' : 'no', side: 'buy' },
      ...{ price: isBid ? price : Price.complement(price), size, style: 'post-only' },
      ...{ expiresAt: Timestamp.NEVER, placedAt: DRAWN_AT, wallOffset: 0 },
    },
    DRAWN_AT,
  )
  return order
}

function referenceOf(name: string, value: number | null, now: Timestamp): Reference {
  const reference = new Reference(name, () => undefined)
  if (value !== null) reference.take(value, now)
  return reference
}
