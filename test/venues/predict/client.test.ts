import { filter, firstValueFrom, take, toArray } from 'rxjs'
import { afterEach, describe, expect, test } from 'vitest'
import { type RunningExchange, startExchange } from '../../../src/exchange.js'
import { Price, Size } from '../../../src/model/money.js'
import { limitAmounts } from '../../../src/protocol/amounts.js'
import { exchangeAddress } from '../../../src/protocol/contracts.js'
import { createSigner } from '../../../src/protocol/sign.js'
import { createPredictClient, type PredictClient } from '../../../src/venues/predict/client.js'
import { RefusedError, VenueError } from '../../../src/venues/venue-error.js'

const open: { close(): unknown }[] = []
afterEach(async () => {
  for (const one of open.splice(0).toReversed()) await one.close()
})

const start = async (): Promise<RunningExchange> => {
  const exchange = await startExchange({ crowd: { kind: 'none' }, rateLimits: null, settlementMs: 5 })
  open.push(exchange)
  return exchange
}

const clientOf = (exchange: RunningExchange, account: number | null): PredictClient => {
  const { baseUrl, wsUrl, apiKey, chainId } = exchange
  const privateKey = account === null ? null : (exchange.accounts[account]?.privateKey ?? '')
  const signer = privateKey === null ? {} : { signer: createSigner({ privateKey, chainId }) }
  const client = createPredictClient({ baseUrl, wsUrl, apiKey, ...signer })
  open.push(client)
  return client
}

let salt = 1n

/** Places a LIMIT buy as a user of the package would. */
const buy = async (exchange: RunningExchange, client: PredictClient, account: number, outcome: 0 | 1, cents: number) => {
  const { markets, accounts, chainId } = exchange
  const market = await client.getMarket({ id: markets[0]?.id ?? 0 })
  const signer = createSigner({ privateKey: accounts[account]?.privateKey ?? '', chainId })
  const amounts = limitAmounts({ side: 'buy', price: Price.of(cents * 100), size: Size.of(10_000_000) })
  const order = {
    salt: salt++,
    maker: signer.address,
    signer: signer.address,
    taker: `0x${'0'.repeat(40)}`,
    tokenId: BigInt(market.outcomes[outcome]?.onChainId ?? 0),
    makerAmount: amounts.makerAmount,
    takerAmount: amounts.takerAmount,
    expiration: 4_102_444_799n,
    nonce: 0n,
    feeRateBps: BigInt(market.feeRateBps),
    side: 0 as const,
    signatureType: 0,
  }
  const { hash, signature } = signer.signOrder(order, exchangeAddress(chainId, market))
  return client.createOrder({
    data: {
      pricePerShare: String(amounts.pricePerShare),
      strategy: 'LIMIT',
      order: {
        hash,
        signature,
        salt: String(order.salt),
        maker: order.maker,
        signer: order.signer,
        taker: order.taker,
        tokenId: String(order.tokenId),
        makerAmount: String(order.makerAmount),
        takerAmount: String(order.takerAmount),
        expiration: Number(order.expiration),
        nonce: '0',
        feeRateBps: String(order.feeRateBps),
        side: 0,
        signatureType: 0,
      },
    },
  })
}

describe('the typed client', () => {
  test('reads public data, page after page', async () => {
    const exchange = await start()
    const client = clientOf(exchange, null)
    const page = await client.getMarkets({ first: 2, status: 'OPEN', includeStats: true })
    expect(page.rows.length).toBe(2)
    expect(page.rows[0]?.stats?.volumeTotalUsd).toBe(0)
    const ids: number[] = []
    for await (const market of client.rows.getMarkets({ first: 1 })) ids.push(market.id)
    expect(ids.toSorted((a, b) => a - b)).toEqual(exchange.markets.map(({ id }) => id))
    const books = await client.getOrderbooks({ ids })
    expect(books.map(({ marketId }) => marketId)).toEqual(ids)
    expect((await client.search({ query: 'ferry', limit: 1 })).markets[0]?.title).toContain('Ferry')
  })

  test('acts for its wallet: places, lists, finds and removes', async () => {
    const exchange = await start()
    const client = clientOf(exchange, 0)
    const created = await buy(exchange, client, 0, 0, 40)
    expect(created.code).toBe('OK')
    const listed = await client.getOrders({ status: 'OPEN' })
    expect(listed.rows.map(({ id }) => id)).toEqual([created.orderId])
    expect((await client.getOrder({ hash: created.orderHash })).amount).toBe(String(10n ** 19n))
    expect((await client.getAccount()).address).toBe(exchange.accounts[0]?.address.toLowerCase())
    expect((await client.removeOrders({ data: { ids: [created.orderId] } })).removed).toEqual([created.orderId])
  })

  test('reads standings and what was traded on a market', async () => {
    const exchange = await start()
    const [maker, taker] = [clientOf(exchange, 0), clientOf(exchange, 1)]
    await buy(exchange, maker, 0, 0, 40)
    await buy(exchange, taker, 1, 1, 60)
    const id = exchange.markets[0]?.id ?? 0
    // Standings count what has settled.
    await expect.poll(() => maker.getSeasonTotals()).toMatchObject([{ season: 1, traders: 2 }])
    const [match] = (await maker.getMarketActivity({ id })).rows
    expect([match?.name, match?.amountFilled]).toEqual(['MATCH', String(10n ** 19n)])
    const ranks: number[] = []
    for await (const { rank } of maker.rows.getLeaderboard({ first: 1 })) ranks.push(rank)
    expect(ranks).toEqual([1, 2])
  })

  test('says by its kind of error who failed: the caller, the venue, the wire', async () => {
    const exchange = await start()
    const stranger = clientOf(exchange, null)
    await expect(stranger.getOrders()).rejects.toThrow('getOrders: expected a signer')
    const refused = await stranger.getMarket({ id: 999_999 }).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(RefusedError)
    expect(refused).toMatchObject({ status: 404, slug: 'not_found' })
    const keyless = createPredictClient({ ...exchange, apiKey: '' })
    open.push(keyless)
    await expect(keyless.getTags()).rejects.toMatchObject({ status: 401 })
    const nowhere = createPredictClient({ baseUrl: 'http://127.0.0.1:1', wsUrl: '', apiKey: '' })
    open.push(nowhere)
    const failed = await nowhere.getTags().catch((error: unknown) => error)
    expect(failed).toBeInstanceOf(VenueError)
    expect(failed).not.toBeInstanceOf(RefusedError)
  })

  test('streams a book and a wallet’s events', async () => {
    const exchange = await start()
    const [maker, taker] = [clientOf(exchange, 0), clientOf(exchange, 1)]
    const id = exchange.markets[0]?.id ?? 0
    const messages = <T extends { kind: string }>(event: T): event is Extract<T, { kind: 'message' }> =>
      event.kind === 'message'
    const books = firstValueFrom(
      maker.streams.of('predictOrderbook', [id]).pipe(
        filter(messages),
        filter(({ data }) => data.bids.length > 0),
        take(1),
        toArray(),
      ),
    )
    const isFollowing = firstValueFrom(maker.streams.wallet().pipe(filter(({ kind }) => kind === 'live')))
    const settled = firstValueFrom(
      maker.streams.wallet().pipe(
        filter(messages),
        filter(({ data }) => data.type === 'orderTransactionSuccess'),
      ),
    )
    await isFollowing
    await buy(exchange, maker, 0, 0, 60)
    expect((await books)[0]?.data.bids).toEqual([[0.6, 10]])
    await buy(exchange, taker, 1, 1, 40)
    const { data } = await settled
    expect([data.isMaker, data.details.marketId, data.fill?.executedSizeWei]).toEqual([true, id, String(10n ** 19n)])
  })
})
