import { describe, expect, it } from 'vitest'
import { highS } from '../../protocol/high-s.js'
import { type Client, createClient, type RawOrder } from './client.js'
import { start } from './exchanges.js'

const ONE = 10n ** 18n
const CASH = 10_000n * ONE

/** asks 0.62 x 100 and 0.63 x 200, bids 0.61 x 100 and 0.60 x 300, all of one maker who needs no shares for it. */
const table = async (options = {}) => {
  const exchange = await start({ settlementMs: 0, ...options })
  const { market } = exchange
  const [maker, taker] = [createClient(exchange, 0), createClient(exchange, 1)]
  await Promise.all([maker.login(), taker.login()])
  await maker.limit({ market, outcome: 'no', cents: 38, shares: 100 })
  await maker.limit({ market, outcome: 'no', cents: 37, shares: 200 })
  await maker.limit({ market, cents: 61, shares: 100 })
  await maker.limit({ market, cents: 60, shares: 300 })
  return { exchange, market, maker, taker }
}

const BUY_150 = {
  makerAmount: '95445000000000000000',
  takerAmount: '150000000000000000000',
  pricePerShare: '623333333333333333',
}
const SELL_150 = {
  makerAmount: '150000000000000000000',
  takerAmount: '89100000000000000000',
  pricePerShare: '606666666666666666',
}

const stateOf = async (client: Client, answer: { status: number; body: { data: { orderHash: string } } }) => {
  expect(answer.status).toBe(201)
  return (await client.get(`/v1/orders/${answer.body.data.orderHash}`)).body.data
}

/** Fee of a taker's buy in shares, of each leg, as the venue's formula has it. */
const feeShares = (legs: readonly (readonly [cents: bigint, millionths: bigint])[]): bigint =>
  legs.reduce((sum, [cents, millionths]) => {
    const least = cents < 50n ? cents : 100n - cents
    return sum + (millionths * 10n ** 12n * 200n * least) / (10_000n * cents)
  }, 0n)

describe('an order that takes, over HTTP', () => {
  it('buys a quantity at the makers’ prices, whatever slippage it allows, and keeps the rest of its budget', async () => {
    const { market, taker } = await table()
    const answer = await taker.raw({ market, strategy: 'MARKET', slippageBps: '100', ...BUY_150 })
    expect(await stateOf(taker, answer)).toMatchObject({ status: 'FILLED', amountFilled: '150000000000000000000' })
    expect(await taker.cash()).toBe(CASH - 62n * ONE - (63n * ONE) / 2n)
    const fee = feeShares([
      [62n, 100_000_000n],
      [63n, 50_000_000n],
    ])
    expect(await taker.shares(market, 'yes')).toBe(150n * ONE - fee)
    const [match] = (await taker.get('/v1/orders/matches')).body.data
    expect(match.taker.fee).toEqual({ amount: String(fee), type: 'SHARES' })
    expect(match.makers.map((leg: { fee: { amount: string } }) => leg.fee.amount)).toEqual(['0', '0'])
  })

  it('spends what it offers where the least amount out is signed, and gives back what buys no millionth more', async () => {
    const { market, taker } = await table()
    const amounts = { makerAmount: '93500000000000000000', takerAmount: '146928571428571428571' }
    const answer = await taker.raw({ market, ...BUY_150, strategy: 'MARKET', isMinAmountOut: true, ...amounts })
    expect((await stateOf(taker, answer)).status).toBe('FILLED')
    expect(CASH - (await taker.cash())).toBe(935n * 10n ** 17n)
    const positions = (await taker.get('/v1/orders/matches')).body.data[0]
    expect(positions.amountFilled).toBe('150000000000000000000')
  })

  it('buys by value for no more than the value', async () => {
    const { market, taker } = await table()
    const amounts = {
      makerAmount: '100995300000000000000',
      takerAmount: '160310000000000000000',
      pricePerShare: '623762085958455492',
    }
    await taker.raw({ market, strategy: 'MARKET', ...amounts })
    expect(CASH - (await taker.cash())).toBe(62n * ONE + (6_031n * 63n * ONE) / 10_000n)
  })

  it('sells at the bids, and pays its fee from the proceeds', async () => {
    const { market, taker } = await table()
    await taker.raw({ market, strategy: 'MARKET', ...BUY_150, makerAmount: 140n * ONE, takerAmount: 200n * ONE })
    const [cash, shares] = [await taker.cash(), await taker.shares(market, 'yes')]
    await taker.raw({ market, side: 'sell', strategy: 'MARKET', slippageBps: '100', ...SELL_150 })
    expect(shares - (await taker.shares(market, 'yes'))).toBe(150n * ONE)
    const fee = (100n * 39n * 2n * ONE) / 10_000n + (50n * 40n * 2n * ONE) / 10_000n
    expect((await taker.cash()) - cash).toBe(91n * ONE - fee)
    expect((await taker.get('/v1/orders/matches')).body.data[0].taker.fee).toEqual({ amount: String(fee), type: 'COLLATERAL' })
  })

  it('leaves alone what is worse than its limit, and ends FILLED with a part', async () => {
    const { market, taker } = await table()
    const worst = { makerAmount: 93n * ONE, takerAmount: 150n * ONE, pricePerShare: '620000000000000000' }
    expect(await stateOf(taker, await taker.raw({ market, strategy: 'MARKET', ...worst }))).toMatchObject({
      status: 'FILLED',
      amountFilled: String(100n * ONE),
    })
    expect(await stateOf(taker, await taker.raw({ market, strategy: 'MARKET', ...worst }))).toMatchObject({
      status: 'CANCELLED',
      amountFilled: '0',
    })
  })

  it('fills or kills', async () => {
    const { market, taker } = await table()
    const want = (shares: bigint): RawOrder => ({
      market,
      strategy: 'MARKET',
      isFillOrKill: true,
      makerAmount: (shares * 63n * ONE) / 100n,
      takerAmount: shares * ONE,
      pricePerShare: '630000000000000000',
    })
    expect(await stateOf(taker, await taker.raw(want(301n)))).toMatchObject({ status: 'CANCELLED', amountFilled: '0' })
    expect(await taker.cash()).toBe(CASH)
    expect(await stateOf(taker, await taker.raw(want(300n)))).toMatchObject({ status: 'FILLED' })
  })

  it.each([
    [30, 2n * ONE],
    [70, 857_142_857_142_857_142n],
  ])('takes the fee of a hundred shares bought at %i cents in shares: %i wei', async (cents, fee) => {
    const exchange = await start({ settlementMs: 0 })
    const { market } = exchange
    const [maker, taker] = [createClient(exchange, 0), createClient(exchange, 1)]
    await Promise.all([maker.login(), taker.login()])
    await maker.limit({ market, outcome: 'no', cents: 100 - cents, shares: 100 })
    await taker.limit({ market, cents, shares: 100 })
    expect(await taker.shares(market, 'yes')).toBe(100n * ONE - fee)
    expect(await maker.shares(market, 'no')).toBe(100n * ONE)
    const cash = await maker.cash()
    await taker.limit({ market, cents: 20, shares: 50 })
    await maker.limit({ market, side: 'sell', outcome: 'no', cents: 80, shares: 50 })
    // Nothing met: a bid for YES at 20 cents is an ask of NO at 80, which the sell only joins.
    expect(await maker.cash()).toBe(cash)
  })

  it('ends a post-only order that would take with 201 and CANCELLED, and lets one that rests rest', async () => {
    const { market, taker } = await table()
    const crossing = await taker.limit({ market, cents: 62, shares: 10, isPostOnly: true })
    expect((await stateOf(taker, crossing)).status).toBe('CANCELLED')
    expect((await stateOf(taker, await taker.limit({ market, cents: 61, shares: 10, isPostOnly: true }))).status).toBe('OPEN')
  })

  it.each([
    ['CANCEL_MAKER', 'CANCELLED', 'OPEN'],
    ['CANCEL_TAKER', 'OPEN', 'CANCELLED'],
    ['CANCEL_BOTH', 'CANCELLED', 'CANCELLED'],
  ])('keeps a wallet from trading with itself: %s', async (selfTradePrevention, first, second) => {
    const exchange = await start({ settlementMs: 0 })
    const client = createClient(exchange)
    await client.login()
    const { market } = exchange
    const resting = await client.limit({ market, outcome: 'no', cents: 40, shares: 10 })
    const taking = await client.limit({ market, cents: 60, shares: 10, selfTradePrevention })
    const states = [await stateOf(client, resting), await stateOf(client, taking)]
    expect(states.map(state => state.status)).toEqual([first, second])
    expect((await client.get('/v1/orders/matches')).body.data).toEqual([])
    expect(await client.cash()).toBe(CASH)
  })

  it('ends a market order FILLED that took a part before it met its own wallet’s order', async () => {
    const exchange = await start({ settlementMs: 0 })
    const [client, other] = [createClient(exchange), createClient(exchange, 1)]
    await Promise.all([client.login(), other.login()])
    const { market } = exchange
    await other.limit({ market, outcome: 'no', cents: 41, shares: 10 })
    const own = await client.limit({ market, outcome: 'no', cents: 40, shares: 10 })
    const amounts = { makerAmount: 12n * ONE, takerAmount: 20n * ONE, pricePerShare: (ONE * 6n) / 10n }
    const taking = await client.raw({ market, strategy: 'MARKET', selfTradePrevention: 'CANCEL_TAKER', ...amounts })
    expect(await stateOf(client, taking)).toMatchObject({ status: 'FILLED', amountFilled: String(10n * ONE) })
    expect((await stateOf(client, own)).status).toBe('OPEN')
  })

  it('refuses a market order that needs what resting orders hold, unless it may take it: then the newest gives way', async () => {
    const { exchange, market, taker } = await table()
    const second = exchange.markets[1]?.id ?? 0
    const old = await taker.limit({ market: second, cents: 10, shares: 50_000 })
    const young = await taker.limit({ market: second, cents: 20, shares: 24_900 })
    const refused = await taker.raw({ market, strategy: 'MARKET', reservedBalancePolicy: 'REJECT_MARKET_ORDER', ...BUY_150 })
    expect([refused.status, refused.body.error]).toEqual([400, 'create_order_insufficient_collateral_balance'])
    const skip = { strategy: 'MARKET', reservedBalancePolicy: 'SKIP_RESERVED_BALANCE_CHECKS' } as const
    const tooMuch = { makerAmount: 12_000n * ONE, takerAmount: 13_000n * ONE }
    expect((await taker.raw({ market, ...BUY_150, ...skip, ...tooMuch })).status).toBe(400)
    expect((await stateOf(taker, young)).status).toBe('OPEN')
    expect((await stateOf(taker, await taker.raw({ market, ...BUY_150, ...skip }))).status).toBe('FILLED')
    expect([(await stateOf(taker, old)).status, (await stateOf(taker, young)).status]).toEqual(['OPEN', 'CANCELLED'])
  })

  it('takes the signature of a smart account’s owner on all four exchanges, and of no other key', async () => {
    const account = '0x2222222222222222222222222222222222222222'
    const owner = { address: '0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2A', privateKey: `0x${'11'.repeat(32)}` }
    const flags = [false, true].flatMap(isNegRisk => [false, true].map(isYieldBearing => ({ isNegRisk, isYieldBearing })))
    const exchange = await start({
      fund: [{ address: account, usdt: '1000' }],
      smartAccounts: [{ address: account, owner: owner.address }],
      markets: flags.map((one, index) => ({ question: `Question ${index}?`, ...one })),
    })
    const client = createClient(exchange, { ...owner, smartAccount: account })
    const thief = createClient(exchange, { address: account, privateKey: `0x${'12'.repeat(32)}`, smartAccount: account })
    await client.login()
    for (const { id: market } of exchange.markets) {
      expect((await client.limit({ market, cents: 40, shares: 10 })).status).toBe(201)
      const twin = await client.body({ market, cents: 41, shares: 10 })
      twin.data.order.signature = highS(twin.data.order.signature)
      expect((await client.post('/v1/orders', twin)).body.error).toBe('create_order_invalid_signature')
      const forged = await thief.body({ market, cents: 41, shares: 10 })
      expect((await client.post('/v1/orders', forged)).body.error).toBe('create_order_invalid_signature')
    }
    await expect(thief.login()).rejects.toThrow()
  })
})
