import { afterEach, beforeEach, expect, test } from 'vitest'
import type { RunningExchange } from '../../../src/exchange.js'
import type { OrderAmounts } from '../../../src/protocol/amounts.js'
import { exchangeAddress } from '../../../src/protocol/contracts.js'
import { marketAmounts, marketAmountsByValue } from '../../../src/protocol/market-amounts.js'
import { createSigner } from '../../../src/protocol/sign.js'
import { createWalletLogin } from '../../../src/venues/predict/wallet-login.js'
import { createRest, type Rest } from '../../../src/venues/wires/rest.js'
import { clock, openExchange, type Seat, takeSeat } from './seat.js'

const SHARE = 10n ** 18n
const CENT = 10n ** 16n
const level = (cents: bigint, shares: bigint) => ({ price: cents * CENT, shares: shares * SHARE })
const ASKS = [level(62n, 100n), level(63n, 200n)]
const BIDS = [level(61n, 100n), level(60n, 300n)]

let exchange: RunningExchange
let maker: Seat
let taker: Seat
let rest: Rest

beforeEach(async () => {
  exchange = await openExchange({ markets: [{ question: 'Will it rain?', feeRateBps: 0 }], settlementMs: 20 })
  maker = await takeSeat(exchange, 0, false)
  taker = await takeSeat(exchange, 1, false)
  rest = createRest({ baseUrl: exchange.baseUrl, venue: 'predict', headers: { 'x-api-key': exchange.apiKey } })
  // Asks of YES are bids for NO at what is left to a dollar.
  await maker.place({ price: 3_800, shares: 100, outcome: 'no' })
  await maker.place({ price: 3_700, shares: 200, outcome: 'no' })
})
afterEach(async () => {
  for (const seat of [maker, taker]) seat.leave()
  await rest.close()
  await exchange.close()
})

/** Posts a MARKET order for YES as any wallet of the venue could, with amounts made from the book. */
async function post(amounts: OrderAmounts, options: { readonly side: 'buy' | 'sell'; readonly isMinAmountOut?: boolean }) {
  const signer = createSigner({ privateKey: exchange.accounts[1]?.privateKey ?? '', chainId: 97 })
  const answer = await rest.request({ method: 'GET', path: `/v1/markets/${exchange.markets[0]?.id}` })
  const { outcomes } = (answer as unknown as { json: { data: { outcomes: { indexSet: number; onChainId: string }[] } } }).json
    .data
  const tokenId = outcomes.find(({ indexSet }) => indexSet === 1)?.onChainId ?? ''
  const order = {
    salt: 1_234n,
    maker: signer.address,
    signer: signer.address,
    taker: `0x${'00'.repeat(20)}`,
    tokenId: BigInt(tokenId),
    makerAmount: amounts.makerAmount,
    takerAmount: amounts.takerAmount,
    expiration: BigInt(Math.floor(Date.now() / 1_000) + 300),
    nonce: 0n,
    feeRateBps: 0n,
    side: options.side === 'buy' ? 0 : 1,
    signatureType: 0,
  } as const
  const signed = signer.signOrder(order, exchangeAddress(97, { isNegRisk: false, isYieldBearing: false }))
  const { isMinAmountOut = false } = options
  const data = { pricePerShare: amounts.pricePerShare, strategy: 'MARKET', isMinAmountOut, order: { ...order, ...signed } }
  const body = JSON.stringify({ data }, (key, value: unknown) =>
    typeof value !== 'bigint' ? value : key === 'expiration' ? Number(value) : String(value),
  )
  return createWalletLogin({ rest, signer, clock }).once({ method: 'POST', path: '/v1/orders', body })
}

const holdings = async () => {
  const { cash, shares } = await taker.gateway.snapshot()
  return { spent: 10_000n * SHARE - cash, yes: shares.get(taker.markets[0]!.index)?.yes ?? 0n }
}
async function settled(): Promise<Awaited<ReturnType<typeof holdings>>> {
  for (;;) {
    const now = await holdings()
    if (now.spent !== 0n) return now
  }
}

test('a buy of a number of shares takes that number level by level', async () => {
  const amounts = marketAmounts('buy', 150n * SHARE, { levels: ASKS, slippageBps: 100 })
  expect(await post(amounts, { side: 'buy' })).toMatchObject({ kind: 'done', status: 201 })
  expect(await settled()).toEqual({ spent: 9_350n * CENT, yes: 150n * SHARE })
})

test('a buy of at least a number of shares spends what they cost, and no more', async () => {
  const amounts = marketAmounts('buy', 150n * SHARE, { levels: ASKS, slippageBps: 100, isMinAmountOut: true })
  expect(await post(amounts, { side: 'buy', isMinAmountOut: true })).toMatchObject({ kind: 'done', status: 201 })
  const { spent, yes } = await settled()
  expect(spent <= 9_350n * CENT).toBe(true)
  expect(yes >= amounts.takerAmount).toBe(true)
})

test('a buy for a sum spends it, but for the digits that the venue cuts', async () => {
  const amounts = marketAmountsByValue(100n * SHARE, { levels: ASKS, slippageBps: 0 })
  expect(await post(amounts, { side: 'buy' })).toMatchObject({ kind: 'done', status: 201 })
  // 100 at 0.62, and 60.31 at 0.63.
  expect(await settled()).toEqual({ spent: 62n * SHARE + (6_031n * CENT * 63n) / 100n, yes: 16_031n * CENT })
})

test('a sell gives its shares to the better bid first', async () => {
  await post(marketAmounts('buy', 150n * SHARE, { levels: ASKS, slippageBps: 0 }), { side: 'buy' })
  const bought = await settled()
  await maker.place({ price: 6_100, shares: 100 })
  await maker.place({ price: 6_000, shares: 300 })
  const amounts = marketAmounts('sell', 150n * SHARE, { levels: BIDS, slippageBps: 100 })
  expect(await post(amounts, { side: 'sell' })).toMatchObject({ kind: 'done', status: 201 })
  await expect.poll(async () => (await holdings()).yes).toBe(0n)
  expect((await holdings()).spent).toBe(bought.spent - 91n * SHARE)
})
