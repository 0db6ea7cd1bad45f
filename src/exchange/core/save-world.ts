import type { AccountState } from './accounts.js'
import { createAccount } from './accounts.js'
import type { AccountId } from './command.js'
import type { CoreOptions } from './core.js'
import { type Due, DueQueue } from './due-queue.js'
import { Fingerprint } from './fingerprint.js'
import { Matching } from './matching.js'
import { RecordedCrowd, type SavedCrowd } from './recorded-crowd.js'
import { createWorld, type MarketState, type OrderState, type Working, type World } from './world.js'

/**
 * All that the core is, as plain data: numbers, texts, bigints, maps and plain objects. It shares its order and match objects with the core that
 * was saved, so whoever keeps it has to copy it at once, as a whole, in a way that what is shared stays shared.
 */
export interface CoreState extends Omit<World, Rebuilt> {
  readonly accounts: readonly SavedAccount[]
  readonly markets: readonly SavedMarket[]
  readonly orders: readonly OrderState[]
  readonly working: readonly SavedWorking[]
  readonly due: readonly Due[]
  /** Of match, market. */
  readonly unsettled: ReadonlyMap<number, number>
  readonly changed: readonly number[]
  readonly fingerprint: readonly [number, number]
}

/** What is given by the rules, or made anew from the rest. Every other field of the world is saved as it stands, a new one too. */
type Rebuilt =
  | 'options'
  | 'accounts'
  | 'markets'
  | 'orders'
  | 'ordersById'
  | 'working'
  | 'due'
  | 'unsettled'
  | 'changed'
  | 'fingerprint'

/** Working orders by their ids, in the same order. */
type SavedAccount = Omit<AccountState, 'live'> & { readonly live: readonly number[] }

type SavedWorking = Omit<Working, 'owner' | 'market'> & { readonly owner: AccountId; readonly market: number }

interface SavedMarket extends Omit<MarketState, 'book' | 'resting' | 'waiting' | 'earnings' | 'crowd'> {
  /** Ids, best price first, and at each price as they stand in the queue: bids for YES, then bids for NO. */
  readonly resting: readonly number[]
  readonly waiting: readonly number[]
  readonly crowd: SavedCrowd | null
}

type Scalar = string | number | bigint | boolean | null | undefined

/** Whether a copy of a value is as good as the value: no function in it, so no class with methods either. */
type IsPlain<T> = T extends Scalar
  ? true
  : T extends (...args: never[]) => unknown
    ? false
    : T extends ReadonlyMap<infer Key, infer Value>
      ? IsPlain<Key> | IsPlain<Value>
      : T extends ReadonlySet<infer Item> | readonly (infer Item)[]
        ? IsPlain<Item>
        : { [Key in keyof T]-?: IsPlain<T[Key]> }[keyof T]

/** A state that is not plain, because somebody gave the world a field that has to be rebuilt, does not compile. */
type Plain<State> = [IsPlain<State>] extends [true] ? State : never

/** What the core is at this moment, between two calls. */
export const saveWorld = (world: World): Plain<CoreState> => {
  const { options: _rules, ordersById: _same, ...kept } = world
  return {
    ...kept,
    accounts: [...world.accounts.values()].map(account => ({ ...account, live: idsOf(account.live) })),
    markets: [...world.markets.values()].map(saveMarket),
    orders: [...world.orders.values()],
    working: [...world.working.values()].map(working => ({
      ...working,
      owner: working.owner.id,
      market: working.market.spec.id,
    })),
    due: world.due.all(),
    unsettled: new Map([...world.unsettled].map(([match, market]) => [match, market.spec.id])),
    changed: world.changed.map(market => market.spec.id),
    fingerprint: world.fingerprint.words(),
  }
}

/** A core that goes on where another one was saved, under the same options. It takes the state for its own. */
export const restoreWorld = (options: CoreOptions, state: CoreState): World => {
  const due = new DueQueue()
  for (const one of state.due) due.push(one)
  const world: World = {
    ...createWorld(options),
    ...asLeft(state),
    accounts: new Map(state.accounts.map(saved => [saved.id, { ...createAccount(saved.id), ...saved, live: new Set() }])),
    markets: new Map(state.markets.map(saved => [saved.spec.id, emptyMarket(saved)])),
    orders: new Map(state.orders.map(order => [order.spec.hash, order])),
    ordersById: new Map(state.orders.map(order => [order.id, order])),
    working: new Map(),
    due,
    unsettled: new Map(),
    changed: [],
    fingerprint: Fingerprint.from(state.fingerprint),
  }
  for (const saved of state.working) world.working.set(saved.order.id, restoreWorking(world, saved))
  for (const saved of state.accounts)
    for (const id of saved.live) found(world.accounts, saved.id).live.add(found(world.working, id))
  for (const saved of state.markets) fillMarket(world, saved)
  for (const [match, market] of state.unsettled) world.unsettled.set(match, found(world.markets, market))
  for (const id of state.changed) world.changed.push(found(world.markets, id))
  return world
}

/** The fields that are saved as they stand. */
const asLeft = (state: CoreState): Omit<World, Rebuilt> => {
  const {
    accounts: _a,
    markets: _m,
    orders: _o,
    working: _w,
    due: _d,
    unsettled: _u,
    changed: _c,
    fingerprint: _f,
    ...kept
  } = state
  return kept
}

const saveMarket = (market: MarketState): SavedMarket => {
  const { book: _book, earnings: _earnings, ...kept } = market
  const queue = restingOf(market)
  return {
    ...kept,
    resting: idsOf(queue),
    waiting: idsOf(market.waiting),
    crowd: market.crowd?.save(queue.map(working => working.handle)) ?? null,
  }
}

const emptyMarket = (saved: SavedMarket): MarketState => ({
  ...saved,
  book: new Matching(),
  resting: [],
  waiting: new Set(),
  earnings: null,
  crowd: null,
})

const restoreWorking = (world: World, saved: SavedWorking): Working => ({
  ...saved,
  owner: found(world.accounts, saved.owner),
  market: found(world.markets, saved.market),
})

/** Orders come into the book in the order in which they left it, so each has its place in time again. */
function fillMarket(world: World, saved: SavedMarket): void {
  const market = found(world.markets, saved.spec.id)
  for (const id of saved.waiting) market.waiting.add(found(world.working, id))
  const queue = saved.resting.map(id => found(world.working, id))
  for (const working of queue) {
    working.handle = market.book.add(working.lane, working.price, working.remaining)
    market.resting[working.handle] = working
  }
  if (saved.crowd === null) return
  market.crowd = new RecordedCrowd(market.book)
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

/** A state is our own and carries a checksum: whatever it names is in it. */
const found = <Key, Value>(known: ReadonlyMap<Key, Value>, key: Key): Value => {
  const value = known.get(key)
  if (value === undefined) throw new Error(`a saved exchange names ${String(key)}, which is not in it`)
  return value
}
