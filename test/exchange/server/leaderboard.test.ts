import { describe, expect, it } from 'vitest'
import { SEASON_US } from '../../../src/exchange/server/read-models/seasons.js'
import { leaderboardPage, seasonRows } from '../../../src/exchange/server/rows/standings.js'
import { createClient } from './client.js'
import { folder } from './exchanges.js'
import { type InsideOptions, openInside } from './inside.js'

const SEASON = SEASON_US / 1_000_000
const MARKETS = [{ question: 'Will it?', endsInMinutes: null, rewardsPerHour: 60, feeRateBps: 0 }]

const ready = async (options: InsideOptions = {}) => {
  const opened = await openInside({ markets: MARKETS, ...options })
  const [maker, taker] = [createClient(opened.exchange), createClient(opened.exchange, 1)]
  await Promise.all([maker.login(), taker.login()])
  const { sequencer } = opened.inside.writes
  /** Lets happen what is due. */
  const settle = () => sequencer.apply({ command: { kind: 'nonce', at: sequencer.now(), account: '0xnobody' } })
  return { ...opened, maker, taker, settle }
}

describe('the leaderboard', () => {
  it('orders wallets by points, then volume, with what their trading has brought', async () => {
    const { inside, market, maker, taker, pass, settle } = await ready()
    expect(leaderboardPage(inside.reads, {})).toEqual({ rows: [], cursor: null })
    await maker.limit({ market, cents: 40, shares: 100 })
    await taker.limit({ market, outcome: 'no', cents: 60, shares: 50 })
    const [first, second] = [maker, taker].map(({ account }) => account.address.toLowerCase())
    const rows = leaderboardPage(inside.reads, {}).rows
    expect(rows).toMatchObject([
      { rank: 1, address: second, points: 0, volumeUsd: '30', pnlUsd: '0' },
      { rank: 2, address: first, points: 0, volumeUsd: '20', pnlUsd: '0' },
    ])
    await maker.limit({ market, outcome: 'no', cents: 55, shares: 150 })
    pass(3_600)
    await settle()
    const page = leaderboardPage(inside.reads, { first: 1 })
    expect(page.rows).toMatchObject([{ rank: 1, address: first, imageUrl: null, name: `wallet-${first?.slice(2, 8)}` }])
    expect(page.rows[0]?.points).toBeGreaterThan(0)
    expect(leaderboardPage(inside.reads, { first: 1, after: page.cursor ?? '' })).toMatchObject({
      rows: [{ rank: 2 }],
      cursor: null,
    })
    await inside.writes.sequencer.apply({ command: { kind: 'resolve', at: inside.writes.sequencer.now(), market, yes: 1 } })
    expect(leaderboardPage(inside.reads, {}).rows).toMatchObject([{ pnlUsd: '30' }, { pnlUsd: '-30' }])
  })
})

describe('seasons', () => {
  it('last thirteen weeks from midnight of the first day, each with its own volume, traders and points', async () => {
    const data = folder()
    const first = await ready({ data })
    const { inside, market, maker, taker, pass, settle, exchange } = first
    await maker.limit({ market, cents: 40, shares: 200 })
    await maker.limit({ market, outcome: 'no', cents: 55, shares: 200 })
    await taker.limit({ market, outcome: 'no', cents: 60, shares: 50 })
    pass(3_600)
    await settle()
    const [season] = seasonRows(inside.reads)
    expect(season).toMatchObject({
      season: 1,
      startsAt: '2027-01-15T00:00:00.000Z',
      endsAt: '2027-04-16T00:00:00.000Z',
      traders: 2,
    })
    expect(season?.volumeUsd).toBe('50')
    expect(season?.points).toBeGreaterThan(0)
    pass(SEASON)
    await settle()
    const rows = seasonRows(inside.reads)
    expect(rows.map(row => row.season)).toEqual([2, 1])
    expect(rows[0]).toMatchObject({ points: 0, volumeUsd: '0', traders: 0, startsAt: season?.endsAt })
    expect(rows[1]?.volumeUsd).toBe('50')
    await taker.login()
    await taker.limit({ market, outcome: 'no', cents: 60, shares: 10 })
    pass(2 * SEASON)
    await settle()
    const later = seasonRows(inside.reads)
    expect(later.map(row => [row.season, row.volumeUsd])).toEqual([
      [4, '0'],
      [3, '0'],
      [2, '10'],
      [1, '50'],
    ])
    expect(later.reduce((sum, { points }) => sum + points, 0)).toBeCloseTo(
      inside.writes.sequencer.core.points(maker.account.address.toLowerCase()),
      6,
    )
    await exchange.close()
    const again = await ready({ data, now: 1_800_000_000 + 3_600 + 3 * SEASON })
    expect(seasonRows(again.inside.reads)).toEqual(later)
  })
})
