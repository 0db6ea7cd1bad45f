import { describe, expect, it } from 'vitest'
import { showAccount } from '../../../src/exchange/server/operator/operator-accounts.js'
import { ownCode } from '../../../src/exchange/server/read-models/referrals.js'
import { Wei } from '../../../src/model/money.js'
import { createClient } from './client.js'
import { folder } from './exchanges.js'
import { type InsideOptions, openInside } from './inside.js'

const ONE = 10n ** 18n

const ready = async (options: InsideOptions = {}) => {
  const opened = await openInside(options)
  const clients = [0, 1, 2].map(who => createClient(opened.exchange, who))
  for (const client of clients) await client.login()
  return { ...opened, maker: clients[0]!, taker: clients[1]!, third: clients[2]! }
}

describe('the account', () => {
  it('is named, and has no points and no rank before it earns any', async () => {
    const { maker } = await ready()
    const address = maker.account.address.toLowerCase()
    expect((await maker.get('/v1/account')).body.data).toEqual({
      name: `wallet-${address.slice(2, 8)}`,
      address,
      imageUrl: null,
      referral: { code: ownCode(address), status: 'OPEN' },
      points: { total: 0 },
    })
  })

  it('is shown by the name and the image that the operator sets, here and on the leaderboard, over a restart', async () => {
    const data = folder()
    const { maker, taker, market, inside, exchange, pass } = await ready({ data, core: { settlementUs: 0 } })
    await maker.limit({ market, cents: 40, shares: 10 })
    await taker.limit({ market, outcome: 'no', cents: 60, shares: 10 })
    pass(1)
    const address = maker.account.address.toLowerCase()
    const plain = `wallet-${address.slice(2, 8)}`
    const shown = { name: 'Ann of the harbour', imageUrl: 'https://images.example/ann.png' }
    expect(await showAccount(inside.writes, maker.account.address, shown)).toMatchObject({ address, ...shown })
    expect((await maker.get('/v1/account')).body.data).toMatchObject({ address, ...shown })
    const { data: board } = (await maker.get('/leaderboard')).body
    expect(board.find((entry: { address: string }) => entry.address === address)).toMatchObject(shown)
    await showAccount(inside.writes, address, { imageUrl: null })
    await exchange.close()
    const again = await ready({ data })
    expect((await again.maker.get('/v1/account')).body.data).toMatchObject({ name: shown.name, imageUrl: null })
    expect(await showAccount(again.inside.writes, address, { name: null })).toMatchObject({ name: plain, imageUrl: null })
    await expect(showAccount(again.inside.writes, `0x${'9'.repeat(40)}`, { name: 'x' })).rejects.toThrow('account not found')
  })

  it('earns points by its resting orders, is told at which rate, and is ranked', async () => {
    const markets = [{ question: 'Will it?', endsInMinutes: null, rewardsPerHour: 60 }]
    const { maker, taker, market, pass, inside } = await ready({ markets })
    await maker.limit({ market, cents: 49, shares: 200 })
    await maker.limit({ market, outcome: 'no', cents: 49, shares: 200 })
    await taker.limit({ market, cents: 48, shares: 200 })
    const rates = (await maker.get('/v1/orders?status=OPEN')).body.data.map(
      (row: { rewardEarningRate: number }) => row.rewardEarningRate,
    )
    const [rival] = (await taker.get('/v1/orders?status=OPEN')).body.data
    expect(rates[0] + rates[1] + rival.rewardEarningRate).toBeCloseTo(60, 6)
    expect(rates[0]).toBeGreaterThan(rival.rewardEarningRate)
    pass(3_600)
    await inside.writes.sequencer.apply({ command: { kind: 'nonce', at: inside.writes.sequencer.now(), account: '0xnobody' } })
    const { points } = (await maker.get('/v1/account')).body.data
    expect(points.total).toBeCloseTo(rates[0] + rates[1], 3)
    expect(points.rank).toBe(1)
    expect((await taker.get('/v1/account')).body.data.points.rank).toBe(2)
    await maker.post('/v1/orders/remove', { data: { ids: ['1'] } })
    expect((await maker.get('/v1/orders?status=CANCELLED')).body.data[0].rewardEarningRate).toBe(0)
  })

  it('takes another account’s referral code once, in both forms of the body, and pays a tenth less of its fee from then on', async () => {
    const data = folder()
    const opened = await ready({ data })
    const { maker, taker, third, market, exchange } = opened
    const code = ownCode(maker.account.address)
    for (const [client, wrong, words] of [
      [taker, 'unknown', 'no account hands out'],
      [taker, ownCode(taker.account.address), 'itself'],
    ] as const) {
      const { status, body } = await client.post('/v1/account/referral', { data: { code: wrong } })
      expect([status, body.error]).toEqual([400, 'bad_request'])
      expect(body.message).toContain(words)
    }
    const set = await taker.post('/v1/account/referral', { data: { code: code.toLowerCase() } })
    expect([set.status, set.body.data]).toEqual([200, { code, status: 'LOCKED' }])
    expect((await third.post('/v1/account/referral', { code })).body.data.status).toBe('LOCKED')
    expect((await taker.post('/v1/account/referral', { code: ownCode(third.account.address) })).body.message).toContain(
      'already',
    )
    expect((await taker.post('/v1/account/referral', { data: {} })).status).toBe(400)
    await maker.limit({ market, cents: 40, shares: 10 })
    await taker.limit({ market, outcome: 'no', cents: 60, shares: 10 })
    const [fee] = (await taker.get('/v1/account/activity')).body.data
    expect(fee).toMatchObject({ name: 'FEE', order: { fee: { amount: String((10n * ONE * 180n * 4n) / (10_000n * 6n)) } } })
    await exchange.close()
    const again = await ready({ data })
    expect((await again.taker.get('/v1/account')).body.data.referral).toEqual({ code, status: 'LOCKED' })
    expect((await again.maker.get('/v1/account')).body.data.referral.status).toBe('OPEN')
  })

  it('shows a referral code only once others can enter it, which is after its first dollars', async () => {
    const { exchange, taker, third, inside } = await ready()
    const stranger = createClient(exchange, {
      address: '0xAe72A48c1a36bd18Af168541c53037965d26e4A8',
      privateKey: `0x${'77'.repeat(32)}`,
    })
    await stranger.login()
    const shown = async () => (await stranger.get('/v1/account')).body.data.referral
    expect(await shown()).toBeNull()
    const enter = { code: ownCode(stranger.account.address) }
    expect((await taker.post('/v1/account/referral', enter)).status).toBe(400)
    const account = stranger.account.address.toLowerCase()
    const { sequencer } = inside.writes
    await sequencer.apply({ command: { kind: 'fund', at: sequencer.now(), account, cash: Wei.of(ONE) } })
    expect(await shown()).toEqual({ ...enter, status: 'OPEN' })
    expect((await third.post('/v1/account/referral', enter)).body.data).toEqual({ ...enter, status: 'LOCKED' })
  })

  it('lets two codes that come at once be one', async () => {
    const { maker, taker, third } = await ready()
    const codes = [maker, taker].map(client => ownCode(client.account.address))
    const answers = await Promise.all(codes.map(code => third.post('/v1/account/referral', { code })))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400])
  })

  it('is told what its open orders hold, of dollars and of shares', async () => {
    const { maker, taker, market } = await ready()
    await maker.limit({ market, cents: 40, shares: 10 })
    await taker.limit({ market, outcome: 'no', cents: 60, shares: 10 })
    await maker.limit({ market, side: 'sell', cents: 90, shares: 4 })
    await maker.limit({ market, outcome: 'no', cents: 5, shares: 100 })
    const [yes, no] = (await maker.get(`/v1/markets/${market}`)).body.data.outcomes
    const assets = [{ type: 'USDT' }, { type: 'SHARES', tokenId: yes.onChainId }, { type: 'SHARES', tokenId: no.onChainId }]
    const { body } = await maker.post('/v1/account/reserved-balances/query', { assets })
    expect(body.data).toEqual([
      { type: 'USDT', amount: String(5n * ONE) },
      { ...assets[1], amount: String(4n * ONE) },
      { ...assets[2], amount: '0' },
    ])
    for (const wrong of [[], [{ type: 'SHARES', tokenId: '1' }], [{ type: 'SHARES' }]])
      expect((await maker.post('/v1/account/reserved-balances/query', { assets: wrong })).status).toBe(400)
  })
})
