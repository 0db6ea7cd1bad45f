import { describe, expect, it } from 'vitest'
import { type Untimed, wei } from '../core/try-exchange.js'
import { type Client, createClient } from './client.js'
import { folder } from './exchanges.js'
import { type InsideOptions, openInside } from './inside.js'

const ONE = 10n ** 18n
const MARKETS = ['a', 'b', 'c'].map(name => ({ question: `Will ${name}?`, endsInMinutes: null, feeRateBps: 0 }))

/** A maker with YES of three markets: 10 at 0.40, 20 at 0.30 and 30 at 0.50, bought a minute apart. */
const ready = async (options: InsideOptions = {}) => {
  const opened = await openInside({ markets: MARKETS, ...options })
  const [maker, taker] = [createClient(opened.exchange), createClient(opened.exchange, 1)]
  await Promise.all([maker.login(), taker.login()])
  return { ...opened, maker, taker, markets: opened.exchange.markets.map(({ id }) => id) }
}

const traded = async (options: InsideOptions = {}) => {
  const table = await ready(options)
  const sizes = [
    { cents: 40, shares: 10 },
    { cents: 30, shares: 20 },
    { cents: 50, shares: 30 },
  ]
  for (const [index, { cents, shares }] of sizes.entries()) {
    const market = table.markets[index] ?? 0
    await table.maker.limit({ market, cents, shares })
    await table.taker.limit({ market, outcome: 'no', cents: 100 - cents, shares })
    table.pass(60)
  }
  return table
}

const marketsOf = async (client: Client, query: string): Promise<number[]> => {
  const { status, body } = await client.get(`/v1/positions${query}`)
  expect([query, status]).toEqual([query, 200])
  return body.data.map((row: { market: { id: number } }) => row.market.id)
}

describe('positions', () => {
  it('are worth the market’s chance, with what they have cost on average', async () => {
    const { maker, taker, markets } = await traded()
    const [market = 0] = markets
    expect((await maker.get(`/v1/positions?marketId=${market}`)).body).toMatchObject({
      cursor: null,
      data: [{ amount: String(10n * ONE), valueUsd: '4', averageBuyPriceUsd: '0.4', pnlUsd: '0' }],
    })
    await taker.limit({ market, cents: 55, shares: 10 })
    const [row] = (await maker.get(`/v1/positions/${maker.account.address}?marketId=${market}`)).body.data
    expect(row).toMatchObject({ valueUsd: '5.5', pnlUsd: '1.5', outcome: { indexSet: 1, status: null } })
    expect(row.market).toMatchObject({ id: market, status: 'REGISTERED' })
    const [no] = (await taker.get(`/v1/positions?marketId=${market}`)).body.data
    expect(no).toMatchObject({ valueUsd: '4.5', averageBuyPriceUsd: '0.6', pnlUsd: '-1.5', outcome: { indexSet: 2 } })
    await maker.limit({ market, outcome: 'no', cents: 40, shares: 10 })
    // Between 0.55 and 0.60 now.
    expect((await maker.get(`/v1/positions?marketId=${market}`)).body.data).toMatchObject([{ valueUsd: '5.75' }])
    expect((await taker.get(`/v1/positions?marketId=${market}`)).body.data).toMatchObject([{ valueUsd: '4.25' }])
  })

  it('of a pair are worth one dollar in the answer, and a fresh one has lost nothing, whatever the book', async () => {
    const { inside, maker, taker, markets } = await ready({ core: { settlementUs: 0 } })
    const [market = 0] = markets
    const account = maker.account.address.toLowerCase()
    const values = async () => {
      const rows: { valueUsd: string; pnlUsd: string }[] = (await maker.get(`/v1/positions?marketId=${market}`)).body.data
      return rows.map(({ valueUsd, pnlUsd }) => [Number(valueUsd), Number(pnlUsd)])
    }
    await inside.writes.sequencer.apply({
      command: { kind: 'split', at: inside.writes.sequencer.now(), account, market, shares: wei('130') },
    })
    expect(await values()).toEqual([
      [65, 0],
      [65, 0],
    ])
    await taker.limit({ market, cents: 3, shares: 100 })
    expect(await values()).toEqual([
      [65, 0],
      [65, 0],
    ])
    await taker.limit({ market, outcome: 'no', cents: 90, shares: 100 })
    expect(await values()).toEqual([
      [121.55, 56.55],
      [8.45, -56.55],
    ])
    await inside.writes.sequencer.apply({
      command: { kind: 'split', at: inside.writes.sequencer.now(), account, market, shares: wei('0.333333') },
    })
    const [[no = 0] = [], [yes = 0] = []] = await values()
    expect([no, yes, Math.round((no + yes) * 1e6)]).toEqual([121.861667, 8.471666, 130_333_333])
  })

  it('come in every order, page by page', async () => {
    const { maker, taker, markets } = await traded()
    const [a = 0, b = 0, c = 0] = markets
    const bids = [90, 35, 10]
    for (const [index, cents] of bids.entries()) await taker.limit({ market: markets[index] ?? 0, cents, shares: 9 })
    const orders: [string, number[]][] = [
      ['', [c, b, a]],
      ['?sort=AMOUNT_DESC', [c, b, a]],
      ['?sort=SHARES_VALUE_DESC', [c, a, b]],
      ['?sort=RETURN_DESC', [a, b, c]],
      ['?sort=EVENT_BLOCK_ASC', [a, b, c]],
      ['?sort=EVENT_BLOCK_DESC', [c, b, a]],
    ]
    for (const [query, wanted] of orders) {
      expect([query, await marketsOf(maker, query)]).toEqual([query, wanted])
      const seen: number[] = []
      for (let after: string | null = ''; after !== null; ) {
        const mark: string = query === '' ? '?' : `${query}&`
        const { body } = await maker.get(`/v1/positions${mark}first=1&after=${after}`)
        seen.push(body.data[0].market.id)
        after = body.cursor
      }
      expect(seen).toEqual(wanted)
    }
    expect((await maker.get('/v1/positions?sort=AMOUNT')).status).toBe(400)
  })

  it('that a result has paid are shown to who asks for them, lost ones only with includeLost', async () => {
    const { maker, taker, markets, inside } = await traded()
    const [a = 0, b = 0, c = 0] = markets
    const at = inside.writes.sequencer.now()
    await inside.writes.sequencer.apply({ command: { kind: 'resolve', at, market: a, yes: 1 } })
    await inside.writes.sequencer.apply({ command: { kind: 'resolve', at, market: b, yes: 0 } })
    expect(await marketsOf(maker, '')).toEqual([c])
    expect(await marketsOf(maker, '?isResolved=false')).toEqual([c])
    expect(await marketsOf(maker, '?isResolved=true')).toEqual([a])
    expect(await marketsOf(maker, '?isResolved=true&includeLost=true')).toEqual([b, a])
    expect(await marketsOf(maker, '?includeLost=true')).toEqual([c, b, a])
    expect(await marketsOf(maker, '?includeLost=false')).toEqual([c])
    expect(await marketsOf(maker, `?includeLost=true&marketId=${b}`)).toEqual([b])
    const [won] = (await maker.get('/v1/positions?isResolved=true')).body.data
    expect(won).toMatchObject({ amount: String(10n * ONE), valueUsd: '10', averageBuyPriceUsd: '0.4', pnlUsd: '6' })
    expect(won.outcome.status).toBe('WON')
    const [lost] = (await maker.get(`/v1/positions?includeLost=true&marketId=${b}`)).body.data
    expect(lost).toMatchObject({ amount: String(20n * ONE), valueUsd: '0', pnlUsd: '-6', outcome: { status: 'LOST' } })
    expect(await marketsOf(taker, '?isResolved=true')).toEqual([b])
  })

  it('of a decided market are shown until they are redeemed, lost ones only with includeLost', async () => {
    const { maker, markets, inside } = await traded({ core: { paysAtResult: false } })
    const [a = 0, b = 0, c = 0] = markets
    const apply = (command: Untimed) =>
      inside.writes.sequencer.apply({ command: { ...command, at: inside.writes.sequencer.now() } })
    await apply({ kind: 'resolve', market: a, yes: 1 })
    await apply({ kind: 'resolve', market: b, yes: 0 })
    expect(await marketsOf(maker, '')).toEqual([c, a])
    expect(await marketsOf(maker, '?isResolved=false')).toEqual([c])
    expect(await marketsOf(maker, '?isResolved=true')).toEqual([a])
    expect(await marketsOf(maker, '?includeLost=true')).toEqual([c, b, a])
    expect((await maker.get(`/v1/markets/${a}`)).body.data).toMatchObject({ id: a, status: 'RESOLVED' })
    const account = maker.account.address.toLowerCase()
    await apply({ kind: 'redeem', account, market: a, yes: wei('4'), no: wei('0') })
    const [won] = (await maker.get('/v1/positions?isResolved=true')).body.data
    expect(won).toMatchObject({ amount: String(6n * ONE), valueUsd: '6', averageBuyPriceUsd: '0.4', pnlUsd: '3.6' })
    const standing = async () =>
      (await maker.get('/v1/leaderboard')).body.data.find((row: { address: string }) => row.address === account)
    const before = await standing()
    await apply({ kind: 'redeem', account, market: a, yes: wei('6'), no: wei('0') })
    expect(await marketsOf(maker, '?isResolved=true&includeLost=true')).toEqual([b])
    expect((await standing()).pnlUsd).toBe(before.pnlUsd)
    expect((await maker.get('/v1/account/activity')).body.data[0]).toMatchObject({ name: 'RESOLVE' })
  })

  it('remember what was paid over a restart', async () => {
    const data = folder()
    const { inside, exchange, maker, markets } = await traded({ data })
    await inside.writes.sequencer.apply({
      command: { kind: 'resolve', at: inside.writes.sequencer.now(), market: markets[0] ?? 0, yes: 0.5 },
    })
    const before = (await maker.get('/v1/positions?isResolved=true')).body.data
    expect(before).toMatchObject([{ valueUsd: '5', pnlUsd: '1', outcome: { status: 'VOIDED' } }])
    await exchange.close()
    const again = await ready({ data })
    expect((await again.maker.get('/v1/positions?isResolved=true')).body.data).toEqual(before)
  })

  it('of a stranger are none, and of no address are refused', async () => {
    const { maker } = await ready()
    expect((await maker.get(`/v1/positions/0x${'9'.repeat(40)}`)).body).toEqual({ success: true, cursor: null, data: [] })
    expect((await maker.get('/v1/positions/0x12')).body.error).toBe('bad_request')
    expect((await maker.get('/v1/positions?includeLost=yes')).body.error).toBe('bad_request')
  })
})
