import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RunningExchange } from '../../../src/exchange.js'
import { MarketIndex } from '../../../src/model/ids.js'
import { createPredictVenue, type PredictVenue } from '../../../src/venues/predict/predict-venue.js'
import { clock, openExchange, takeSeat } from './seat.js'

let exchange: RunningExchange
let venue: PredictVenue
const category = { slug: 'cup', title: 'Cup' }
const OWNER = '0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2A'
const ACCOUNT = `0x${'22'.repeat(20)}`

beforeAll(async () => {
  exchange = await openExchange({
    markets: [
      { question: 'Will the reds win the cup?', category, isNegRisk: true, endsInMinutes: 60 },
      { question: 'Will the blues win the cup?', category, isNegRisk: true, endsInMinutes: 60 },
      { question: 'Will it rain?', decimals: 3, feeRateBps: 150, rewardsPerHour: 250, endsInMinutes: null },
    ],
    smartAccounts: [{ address: ACCOUNT, owner: OWNER }],
    fund: [{ address: ACCOUNT, usdt: '500' }],
  })
  venue = createPredictVenue({ ...exchange, clock })
})
afterAll(async () => {
  venue.close()
  await exchange.close()
})

const ids = (...picks: readonly number[]): readonly string[] => picks.map(pick => String(exchange.markets[pick]?.id))

test('markets come in the order they were asked for, numbered by it', async () => {
  const markets = await venue.markets({ ids: ids(2, 0) })
  expect(markets.map(({ id, index }) => [id, index])).toEqual([
    [ids(2)[0], 0],
    [ids(0)[0], 1],
  ])
})

test('a market carries its variant, grid, fee, rewards and end', async () => {
  const [rain, blues] = await venue.markets({ ids: ids(2, 1) })
  expect(rain).toMatchObject({
    question: 'Will it rain?',
    variant: 'DEFAULT',
    tick: 10,
    sizeDigits: 5,
    minSize: 10_000,
    minValue: 10n ** 18n,
    takerFeeBps: 150,
    trading: 'open',
    endsAt: null,
    rewards: { spreadMax: 600, sizeMin: 100_000_000, pointsPerHour: 250 },
    result: null,
    group: null,
  })
  expect(blues).toMatchObject({ tick: 100, rewards: null, category: expect.stringMatching(/^cup/), tags: ['Practice'] })
  expect(Math.abs((blues?.endsAt ?? 0) - clock.now() - 3_600_000_000)).toBeLessThan(60_000_000)
})

test('a group is exhaustive for a run that holds all of it, and for no other', async () => {
  const [reds] = await venue.markets({ ids: ids(0, 1) })
  expect(reds?.group).toMatchObject({ isNegRisk: true, isExhaustive: true, size: 2 })
  const [alone] = await venue.markets({ ids: ids(0) })
  expect(alone?.group).toMatchObject({ isNegRisk: true, isExhaustive: false, size: 2 })
  const surveyed = (await venue.survey()).find(({ market: { id } }) => String(id) === ids(0)[0])
  expect(surveyed?.market.group).toMatchObject({ isNegRisk: true, isExhaustive: false, size: 2 })
})

test('all open markets can be asked for', async () => {
  const markets = await venue.markets({ open: true })
  expect(markets.map(({ id }) => id).sort()).toEqual([...ids(0, 1, 2)].sort())
  expect(markets.map(({ index }) => index)).toEqual([0, 1, 2])
})

test('a market the venue does not have is named', async () => {
  await expect(venue.markets({ ids: ['999999'] })).rejects.toThrow('market 999999: refused with HTTP 404 not_found')
})

test('a smart wallet logs in and trades by its own address', async () => {
  const held = { ...exchange, accounts: [{ address: OWNER, privateKey: `0x${'11'.repeat(32)}`, usdt: '0' }] }
  const seat = await takeSeat(held, 0, true, ACCOUNT)
  expect((await seat.heard('snapshot')).snapshot.cash).toBe(500n * 10n ** 18n)
  expect(await seat.place({ price: 4_000, shares: 100 })).toMatchObject({ kind: 'accepted' })
  seat.leave()
})

test('a survey tells spread and middle of the best prices, and neither while a side is empty', async () => {
  const found = async () => (await venue.survey()).find(({ market: { id } }) => String(id) === ids(1)[0])
  expect(await found()).toMatchObject({ spreadTicks: null, middle: null })
  const seat = await takeSeat(exchange)
  const market = MarketIndex.of(1)
  await seat.place({ market, price: 4_000, shares: 100 })
  expect(await found()).toMatchObject({ spreadTicks: null, middle: null })
  await seat.place({ market, price: 5_500, shares: 100, outcome: 'no' })
  expect(await found()).toMatchObject({ spreadTicks: 5, middle: 0.425 })
  seat.leave()
})
