import { describe, expect, it } from 'vitest'
import { createClient } from './client.js'
import { openInside } from './inside.js'
import { openTrader } from './trader.js'

const wei = (amount: number): string => (BigInt(Math.round(amount * 1e6)) * 10n ** 12n).toString()

describe('quotes', () => {
  it('answer what the book would give for a quantity or an amount, with the fee, and the order placed right after gets it', async () => {
    const { inside, exchange, market } = await openInside({ core: { settlementUs: 0 } })
    const trading = await openTrader(inside)
    await trading.place('ann', market, 'buy no 0.38 100')
    await trading.place('ann', market, 'buy no 0.37 200')
    const client = createClient(exchange)
    await client.login()
    const quote = (await client.get(`/v1/markets/${market}/quote?side=BUY&quantity=${wei(150)}`)).body.data
    expect(quote).toEqual({
      marketId: market,
      outcome: 'Yes',
      side: 'Bid',
      amountIn: wei(93.5),
      amountOut: String(BigInt(wei(150)) - BigInt(quote.fee.amount)),
      shares: wei(150),
      value: wei(93.5),
      averagePrice: '623333333333333333',
      worstPrice: wei(0.63),
      fee: { amount: quote.fee.amount, type: 'SHARES' },
      isComplete: true,
    })
    // Two legs of rate times (1 - p) / p, each floored by itself.
    expect(quote.fee.amount).toBe(String((2n * 38n * 10n ** 20n) / 62n / 100n + (50n * 2n * 37n * 10n ** 18n) / 63n / 100n))
    // As a client makes it: the worst price for every share.
    const makerAmount = (BigInt(quote.worstPrice) * BigInt(quote.shares)) / 10n ** 18n
    const order = {
      market,
      makerAmount,
      takerAmount: quote.shares,
      pricePerShare: quote.averagePrice,
      strategy: 'MARKET' as const,
    }
    expect((await client.raw(order)).status).toBe(201)
    const [match] = (await client.get('/v1/orders/matches')).body.data
    expect(match).toMatchObject({ amountFilled: quote.shares, priceExecuted: quote.averagePrice, taker: { fee: quote.fee } })
    const body = { data: { side: 'BUY', amountIn: wei(63) } }
    expect((await client.post(`/v1/markets/${market}/quote`, body)).body.data).toMatchObject({
      amountIn: wei(63),
      shares: wei(100),
      isComplete: true,
    })
    const sell = (await client.get(`/v1/markets/${market}/quote?side=Ask&outcome=No&amountIn=${wei(10)}`)).body.data
    expect(sell).toMatchObject({ side: 'Ask', outcome: 'No', amountIn: wei(10), value: wei(3.7), worstPrice: wei(0.37) })
    expect(sell.fee).toEqual({ amount: wei(0.074), type: 'COLLATERAL' })
    expect(sell.amountOut).toBe(wei(3.7 - 0.074))
  })

  it('come for many markets in one answer, alike or each for itself, and are empty where nothing trades', async () => {
    const markets = ['a', 'b'].map(name => ({ question: `Will ${name}?`, endsInMinutes: null }))
    const { inside, exchange } = await openInside({ markets })
    const trading = await openTrader(inside)
    const client = createClient(exchange)
    await trading.place('ann', 1_001, 'buy yes 0.4 10')
    const nothing = { shares: '0', amountIn: '0', amountOut: '0', averagePrice: null, worstPrice: null, isComplete: false }
    expect((await client.get(`/v1/markets/quotes?ids=1001,1002&side=SELL&quantity=${wei(5)}`)).body.data).toMatchObject([
      { marketId: 1_001, shares: wei(5), isComplete: true },
      { marketId: 1_002, ...nothing },
    ])
    const asked = [
      { marketId: 1_001, side: 'Bid', outcome: 'No', amountIn: wei(100) },
      { marketId: 1_001, side: 'Bid', outcome: 'Yes', quantity: wei(1) },
    ]
    expect((await client.post('/v1/markets/quotes', { data: asked })).body.data).toMatchObject([
      { amountIn: wei(6), shares: wei(10), isComplete: false },
      nothing,
    ])
    await trading.do({ kind: 'trading', market: 1_001, status: 'MATCHING_NOT_ENABLED' })
    expect((await client.get(`/v1/markets/1001/quote?side=SELL&quantity=${wei(5)}`)).body.data).toMatchObject(nothing)
  })

  it('are refused for amounts that are none', async () => {
    const { exchange, market } = await openInside()
    const client = createClient(exchange)
    const wrong = [
      'side=BUY',
      'side=BUY&amountIn=1&quantity=1',
      'side=BUY&amountIn=0',
      'side=BUY&quantity=1',
      'side=up&quantity=1',
    ]
    const wronger = [
      'side=SELL&amountIn=999',
      `side=BUY&quantity=${'9'.repeat(78)}`,
      'side=BUY&quantity=-1',
      'side=BUY&quantity=1e18',
      '',
    ]
    for (const query of [...wrong, ...wronger])
      expect([query, (await client.get(`/v1/markets/${market}/quote?${query}`)).body.error]).toEqual([query, 'bad_request'])
    expect((await client.get(`/v1/markets/${market}/quote?side=BUY&amountIn=${'9'.repeat(78)}`)).status).toBe(200)
    expect((await client.get(`/v1/markets/9/quote?side=BUY&amountIn=${wei(1)}`)).status).toBe(404)
    expect((await client.get(`/v1/markets/quotes?ids=9&side=BUY&amountIn=${wei(1)}`)).status).toBe(404)
    expect((await client.post('/v1/markets/quotes', { data: [] })).status).toBe(400)
  })
})
