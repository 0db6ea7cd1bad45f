import { createAccount, isCrowd } from './accounts.js'
import { EVERY_SPENDER } from './approvals.js'
import type { AccountId } from './command.js'
import type { CoreOptions } from './core-options.js'
import { createWorld } from './create-world.js'
import { createCrowd } from './crowd-fills.js'
import { type Due, DueQueue } from './due-queue.js'
import { Fingerprint } from './fingerprint.js'
import { LiveOrders } from './live-orders.js'
import { Matching, NO_BOOK } from './matching.js'
import type { SavedCrowd } from './recorded-crowd.js'
import { loadMatches, type SavedMatches, saveMatches } from './save-matches.js'
import { rowsOf, type Table, tableOf } from './table.js'
import { type AccountState, type MarketState, type MatchState, type OrderState, type Working, type World } from './world.js'

/**
 * The whole state of the core as plain data: numbers, texts, bigints, maps, arrays and plain objects. Some of it is shared with the core: a caller
 * that keeps it must copy it before the next call.
 */
export interface CoreState extends Omit<World, Rebuilt> {
  readonly accounts: readonly SavedAccount[]
  readonly markets: readonly SavedMarket[]
  /** The number of saved orders that are found by their hashes; they come first. The others belong to matches only. */
  readonly known: number
  readonly saved: SavedMatches
  /** Rows of the matches that can still be read. */
  readonly matches: readonly number[]
  readonly working: Table
  /** Ids of finished orders. Missing in what an earlier version saved. */
  readonly finished?: readonly number[]
  readonly due: Table
  /** Market id by match id. */
  readonly unsettled: ReadonlyMap<number, number>
  readonly fingerprint: readonly [number, number]
}

/**
 * Fields that are not saved as they are: options, empty ones, and those that are rebuilt or packed. Every other field of the world is saved as it
 * is, including fields added later.
 */
type Rebuilt =
  | 'options'
  | 'accounts'
  | 'markets'
  | 'orders'
  | 'working'
  | 'finished'
  | 'due'
  | 'unsettled'
  | 'matches'
  | 'events'
  | 'changed'
  | 'fingerprint'

/** Working orders by their ids, in the same order. A wallet's history is all its orders, in the order of acceptance. */
type SavedAccount = Omit<AccountState, 'live' | 'history'> & EarlierAccount & { readonly live: readonly number[] }

/** What an earlier version saved instead of approvals and a nonce for each contract. */
interface EarlierAccount {
  readonly isCashApproved?: boolean
  readonly isSharesApproved?: boolean
  readonly nonce?: number
}

type SavedWorking = Omit<Working, 'order' | 'owner' | 'market' | 'older' | 'newer' | 'rounded'> & {
  /** Missing in what an earlier version saved. */
  readonly rounded?: bigint
  readonly order: number
  readonly owner: AccountId
  readonly market: number
}

interface SavedMarket extends Omit<MarketState, 'book' | 'resting' | 'waiting' | 'pending' | 'earnings' | 'crowd'> {
  /** Ids of resting orders, bids for YES and then bids for NO, best price first and in queue order at each price. */
  readonly resting: readonly number[]
  readonly waiting: readonly number[]
  /** Rows of matches. */
  readonly pending: readonly number[]
  readonly crowd: SavedCrowd | null
}

type Scalar = string | number | bigint | boolean | null | undefined

/** Whether a copy can replace a value: true without functions, and so without class methods. */
type IsPlain<T> = T extends Scalar | Table
  ? true
  : T extends (...args: never[]) => unknown
    ? false
    : T extends ReadonlyMap<infer Key, infer Value>
      ? IsPlain<Key> | IsPlain<Value>
      : T extends ReadonlySet<infer Item> | readonly (infer Item)[]
        ? IsPlain<Item>
        : { [Key in keyof T]-?: IsPlain<T[Key]> }[keyof T]

/** Makes a new field of the world that is not plain data fail to compile. */
type Plain<State> = [IsPlain<State>] extends [true] ? State : never

/** Saves the state between two calls. Throws when events are not drained, because only this core's listeners can hear them. */
export const saveWorld = (world: World): Plain<CoreState> => {
  if (world.events.length > 0 || world.changed.length > 0)
    throw new Error('the events of a core must be drained before it is saved')
  const { options: _rules, orders, events: _none, changed: _nothing, ...kept } = world
  // A pending match may be old enough to have been dropped from `world.matches`.
  const matches = new Map<MatchState, number>()
  for (const match of world.matches) matches.set(match, matches.size)
  for (const { pending } of world.markets.values())
    for (const match of pending.values()) if (!matches.has(match)) matches.set(match, matches.size)
  return {
    ...kept,
    accounts: Array.from(world.accounts.values(), saveAccount),
    markets: Array.from(world.markets.values(), market => saveMarket(market, matches)),
    known: orders.size,
    saved: saveMatches([...orders.values()], [...matches.keys()]),
    matches: world.matches.map(match => found(matches, match)),
    working: tableOf([...world.working.values()], { view: saveWorking }),
    finished: [...world.finished.keys()],
    due: tableOf(world.due.all()),
    unsettled: new Map([...world.unsettled].map(([match, market]) => [match, market.spec.id])),
    fingerprint: world.fingerprint.words(),
  }
}

/** Restores a world that was saved under the same options, and takes over `state`. */
export const restoreWorld = (options: CoreOptions, state: CoreState): World => {
  const { accounts, markets, known, saved, matches: kept, working, finished, due, unsettled, fingerprint, ...rest } = state
  const { orders, matches } = loadMatches(saved)
  const named = orders.slice(0, known)
  const world: World = {
    ...createWorld(options),
    ...rest,
    accounts: new Map(accounts.map(account => [account.id, restoreAccount(account)])),
    markets: new Map(markets.map(market => [market.spec.id, emptyMarket(market, matches)])),
    orders: new Map(named.map(order => [order.spec.hash, order])),
    working: new Map(),
    finished: new Map(),
    due: new DueQueue(),
    unsettled: new Map(),
    matches: kept.map(place => matches[place]!),
    fingerprint: Fingerprint.from(fingerprint),
  }
  for (const one of rowsOf<Due>(due)) world.due.push(one)
  for (const order of named) if (!isCrowd(order.spec.account)) found(world.accounts, order.spec.account).history.push(order)
  const byId = new Map(named.map(order => [order.id, order]))
  for (const one of rowsOf<SavedWorking>(working))
    world.working.set(one.order, restoreWorking(world, one, found(byId, one.order)))
  const ended = finished?.map(id => found(byId, id)) ?? named.filter(order => isFinished(world, order))
  for (const order of ended) world.finished.set(order.id, order)
  for (const { id, live } of accounts) for (const one of live) found(world.accounts, id).live.add(found(world.working, one))
  for (const market of markets) fillMarket(world, market)
  for (const [match, market] of unsettled) world.unsettled.set(match, found(world.markets, market))
  return world
}

/** Whether an order belongs to a wallet and nothing of it is open or unsettled. */
const isFinished = (world: World, order: OrderState): boolean => !isCrowd(order.spec.account) && !world.working.has(order.id)

const saveAccount = ({ history: _orders, live, ...account }: AccountState): SavedAccount => ({
  ...account,
  live: idsOf(live),
})

const restoreAccount = ({ isCashApproved, isSharesApproved, nonce, ...account }: SavedAccount): AccountState => {
  const made = createAccount(account.id)
  if (isCashApproved === true) made.cashApprovals = EVERY_SPENDER
  if (isSharesApproved === true) made.sharesApprovals = EVERY_SPENDER
  if (nonce !== undefined) made.nonces = { plain: nonce, negRisk: nonce, yieldBearing: nonce, yieldBearingNegRisk: nonce }
  return { ...made, ...account, live: new LiveOrders() }
}

const saveWorking = ({ order, owner, market, older: _before, newer: _after, ...working }: Working): SavedWorking => ({
  ...working,
  order: order.id,
  owner: owner.id,
  market: market.spec.id,
})

const saveMarket = (market: MarketState, matches: ReadonlyMap<MatchState, number>): SavedMarket => {
  const { book: _book, earnings: _earnings, ...kept } = market
  const queue = restingOf(market)
  return {
    ...kept,
    resting: idsOf(queue),
    waiting: idsOf(market.waiting),
    pending: Array.from(market.pending.values(), match => found(matches, match)),
    crowd: market.crowd?.save(queue.map(working => working.handle)) ?? null,
  }
}

const emptyMarket = (saved: SavedMarket, matches: readonly MatchState[]): MarketState => ({
  ...saved,
  book: saved.result === null ? new Matching() : NO_BOOK,
  resting: [],
  waiting: new Set(),
  pending: new Map(saved.pending.map(place => [matches[place]!.id, matches[place]!])),
  earnings: null,
  crowd: null,
})

const restoreWorking = (world: World, saved: SavedWorking, order: OrderState): Working => ({
  ...saved,
  rounded: saved.rounded ?? 0n,
  order,
  owner: found(world.accounts, saved.owner),
  market: found(world.markets, saved.market),
  older: null,
  newer: null,
})

/** Orders enter the book in their saved order, so each gets its place in the queue back. */
function fillMarket(world: World, saved: SavedMarket): void {
  const market = found(world.markets, saved.spec.id)
  for (const id of saved.waiting) market.waiting.add(found(world.working, id))
  const queue = saved.resting.map(id => found(world.working, id))
  for (const working of queue) {
    working.handle = market.book.add(working.lane, working.price, working.remaining)
    market.resting[working.handle] = working
  }
  if (saved.crowd === null) return
  market.crowd = createCrowd(world, market)
  const models = queue.map(({ handle, owner }) => ({ handle, model: world.options.fillModel(owner.id) }))
  market.crowd.load(saved.crowd, models)
}

function restingOf({ book, resting }: MarketState): Working[] {
  const queue: Working[] = []
  for (const lane of [0, 1] as const)
    for (let price = book.best(lane); price > 0; price = book.below(lane, price))
      for (let handle = book.first(lane, price); handle !== 0; handle = book.after(handle)) queue.push(resting[handle]!)
  return queue
}

const idsOf = (orders: Iterable<Working>): number[] => Array.from(orders, working => working.order.id)

/** A saved state is our own and has a checksum, so everything that it refers to must be in it. */
const found = <Key, Value>(known: ReadonlyMap<Key, Value>, key: Key): Value => {
  const value = known.get(key)
  if (value === undefined) throw new Error(`a saved exchange refers to ${String(key)}, which is not in it`)
  return value
}
