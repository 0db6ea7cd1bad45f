import type { OrderHash } from '../../model/ids.js'
import { OrderHash as Hash } from '../../model/ids.js'
import { Price, Size, type Wei } from '../../model/money.js'
import type { OpenOrder } from '../../model/order.js'
import { OPERATIONS } from '../../protocol/api/operations.js'
import {
  matchRowSchema,
  orderRowSchema,
  positionRowSchema,
  type WireMatchRow,
  type WireOrderRow,
  type WirePositionRow,
} from '../../protocol/wire.js'
import { ForeignOrderError, RefusedError } from '../venue-error.js'
import { readOne, readRows, type Send } from './calls.js'
import type { MarketRegistry } from './market-registry.js'
import type { OrderHashes } from './order-hashes.js'
import { VENUE } from './topics.js'
import type { WalletLogin } from './wallet-login.js'

export interface AccountOptions {
  readonly session: WalletLogin
  readonly owner: string
  readonly orders: OrderHashes
  readonly registry: MarketRegistry
  /** When the journal was created, in Unix milliseconds. */
  readonly beganMs: number
}

const PAGES_MAX = 200

/** All own open orders, page by page. Throws a VenueError; for an order in a market outside this run, a ForeignOrderError. */
export async function readOpenOrders(options: AccountOptions): Promise<readonly OpenOrder[]> {
  const rows = await readOpenRows(options)
  return rows.map(row => openOrder(options, row))
}

/** The hashes of all own open orders, in any market. */
export async function readOpenHashes(options: AccountOptions): Promise<readonly OrderHash[]> {
  const rows = await readOpenRows(options)
  return rows.map(row => Hash.of(row.order.hash))
}

/** The wallet's matches executed at `sinceMs` or later, newest first. Throws a VenueError. */
export function readMatches(
  { session, owner }: { readonly session: Pick<WalletLogin, 'read'>; readonly owner: string },
  sinceMs: number,
): Promise<readonly WireMatchRow[]> {
  const since = Math.floor(sinceMs / 1_000)
  const input = { signerAddress: owner, executedAfter: Math.max(0, since) }
  return readRows(sendWith(session), OPERATIONS.getMatches, input, {
    row: matchRowSchema,
    pagesMax: PAGES_MAX,
    // A venue that ignores the filter returns all matches, newest first.
    isEnough: row => row.executedAt < since * 1_000,
  })
}

/** The wallet's positions in decided markets that pay something. Throws a VenueError. */
export const readDecidedPositions = ({
  session,
}: {
  readonly session: Pick<WalletLogin, 'read'>
}): Promise<readonly WirePositionRow[]> =>
  readRows(sendWith(session), OPERATIONS.getPositions, { isResolved: 'true' }, { row: positionRowSchema, pagesMax: PAGES_MAX })

/** The wallet's positions in markets without a result. Throws a VenueError. */
export const readUndecidedPositions = ({
  session,
}: {
  readonly session: Pick<WalletLogin, 'read'>
}): Promise<readonly WirePositionRow[]> =>
  readRows(sendWith(session), OPERATIONS.getPositions, { isResolved: 'false' }, { row: positionRowSchema, pagesMax: PAGES_MAX })

/** One order by its hash; null if the venue does not know it, which proves nothing. Throws a VenueError. */
export async function readOrder({ session }: AccountOptions, hash: string): Promise<WireOrderRow | null> {
  try {
    return await readOne(sendWith(session), OPERATIONS.getOrder, { hash }, orderRowSchema)
  } catch (error) {
    if (error instanceof RefusedError && error.status === 404) return null
    throw error
  }
}

const sendWith =
  (session: Pick<WalletLogin, 'read'>): Send =>
  request =>
    session.read(request)

/** Rows of all own open orders, page by page. Throws a VenueError. */
export const readOpenRows = async ({
  session,
}: {
  readonly session: Pick<WalletLogin, 'read'>
}): Promise<readonly WireOrderRow[]> => {
  const options = { row: orderRowSchema, pagesMax: PAGES_MAX }
  const rows = await readRows(sendWith(session), OPERATIONS.getOrders, { status: 'OPEN' }, options)
  // An order placed between two page reads moves a row to the next page, where it appears a second time.
  return [...new Map(rows.filter(row => row.status === 'OPEN').map(row => [row.order.hash, row])).values()]
}

function openOrder({ orders, registry }: AccountOptions, row: WireOrderRow): OpenOrder {
  const market = registry.byId(row.marketId)
  const outcome = market === null ? null : outcomeOf(market.tokens, row.order.tokenId)
  if (market === null || outcome === null)
    throw new ForeignOrderError(`order ${row.order.hash} rests in market ${row.marketId}, which this run does not hold`, VENUE)
  const side = row.order.side === 0 ? 'buy' : 'sell'
  const [shares, value] =
    side === 'buy' ? [row.order.takerAmount, row.order.makerAmount] : [row.order.makerAmount, row.order.takerAmount]
  return {
    id: orders.claim(row.order.hash, BigInt(row.order.salt)),
    hash: Hash.of(row.order.hash),
    venueId: row.id,
    market: market.index,
    outcome,
    side,
    price: priceOf(shares, value),
    size: Size.floorWei(row.amount),
    filled: row.amountFilled,
    rewardRate: row.rewardEarningRate ?? 0,
  }
}

const outcomeOf = (tokens: Readonly<Record<'yes' | 'no', bigint>>, token: string): 'yes' | 'no' | null => {
  if (String(tokens.yes) === token) return 'yes'
  return String(tokens.no) === token ? 'no' : null
}

/** The nearest price of our grid: an order of another program may be between two prices. */
const priceOf = (shares: Wei, value: Wei): Price => {
  const price = shares === 0n ? 0 : Number((value * 10_000n + shares / 2n) / shares)
  return Price.of(Math.min(9_999, Math.max(1, price)))
}
