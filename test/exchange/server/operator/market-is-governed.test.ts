import { describe, expect, it } from 'vitest'
import { Timestamp } from '../../../../src/model/time.js'
import { FAR } from './described.js'
import { operatedExchange } from './operated-exchange.js'

const ONE = 10n ** 18n

describe('a trader in a market that the operator governs', () => {
  /** A market without an end in sight, and a trader that has logged in; `wait` lets seconds pass. */
  const governed = async () => {
    let now = 1_800_000_000
    const { operator, client } = await operatedExchange({ clock: { now: () => Timestamp.ofSeconds(now) } })
    await client.login()
    const [market = 0] = await operator.makes({}, [{ endsAt: '2040-01-01T00:00:00Z' }])
    return {
      operator,
      client,
      market,
      path: `/markets/${market}`,
      bids: (cents: number) => client.limit({ market, cents, shares: 10 }),
      sets: (tradingStatus: string) => operator.does(`/markets/${market}/trading`, { tradingStatus }),
      /** A moment of the future, as the API writes it. */
      inSeconds: (seconds: number) => new Date((now + seconds) * 1_000).toISOString(),
      wait: (seconds: number) => void (now += seconds),
    }
  }

  it('cannot bid while it is paused', async () => {
    const { operator, path, bids } = await governed()
    const paused = await operator.does(`${path}/status`, { status: 'PAUSED' })
    expect(paused).toMatchObject({ status: 'PAUSED', tradingStatus: 'CANCEL_ONLY' })
    expect((await bids(40)).body.error).toBe('create_order_market_not_trading')
    const again = await operator.does(`${path}/status`, { status: 'UNPAUSED' })
    expect(again).toMatchObject({ status: 'UNPAUSED', tradingStatus: 'OPEN' })
  })

  it('may bid while nothing is matched', async () => {
    const { sets, bids } = await governed()
    expect((await sets('MATCHING_NOT_ENABLED')).tradingStatus).toBe('MATCHING_NOT_ENABLED')
    expect((await bids(40)).status).toBe(201)
    expect((await sets('CANCEL_ONLY')).tradingStatus).toBe('CANCEL_ONLY')
  })

  it('bids finer once its tick is finer', async () => {
    const { operator, client, market, path } = await governed()
    expect((await operator.does(`${path}/tick`, { decimalPrecision: 3 })).decimalPrecision).toBe(3)
    const fine = { makerAmount: 4_010_000_000_000_000_000n, takerAmount: 10n * ONE, pricePerShare: 401_000_000_000_000_000n }
    expect((await client.raw({ market, ...fine })).status).toBe(201)
  })

  it('cannot bid after an end that was moved, until the end is taken away and trading is opened', async () => {
    const { operator, client, path, bids, sets, wait, inSeconds } = await governed()
    const sooner = inSeconds(60)
    await operator.does(`${path}/end`, { endsAt: sooner })
    expect((await client.get('/v1/categories/group')).body.data.endsAt).toBe(sooner)
    wait(61)
    expect((await bids(40)).body.error).toBe('create_order_market_not_trading')
    expect((await operator.tries(`${path}/trading`, { tradingStatus: 'OPEN' })).status).toBe(400)
    expect(await operator.does(`${path}/end`, { endsAt: null })).toMatchObject({ tradingStatus: 'CLOSED' })
    expect((await sets('OPEN')).tradingStatus).toBe('OPEN')
  })

  it('keeps its end where the operator names a day that no calendar has', async () => {
    const { operator, path } = await governed()
    for (const endsAt of ['2030-02-30T00:00:00Z', '2031-02-29T12:00:00Z', '2030-04-31T23:59:59.999Z'])
      expect((await operator.tries(`${path}/end`, { endsAt })).body.message).toContain('must be a day of the calendar')
    await operator.does(`${path}/end`, { endsAt: '2032-02-29T23:59:59.999999Z' })
  })

  it('cannot bid after a new end of the category, which is the end of its markets too', async () => {
    const { operator, bids, wait, inSeconds } = await governed()
    await operator.does('/categories/group', { endsAt: inSeconds(60) })
    expect((await bids(40)).status).toBe(201)
    wait(61)
    expect((await bids(41)).body.error).toBe('create_order_market_not_trading')
  })

  it('loses a market that is removed for good', async () => {
    const { operator, path } = await governed()
    expect((await operator.tries(`${path}/status`, { status: 'REMOVED' })).body.data).toMatchObject({ status: 'REMOVED' })
    expect((await operator.tries(`${path}/end`, { endsAt: FAR })).status).toBe(400)
  })
})

describe('makers whose rewards the operator sets', () => {
  it('are paid by its schedule, more while it boosts them, and nothing without one', async () => {
    const { operator } = await operatedExchange()
    const [id] = await operator.makes({}, [{}])
    const schedule = [{ hourlyRate: 12, startsAt: '2020-01-01T00:00:00.000Z', endsAt: FAR }]
    const set = (body: object) => operator.does(`/markets/${id}/rewards`, body)
    expect(await set({ schedule })).toMatchObject({
      spreadThreshold: 0.06,
      isBoosted: false,
      rewards: { current: schedule[0], schedule: [] },
    })
    const boost = { startsAt: '2020-01-01T00:00:00.000Z', endsAt: FAR, multiplier: 3 }
    expect(await set({ boost, shareThreshold: 20 })).toMatchObject({
      shareThreshold: 20,
      isBoosted: true,
      rewards: { current: { hourlyRate: 36 } },
    })
    // What is left out stays.
    expect(await set({ spreadThreshold: 0.05 })).toMatchObject({ shareThreshold: 20, isBoosted: true })
    expect(await set({ boost: null, schedule: [] })).toMatchObject({
      isBoosted: false,
      boostStartsAt: null,
      rewards: { current: null },
    })
    const twice = await operator.tries(`/markets/${id}/rewards`, { schedule: [...schedule, ...schedule] })
    expect(twice.body).toMatchObject({ code: 400, message: expect.stringContaining('overlap') })
  })
})
