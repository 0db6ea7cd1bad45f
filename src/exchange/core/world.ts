import type { Wei } from '../../model/money.js'
import type { Timestamp } from '../../model/time.js'
import type { AccountId, TradingStatus } from './command.js'
import type { CoreEvent, CoreOrder, Match } from './core-event.js'
import type { CoreOptions } from './core-options.js'
import type { CoreAccount, CoreMarket, MarketHolding } from './core-reads.js'
import type { DueQueue } from './due-queue.js'
import type { Fingerprint } from './fingerprint.js'
import type { LiveOrders } from './live-orders.js'
import type { Lane, Matching } from './matching.js'
import type { RecordedCrowd } from './recorded-crowd.js'

type Mutable<T> = { -readonly [K in keyof T]: T[K] }
export type OrderState = Mutable<CoreOrder>
export type MatchState = Mutable<Match>
export type HoldingState = Mutable<MarketHolding>

/** An account as the core writes it. */
export interface AccountState extends Mutable<Omit<CoreAccount, 'holdings'>> {
  readonly holdings: Map<number, HoldingState>
  /** All of a wallet's orders that are kept; empty for a crowd. */
  history: CoreOrder[]
  /** Open or unsettled ones. */
  readonly live: LiveOrders<Working>
}

/** What the core needs of an order while it is open or unsettled, beside its public fields. */
export interface Working {
  readonly order: OrderState
  readonly owner: AccountState
  readonly market: MarketState
  readonly lane: Lane
  /** The order's limit as a bid of its lane, whole 1/10,000. */
  readonly price: number
  /** Millionths of a share that are not matched yet. */
  remaining: number
  /** Handle in the book; 0: the order does not rest. */
  handle: number
  /** Cash of a buy or shares of a sell that the unmatched part holds. */
  held: bigint
  /** What rounding up added to its fees, in wei: of settled fills, and of unsettled ones that were charged more than their fee. */
  rounded: bigint
  /** The owner's nonce when the order was accepted; settlement requires the same. */
  readonly nonce: number
  /** Until then the order waits to take and cannot be removed. */
  lockedUntil: Timestamp | null
  /** Number of matches that are neither settled nor failed. */
  unsettled: number
  /** Neighbours among the live orders of the account. */
  older: Working | null
  newer: Working | null
}

/** Weights of orders in a market's pool, for one version of its book. */
export interface Earnings {
  readonly version: number
  /** Sum of all weights; 0: no order earns. */
  readonly sum: number
  readonly byAccount: ReadonlyMap<AccountId, { readonly weight: number }>
  /** Weights of resting orders, by handle. */
  readonly byHandle: Float64Array
}

export interface MarketState extends Mutable<CoreMarket> {
  /** The shared empty book once the result is known. */
  book: Matching
  /** Resting orders by handle. */
  readonly resting: (Working | undefined)[]
  /** Takers that wait for the taker delay. */
  readonly waiting: Set<Working>
  readonly pending: Map<number, MatchState>
  /** The trading status before the pause; `null`: the market is not paused. */
  pausedFrom: TradingStatus | null
  /** When points are paid next; `null`: never. */
  rewardAt: Timestamp | null
  /** Cached weights of the market's orders for one version of its book. Not saved. */
  earnings: Earnings | null
  /** Whether the market is in the world's list of changed books. */
  isNoted: boolean
  /** Created with the crowd's first row; `null` before. */
  crowd: RecordedCrowd | null
}

/** The whole state of the core. */
export interface World {
  readonly options: Required<CoreOptions>
  now: Timestamp
  /** All collateral that was paid in, and what conversions owe until the result. */
  supply: Wei
  readonly accounts: Map<AccountId, AccountState>
  readonly markets: Map<number, MarketState>
  readonly orders: Map<string, OrderState>
  readonly working: Map<number, Working>
  readonly due: DueQueue
  /** The market of each unsettled match, by match id. */
  readonly unsettled: Map<number, MarketState>
  /** Ids of the finished orders of wallets that are kept, in the order in which they ended. */
  readonly finished: Map<number, OrderState>
  /** Number of finished orders at which the oldest are dropped. */
  forgetAt: number
  matches: MatchState[]
  /** Number of matches at which old ones are dropped. */
  trimAt: number
  lastOrder: number
  lastMatch: number
  /** Settlement faults set by command. */
  readonly settling: { delayUs: number | null; fails: number }
  events: CoreEvent[]
  /** Markets whose book changed since the last drain. */
  readonly changed: MarketState[]
  readonly fingerprint: Fingerprint
}

/** Notes that the visible book of a market, or its pending settlements, changed now. */
export function touch(world: World, market: MarketState): void {
  market.version++
  market.changedAt = world.now
  if (market.isNoted) return
  market.isNoted = true
  world.changed.push(market)
}

/** Appends an event at the present time. */
export function emit(world: World, event: CoreEvent): void {
  const isLeftOut = world.options.isTerse && (event.kind === 'accepted' || event.kind === 'submitted')
  if (!isLeftOut) world.events.push(event)
  const print = world.fingerprint.number(event.at).text(event.kind)
  switch (event.kind) {
    case 'accepted':
    case 'ended':
      return void print.number(event.order.id).text(event.order.status).wei(event.order.matched)
    case 'submitted':
      return void print.number(event.match.id)
    case 'matched':
    case 'settled':
    case 'failed':
      print.number(event.match.id)
      for (const leg of event.match.makers) print.number(leg.order.id).wei(leg.shares).wei(leg.value)
      return
    case 'paid':
      return void print.text(event.account).number(event.market).wei(event.shares).wei(event.value)
    case 'converted':
      for (const market of event.given) print.number(market)
      return void print.text(event.account).wei(event.shares).wei(event.kept)
    case 'trading':
    case 'status':
      return void print.number(event.market).text(event.status)
    case 'book':
      return
    default:
      event satisfies never
  }
}
