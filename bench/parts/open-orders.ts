import type { OrderSpec } from '../../src/exchange/core/command.js'
import type { LogEntry } from '../../src/exchange/server/log/log-entry.js'
import type { PostedOrder } from '../../src/exchange/server/log/posted-line.js'
import { Wei } from '../../src/model/money.js'
import { Timestamp } from '../../src/model/time.js'

/** Markets, wallets and time for which orders are made. */
export interface OrdersFor {
  readonly markets: readonly number[]
  readonly wallets: readonly string[]
  readonly at: Timestamp
}

const WEI_PER_CENT = 10n ** 16n
const YEAR_US = 31_536_000_000_000
const ANY_TAKER = `0x${'0'.repeat(40)}`
const PRICES = 40

/** The entry that places resting order `index`: bids for YES and for NO that never match, spread over markets, wallets and prices. */
export const placeEntry = (index: number, { markets, wallets, at }: OrdersFor): LogEntry => {
  const account = wallets[index % wallets.length] ?? ANY_TAKER
  const cents = BigInt(5 + (Math.floor(index / 7) % PRICES))
  const shares = BigInt(20 + (index % 90))
  const order: OrderSpec = {
    hash: hexOf(index, 64),
    account,
    market: markets[index % markets.length] ?? 0,
    outcome: index % 2 === 0 ? 'yes' : 'no',
    side: 'buy',
    strategy: 'LIMIT',
    shares: Wei.of(shares * Wei.ONE),
    limit: Wei.of(cents * WEI_PER_CENT),
    budget: null,
    expiresAt: Timestamp.add(at, YEAR_US),
    isPostOnly: false,
    isFillOrKill: false,
    selfTradePrevention: 'cancel-maker',
  }
  return { command: { kind: 'place', at, order }, posted: postedOf(index, order) }
}

/** The entry that removes the same order. */
export const removeEntry = (index: number, orders: OrdersFor): LogEntry => {
  const { command } = placeEntry(index, orders)
  if (command.kind !== 'place') throw new Error('expected a place')
  return { command: { kind: 'remove', at: orders.at, account: command.order.account, hashes: [command.order.hash] } }
}

const postedOf = (index: number, { hash, account, shares, limit, expiresAt }: OrderSpec): PostedOrder => ({
  hash,
  salt: String(index * 7_919),
  maker: account,
  signer: account,
  taker: ANY_TAKER,
  tokenId: String(BigInt(hash) >> 3n),
  makerAmount: String((shares * limit) / Wei.ONE),
  takerAmount: String(shares),
  expiration: Math.floor(expiresAt / 1_000_000),
  nonce: '0',
  feeRateBps: '200',
  side: 0,
  signatureType: 0,
  signature: hexOf(index, 130),
})

/** Digits without a pattern, like those of a hash, so that they compress as badly. */
const hexOf = (index: number, digits: number): string => {
  let word = Math.imul(index + 1, 0x9e3779b1)
  let text = index.toString(16).padStart(8, '0')
  while (text.length < digits) {
    word = Math.imul(word ^ (word >>> 15), 0x85ebca6b) + digits
    text += (word >>> 0).toString(16).padStart(8, '0')
  }
  return `0x${text.slice(0, digits)}`
}
