import { cut } from '../../model/cut.js'
import type { BookSide, Level, Wei } from '../../model/money.js'
import type { Timestamp } from '../../model/time.js'
import { isCrowd } from './accounts.js'
import { levelsOf, liquidityOf } from './book-reads.js'
import type { AccountId, CoreAnswer, CoreCommand } from './command.js'
import type { CoreEvent, CoreOrder, Match } from './core-event.js'
import type { CoreOptions } from './core-options.js'
import type { CoreAccount, CoreMarket, RestingOrders } from './core-reads.js'
import { createWorld } from './create-world.js'
import { type CrowdDoor, createCrowdDoor } from './crowd-door.js'
import { earningRateOf, MICRO_POINTS, poolOf } from './earnings.js'
import { perform } from './perform.js'
import { type QuoteWalk, type QuoteWant, walkQuote } from './quote-walk.js'
import { nextDue, runDue } from './run-due.js'
import { type CoreState, restoreWorld, saveWorld } from './save-world.js'
import { stateHash } from './state-hash.js'
import { createTradeDoor, type TradeDoor } from './trade-door.js'
import type { World } from './world.js'

/**
 * The exchange as a state machine: commands and time in, events out. What it returns is live state: read it at once, and do not keep or change it.
 */
export interface Core {
  readonly now: Timestamp
  /** All collateral that was paid in, and what conversions owe until the result: what accounts hold and markets lock, to the wei. */
  readonly supply: Wei
  /** Whether a result pays every holder at once; otherwise wallets redeem their shares. */
  readonly paysAtResult: boolean
  /** The fee of a conversion within a group. */
  readonly convertFeeBps: number
  /** Performs what is due up to `command.at`, then the command, then what the command made due at once. A time before `now` counts as now. */
  apply(command: CoreCommand): CoreAnswer
  /** Performs what is due up to and including `to`. */
  advance(to: Timestamp): void
  /** Whether a drain would return anything besides changed books. */
  readonly hasNews: boolean
  /** What happened since the last drain. The `book` events come last, one for each market that changed, at its newest change. */
  drain(): readonly CoreEvent[]
  /** Calls `hear` for each event that a drain would return, except changed books, without allocating a list. `hear` must not change the core. */
  tell(hear: (event: CoreEvent) => void): void
  /** Calls `hear` for each book that changed since the last drain, in the order of market ids, with what rests in it now. */
  tellBooks(hear: (market: CoreMarket, orders: RestingOrders) => void): void
  /** When the next event is due; `null`: none is. */
  nextDue(): Timestamp | null
  /** The whole state as plain data. Some of it is shared with the core, so copy it before the next call. Throws when events are not drained. */
  save(): CoreState
  /** Fingerprint of accounts, orders, matches and books; the same commands give the same. */
  stateHash(): string
  account(id: AccountId): CoreAccount | null
  accounts(): Iterable<CoreAccount>
  order(hash: string): CoreOrder | null
  orderById(id: number): CoreOrder | null
  /** Orders by acceptance, with the finished ones that are kept; of a `crowd…` account only open or unsettled ones. */
  ordersOf(account: AccountId): readonly CoreOrder[]
  openOrdersOf(account: AccountId): readonly CoreOrder[]
  market(id: number): CoreMarket | null
  markets(): Iterable<CoreMarket>
  /** The resting orders of a market, without the recorded crowd. */
  resting(market: number): RestingOrders | null
  /** Best first, in YES prices, resting orders and crowd together. */
  levels(market: number, side: BookSide, count?: number): readonly Level[]
  /** What rests in a book, each share at its YES price, in 1e-10 dollars. */
  liquidity(market: number): number
  /** What a MARKET order of an account without orders would be matched with now. */
  quote(want: QuoteWant): QuoteWalk
  /** Oldest first. */
  matches(): readonly Match[]
  /** Matches that are neither settled nor failed, oldest first. */
  pending(market: number): readonly Match[]
  /** Points an hour that a resting order earns now; 0 where it does not qualify. */
  rewardRate(order: number): number
  /** Points an hour that all orders of a market earn together now, boost included; 0 where nothing is scheduled. */
  rewardPool(market: number): number
  /** Points that an account has earned; a millionth is the smallest part. */
  points(account: AccountId): number
  readonly crowd: CrowdDoor
  readonly trade: TradeDoor
}

/** Makes an empty core, or restores one that was saved under the same options; the core then owns the state. */
export const createCore = (options: CoreOptions = {}, state?: CoreState): Core =>
  new RunningCore(state === undefined ? createWorld(options) : restoreWorld(options, state))

const NO_EVENTS: readonly CoreEvent[] = []

/** A class, because V8 is slower at an object literal with accessors. */
class RunningCore implements Core {
  readonly crowd: CrowdDoor
  readonly trade: TradeDoor
  readonly #world: World

  constructor(world: World) {
    this.#world = world
    this.crowd = createCrowdDoor(world)
    this.trade = createTradeDoor(world)
  }

  get now(): Timestamp {
    return this.#world.now
  }

  get supply(): Wei {
    return this.#world.supply
  }

  get convertFeeBps(): number {
    return this.#world.options.convertFeeBps
  }

  get paysAtResult(): boolean {
    return this.#world.options.paysAtResult
  }

  get hasNews(): boolean {
    return this.#world.events.length > 0
  }

  apply(command: CoreCommand): CoreAnswer {
    const world = this.#world
    runDue(world, command.at)
    const answer = perform(world, command)
    runDue(world, world.now)
    return answer
  }

  advance(to: Timestamp): void {
    runDue(this.#world, to)
  }

  drain(): readonly CoreEvent[] {
    const { events, changed } = this.#world
    // Most drains find nothing; they return a shared empty list.
    if (events.length === 0 && changed.length === 0) return NO_EVENTS
    this.#world.events = []
    for (const market of changed) {
      market.isNoted = false
      events.push({ at: market.changedAt, kind: 'book', market: market.spec.id })
    }
    cut(changed, 0)
    return events
  }

  tell(hear: (event: CoreEvent) => void): void {
    const { events } = this.#world
    for (const event of events) hear(event)
    cut(events, 0)
  }

  tellBooks(hear: (market: CoreMarket, orders: RestingOrders) => void): void {
    const { changed } = this.#world
    if (changed.length > 1) changed.sort((a, b) => a.spec.id - b.spec.id)
    for (const market of changed) {
      market.isNoted = false
      hear(market, market.book)
    }
    cut(changed, 0)
  }

  nextDue(): Timestamp | null {
    return nextDue(this.#world)
  }

  save(): CoreState {
    return saveWorld(this.#world)
  }

  stateHash(): string {
    return stateHash(this.#world)
  }

  account(id: AccountId): CoreAccount | null {
    return this.#world.accounts.get(id) ?? null
  }

  accounts(): Iterable<CoreAccount> {
    return this.#world.accounts.values()
  }

  order(hash: string): CoreOrder | null {
    return this.#world.orders.get(hash) ?? null
  }

  orderById(id: number): CoreOrder | null {
    return this.#world.working.get(id)?.order ?? this.#world.finished.get(id) ?? null
  }

  ordersOf(id: AccountId): readonly CoreOrder[] {
    if (isCrowd(id)) return this.#liveOrdersOf(id)
    return this.#world.accounts.get(id)?.history ?? []
  }

  openOrdersOf(id: AccountId): readonly CoreOrder[] {
    return this.#liveOrdersOf(id).filter(order => order.status === 'OPEN')
  }

  market(id: number): CoreMarket | null {
    return this.#world.markets.get(id) ?? null
  }

  markets(): Iterable<CoreMarket> {
    return this.#world.markets.values()
  }

  resting(id: number): RestingOrders | null {
    return this.#world.markets.get(id)?.book ?? null
  }

  levels(id: number, side: BookSide, count = Number.POSITIVE_INFINITY): readonly Level[] {
    const market = this.#world.markets.get(id)
    return market === undefined ? [] : levelsOf(market, side, count)
  }

  liquidity(id: number): number {
    const market = this.#world.markets.get(id)
    return market === undefined ? 0 : liquidityOf(market)
  }

  quote(want: QuoteWant): QuoteWalk {
    return walkQuote(this.#world, want)
  }

  matches(): readonly Match[] {
    return this.#world.matches
  }

  pending(id: number): readonly Match[] {
    return [...(this.#world.markets.get(id)?.pending.values() ?? [])]
  }

  rewardRate(id: number): number {
    const working = this.#world.working.get(id)
    return working === undefined ? 0 : earningRateOf(this.#world, working)
  }

  rewardPool(id: number): number {
    const market = this.#world.markets.get(id)
    return market === undefined ? 0 : poolOf(this.#world, market) / MICRO_POINTS
  }

  points(id: AccountId): number {
    return (this.#world.accounts.get(id)?.microPoints ?? 0) / MICRO_POINTS
  }

  #liveOrdersOf(id: AccountId): readonly CoreOrder[] {
    return Array.from(this.#world.accounts.get(id)?.live ?? [], working => working.order)
  }
}
