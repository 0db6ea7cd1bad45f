import { describe, expect, it } from 'vitest'
import { createClient } from './client.js'
import { start } from './exchanges.js'
import { openStream } from './stream.js'

const ONE = 10n ** 18n

describe('the life of a market, over the wire', () => {
  it.each([
    [1, ['WON', 'LOST']],
    [0.5, ['VOIDED', 'VOIDED']],
    [0, ['LOST', 'WON']],
  ] as const)('opens, trades, closes, resolves to %d and pays to the wei', async (resolvesTo, outcomes) => {
    let now = 1_800_000_000_000_000
    const clock = { now: () => now as never }
    const markets = [{ question: 'Will it end?', endsInMinutes: 60, resolvesTo }]
    const exchange = await start({ markets, clock, settlementMs: 0 })
    const { market } = exchange
    const [maker, taker] = [createClient(exchange, 0), createClient(exchange, 1)]
    await Promise.all([maker.login(), taker.login()])
    const stream = await openStream(exchange)
    for (const topic of ['predictTradingStatus', 'predictMarketStatus']) await stream.subscribe(`${topic}/${market}`)
    const before = [await maker.cash(), await taker.cash()]
    await maker.limit({ market, cents: 30, shares: 33 })
    await taker.limit({ market, outcome: 'no', cents: 70, shares: 33 })
    const [yes, no] = [await maker.shares(market, 'yes'), await taker.shares(market, 'no')]
    const rest = await maker.limit({ market, cents: 20, shares: 10 })
    expect([yes, await maker.cash()]).toEqual([33n * ONE, (before[0] ?? 0n) - 99n * 10n ** 17n])
    now += 3_600_000_000
    // Any entry lets happen what is due; this one comes too late itself.
    expect((await maker.limit({ market, cents: 20, shares: 10 })).body.error).toBe('create_order_market_not_trading')
    await stream.hear(message => message.data?.tradingStatus === 'CLOSED')
    await stream.hear(message => message.data?.status === 'PRICE_PROPOSED')
    expect((await maker.get(`/v1/orders/${rest.body.data.orderHash}`)).body.data.status).toBe('CANCELLED')
    now += 5_000_000
    await maker.limit({ market, cents: 20, shares: 10 })
    const resolved = await stream.hear(message => message.data?.status === 'RESOLVED')
    expect(resolved.data.marketOutcomes).toMatchObject([
      { indexSet: 1, price: resolvesTo },
      { indexSet: 2, price: 1 - resolvesTo },
    ])
    const row = (await maker.get(`/v1/markets/${market}`)).body.data
    expect(row).toMatchObject({ tradingStatus: 'CLOSED', status: 'RESOLVED' })
    expect(row.outcomes.map((outcome: { status: string }) => outcome.status)).toEqual(outcomes)
    const halves = BigInt(resolvesTo * 2)
    expect(await maker.cash()).toBe((before[0] ?? 0n) - 99n * 10n ** 17n + (yes * halves) / 2n)
    expect(await taker.cash()).toBe((before[1] ?? 0n) - 231n * 10n ** 17n + (no * (2n - halves)) / 2n)
    expect([await maker.shares(market, 'yes'), await taker.shares(market, 'no')]).toEqual([0n, 0n])
  })

  it('begins with three markets of both precisions, and every kind of contract comes in turn', async () => {
    const exchange = await start()
    const client = createClient(exchange)
    await client.login()
    const rows = await Promise.all(exchange.markets.map(async ({ id }) => (await client.get(`/v1/markets/${id}`)).body.data))
    expect(rows.map(row => row.decimalPrecision)).toEqual([2, 2, 3])
    expect(rows.map(row => [row.isNegRisk, row.isYieldBearing])).toEqual([
      [false, false],
      [true, false],
      [false, true],
    ])
    for (const { id } of rows) expect((await client.limit({ market: id, cents: 40, shares: 10 })).status).toBe(201)
  })
})
