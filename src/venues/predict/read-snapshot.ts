import { MarketId, type MarketIndex, type OrderId } from '../../model/ids.js'
import { type Outcome, Wei } from '../../model/money.js'
import type { Snapshot } from '../../model/report.js'
import type { Timestamp } from '../../model/time.js'
import type { WireMatchRow } from '../../protocol/wire.js'
import { VenueError } from '../venue-error.js'
import { pause } from '../wires/pause.js'
import type { Wires } from '../wires/wires.js'
import { type ChainOptions, readCash, readShares } from './chain-reads.js'
import type { FillMemory } from './fill-memory.js'
import type { PredictMarket } from './market-registry.js'
import { ownLegs, settledFill } from './match-fills.js'
import type { Nonces } from './nonces.js'
import { type AccountOptions, readDecidedPositions, readMatches, readOpenOrders, readOrder } from './read-account.js'
import { VENUE } from './topics.js'
import { type UnnamedContext, unnamedLegs } from './unnamed-legs.js'

export interface SnapshotOptions {
  readonly account: AccountOptions
  readonly chain: ChainOptions
  readonly fills: FillMemory
  readonly nonces: Nonces
  readonly wires: Pick<Wires, 'scheduler'>
  /** The venue's clock now; null: not measured yet. */
  readonly venueNow: () => Timestamp | null
  /** Number of settlements that the wallet's topic has reported so far. */
  readonly activity: () => number
}

/** A snapshot, and the rows it was made from. */
export interface FullSnapshot {
  readonly snapshot: Snapshot
  readonly rows: readonly WireMatchRow[]
}

const ATTEMPTS_MAX = 8
const PAUSE_MS = 40

/**
 * The wallet's complete state at one moment. Matches and cash are read before and after the rest, and all of it again until nothing changed in
 * between: otherwise a fill could be in the list but not in the cash. Throws a VenueError.
 */
export async function readSnapshot(options: SnapshotOptions): Promise<FullSnapshot> {
  await options.nonces.refresh()
  const decided = await readDecidedPositions(options.account)
  options.account.registry.hold(decided.map(({ market }) => market))
  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt++) {
    const found = await readOnce(options)
    if (found !== null) return found
    await pause(options.wires.scheduler, PAUSE_MS * attempt)
  }
  throw new VenueError(`the wallet kept changing during ${ATTEMPTS_MAX} reads`, { venue: VENUE, retryable: true })
}

/** One attempt at a snapshot; null: something changed in the meantime. Throws a VenueError. */
async function readOnce(options: SnapshotOptions): Promise<FullSnapshot | null> {
  const { account, fills } = options
  const activity = options.activity()
  const before = await readMoney(options, fills.sinceMs)
  const [orders, held] = await Promise.all([readOpenOrders(account), readHeld(options)])
  const after = await readMoney(options, fills.sinceMs)
  if (options.activity() !== activity || print(before) !== print(after)) return null
  await claimUnknown(options, after.rows)
  return fullSnapshot(options, { ...after, orders, ...held })
}

/**
 * The same in two calls, with matches executed at `sinceMs` or later, even if something changes. `isStill`: nothing did, so all parts are of one
 * moment. Throws a VenueError.
 */
export async function readLoosely(
  options: SnapshotOptions,
  sinceMs: number,
): Promise<FullSnapshot & { readonly isStill: boolean }> {
  const { account, chain } = options
  const activity = options.activity()
  const [cash, orders, held] = await Promise.all([readCash(chain), readOpenOrders(account), readHeld(options)])
  const after = await readMoney(options, sinceMs)
  const isStill = options.activity() === activity && after.cash === cash
  await claimUnknown(options, after.rows)
  return { ...fullSnapshot(options, { ...after, orders, ...held }), isStill }
}

const fullSnapshot = (options: SnapshotOptions, { rows, ...parts }: Money & Held & Pick<Snapshot, 'orders'>): FullSnapshot => ({
  snapshot: { ...parts, fills: fillsOf(options, rows), unnamed: unnamedOrders(options, rows) },
  rows,
})

type Held = Pick<Snapshot, 'shares' | 'elsewhere' | 'groups'>

/**
 * Shares of the run's markets, and those that wait outside it to be redeemed: of decided markets, and of markets that left. One of these in which
 * nothing is held any more is not read again.
 */
async function readHeld({ account: { registry }, chain }: SnapshotOptions): Promise<Held> {
  const here = registry.all()
  const outside = registry.elsewhere()
  const read = await readShares(chain, [...here, ...outside])
  const held = (id: string): Shares => read.get(id) ?? NO_SHARES
  const shares = new Map(here.map(({ id, index }) => [index, held(id)]))
  const elsewhere = new Map<MarketId, Shares>()
  for (const { id } of outside) {
    const { yes, no } = held(id)
    if (yes + no > 0n) elsewhere.set(MarketId.of(id), held(id))
    else registry.drop(id)
  }
  const groups = groupsOf(here)
  return { shares, ...(elsewhere.size > 0 && { elsewhere }), ...(groups.length > 0 && { groups }) }
}

/** Groups with several markets of the run. */
function groupsOf(markets: readonly PredictMarket[]): NonNullable<Snapshot['groups']> {
  const groups = new Map<string, MarketIndex[]>()
  for (const { group, index } of markets) if (group !== null) groups.set(group, [...(groups.get(group) ?? []), index])
  return [...groups.values()].filter(({ length }) => length > 1)
}

type Shares = Readonly<Record<Outcome, Wei>>

const NO_SHARES: Shares = { yes: Wei.ZERO, no: Wei.ZERO }

interface Money {
  readonly rows: readonly WireMatchRow[]
  readonly cash: Wei
}

const readMoney = async ({ account, chain }: SnapshotOptions, sinceMs: number): Promise<Money> => {
  const [rows, cash] = await Promise.all([readMatches(account, sinceMs), readCash(chain)])
  return { rows, cash }
}

const print = ({ rows, cash }: Money): string =>
  `${cash} ${rows.map(row => `${row.taker.hash} ${row.amountFilled} ${row.settlementId ?? ''}`).join()}`

/** Fills that are settled and were not reported as settled before, and fills that are matched and still open. */
function fillsOf({ account, fills }: SnapshotOptions, rows: readonly WireMatchRow[]): Snapshot['fills'] {
  const settled = rows
    .flatMap(row => ownLegs(row, account))
    .map(leg => settledFill(leg, account))
    .filter(fill => fill !== null && !fills.isDone(fill.key))
    .filter(fill => fill !== null)
  const keys = new Set(settled.map(fill => fill.key))
  const matched = fills.unsettled().filter(({ fill }) => !keys.has(fill.key))
  return [
    ...settled.map(fill => ({ fill, state: 'settled' }) as const),
    ...matched.map(({ fill }) => ({ fill, state: 'matched' }) as const),
  ]
}

/** Our orders that are filled by matches without a settlement id. */
const unnamedOrders = (options: UnnamedContext, rows: readonly WireMatchRow[]): readonly OrderId[] =>
  unnamedLegs(rows, options).flatMap(({ hash }) => options.account.orders.idOf(hash) ?? [])

const CLAIMS_MAX = 200

/** Reads orders that only the rows name: if a power cut took an order from the journal, its salt still gives its id. */
export async function claimUnknown(
  { account, fills }: Pick<SnapshotOptions, 'account' | 'fills'>,
  rows: readonly WireMatchRow[],
): Promise<void> {
  const unknown = new Set<string>()
  for (const leg of rows.flatMap(row => ownLegs(row, account))) {
    const fill = settledFill(leg, account)
    if (fill !== null && fill.order === null && !fills.isDone(fill.key)) unknown.add(leg.hash)
  }
  for (const hash of [...unknown].slice(0, CLAIMS_MAX)) {
    const row = await readOrder(account, hash)
    if (row !== null) account.orders.claim(hash, BigInt(row.order.salt))
  }
}
