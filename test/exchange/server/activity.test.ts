import { describe, expect, it } from 'vitest'
import { ACTIVITY_MAX, createActivity } from '../../../src/exchange/server/read-models/activity.js'
import { marketActivityPage } from '../../../src/exchange/server/rows/activity.js'
import { Timestamp } from '../../../src/model/time.js'
import { createClient } from './client.js'
import { folder } from './exchanges.js'
import { type InsideOptions, openInside } from './inside.js'

const ONE = 10n ** 18n

const ready = async (options: InsideOptions = {}) => {
  const opened = await openInside(options)
  const clients = [0, 1].map(who => createClient(opened.exchange, who))
  await Promise.all(clients.map(client => client.login()))
  return { ...opened, maker: clients[0]!, taker: clients[1]! }
}

const namesOf = (answer: { body: { data: { name: string }[] } }): string[] => answer.body.data.map(row => row.name)

describe('the activity of an account', () => {
  it('tells of each order that it came, was removed, and expired, newest first', async () => {
    const { maker, market, pass, inside } = await ready()
    const { orderId } = (await maker.limit({ market, cents: 40, shares: 10 })).body.data
    await maker.post('/v1/orders/remove', { data: { ids: [orderId] } })
    pass(10)
    await maker.limit({ market, outcome: 'no', cents: 30, shares: 10, expiration: 1_800_000_020 })
    pass(30)
    await inside.writes.sequencer.apply({ command: { kind: 'nonce', at: inside.writes.sequencer.now(), account: '0xnobody' } })
    const answer = await maker.get('/v1/account/activity')
    expect(namesOf(answer)).toEqual(['EXPIRE', 'CREATE', 'CANCEL', 'CREATE'])
    expect(answer.body.cursor).toBeNull()
    const [expired, created] = answer.body.data
    expect(expired).toMatchObject({ createdAt: '2027-01-15T08:00:20.000Z', transactionHash: null, amountFilled: null })
    expect(created).toMatchObject({
      createdAt: '2027-01-15T08:00:10.000Z',
      priceExecuted: null,
      order: { quoteType: 'BID', amount: String(10n * ONE), price: '300000000000000000', fee: null },
      market: { id: market },
      outcome: { name: 'No', indexSet: 2 },
    })
  })

  it('tells both sides of a trade when it is settled, and its fee in a line of its own', async () => {
    const { maker, taker, market, inside } = await ready()
    await maker.limit({ market, cents: 40, shares: 10 })
    await taker.limit({ market, outcome: 'no', cents: 60, shares: 10 })
    expect(namesOf(await maker.get('/v1/account/activity'))).toEqual(['MATCH', 'CREATE'])
    const { data } = (await taker.get('/v1/account/activity')).body
    expect(data.map((row: { name: string }) => row.name)).toEqual(['FEE', 'MATCH', 'CREATE'])
    const fee = { amount: String((10n * ONE * 200n * 4n) / (10_000n * 6n)), type: 'SHARES' }
    const trade = { amountFilled: String(10n * ONE), priceExecuted: '600000000000000000', order: { fee, quoteType: 'BID' } }
    expect(data[0]).toMatchObject(trade)
    expect(data[1]).toMatchObject(trade)
    const [match] = (await maker.get('/v1/orders/matches')).body.data
    expect(data[1].transactionHash).toBe(match.transactionHash)
    expect(marketActivityPage(inside.reads, market, {}).rows).toMatchObject([
      {
        name: 'MATCH',
        transactionHash: match.transactionHash,
        amountFilled: String(10n * ONE),
        quoteType: 'Bid',
        outcome: { indexSet: 2 },
      },
    ])
  })

  it('tells of a market order that met no other, of a settlement that failed and of the order it made invalid', async () => {
    const { maker, taker, market } = await ready({ core: { settles: () => false } })
    const unmet = {
      market,
      strategy: 'MARKET',
      makerAmount: 5n * ONE,
      takerAmount: 10n * ONE,
      pricePerShare: 5n * 10n ** 17n,
    } as const
    await taker.raw(unmet)
    expect(namesOf(await taker.get('/v1/account/activity'))).toEqual(['NO_MARKET_MATCH', 'CREATE'])
    await maker.limit({ market, cents: 40, shares: 10 })
    await taker.limit({ market, outcome: 'no', cents: 60, shares: 10 })
    const { data } = (await maker.get('/v1/account/activity')).body
    expect(data.map((row: { name: string }) => row.name)).toEqual(['INVALIDATE', 'MATCH_FAILED', 'CREATE'])
    expect(data[1]).toMatchObject({ transactionHash: null, amountFilled: String(10n * ONE), order: { fee: null } })
  })

  it('tells what a result paid, and pages without repeating a line', async () => {
    const { maker, taker, market, inside } = await ready()
    await maker.limit({ market, cents: 40, shares: 10 })
    await taker.limit({ market, outcome: 'no', cents: 60, shares: 10 })
    await inside.writes.sequencer.apply({ command: { kind: 'resolve', at: inside.writes.sequencer.now(), market, yes: 1 } })
    const first = (await maker.get('/v1/account/activity?first=1')).body
    expect(first.data[0]).toMatchObject({
      name: 'RESOLVE',
      amountFilled: String(10n * ONE),
      priceExecuted: String(ONE),
      order: null,
      outcome: { status: 'WON' },
    })
    await taker.limit({ market, cents: 40, shares: 10 })
    const second = (await maker.get(`/v1/account/activity?first=100&after=${first.cursor}`)).body
    expect(second.data.map((row: { name: string }) => row.name)).toEqual(['MATCH', 'CREATE'])
    expect(second.cursor).toBeNull()
  })

  it('is the same after a restart', async () => {
    const data = folder()
    const { exchange, maker, taker, market } = await ready({ data })
    await maker.limit({ market, cents: 40, shares: 10 })
    await taker.limit({ market, outcome: 'no', cents: 60, shares: 10 })
    const before = (await taker.get('/v1/account/activity')).body.data
    await exchange.close()
    const again = await ready({ data })
    expect((await again.taker.get('/v1/account/activity')).body.data).toEqual(before)
  })

  it('keeps the newest lines of an account and forgets older ones', () => {
    const activity = createActivity()
    const paid = { kind: 'paid', account: '0x1', market: 1, outcome: 'yes', shares: 1n, value: 1n } as const
    for (let at = 0; at < 3 * ACTIVITY_MAX + 5; at++) activity.see?.({ at: Timestamp.of(at), ...paid } as never)
    const kept = [...activity.of('0x1')]
    expect(kept).toHaveLength(ACTIVITY_MAX)
    expect(kept[0]?.seq).toBe(3 * ACTIVITY_MAX + 5)
    const copy = createActivity()
    copy.memory?.load(structuredClone(activity.memory?.save()))
    expect([...copy.of('0x1')]).toEqual(kept)
  })
})
