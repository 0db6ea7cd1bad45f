import { describe, expect, it } from 'vitest'
import { Price, Size } from '../../../src/model/money.js'
import { createClient } from './client.js'
import { openInside } from './inside.js'
import { openTrader } from './trader.js'

const START = 1_800_000_000

describe('timeseries', () => {
  it('are points on whole minutes of the exchange’s time, each as things stood at its very time', async () => {
    const { inside, exchange, market, pass } = await openInside({ now: START, core: { settlementUs: 0 } })
    const trading = await openTrader(inside)
    const client = createClient(exchange)
    pass(30)
    await trading.place('ann', market, 'buy yes 0.6 10')
    pass(60)
    await trading.place('ann', market, 'buy no 0.36 10')
    await trading.place('bob', market, 'buy yes 0.64 5')
    pass(60)
    const series = async (query: string) => (await client.get(`/v1/markets/${market}/timeseries?${query}`)).body
    expect(await series('metric=chance&resolution=1m')).toEqual({
      success: true,
      cursor: null,
      data: {
        resolution: '1m',
        series: [
          { x: START, y: 50 },
          { x: START + 60, y: 60 },
          { x: START + 120, y: 62 },
        ],
      },
    })
    const values = async (metric: string) =>
      (await series(`metric=${metric}&resolution=1m`)).data.series.map((point: { y: number }) => point.y)
    expect(await values('volume')).toEqual([0, 0, 3.2])
    expect(await values('liquidity')).toEqual([0, 6, 9.2])
    const latest = async (query = '') => (await client.get(`/v1/markets/${market}/timeseries/latest${query}`)).body.data
    expect(await latest()).toEqual({ x: START + 150, y: 62 })
    expect(await latest('?metric=volume')).toEqual({ x: START + 150, y: 3.2 })
    expect(await latest('?metric=liquidity')).toEqual({ x: START + 150, y: 9.2 })
    await trading.do({ kind: 'resolve', market, yes: 0 })
    expect(await latest('?metric=chance')).toMatchObject({ y: 0 })
    expect((await series('resolution=1d')).data).toEqual({ resolution: '1d', series: [{ x: START, y: 50 }] })
    expect((await series('')).data.resolution).toBe('1h')
  })

  it('tell a minute by its end where the crowd is a recording too', async () => {
    const { inside, exchange, market, pass } = await openInside({ now: START })
    const client = createClient(exchange)
    const show = (side: 'bid' | 'ask', cents: number, size: number): void =>
      inside.writes.sequencer.play([
        {
          kind: 'crowd-level',
          at: inside.writes.sequencer.now(),
          market,
          side,
          price: Price.of(cents * 100),
          size: Size.of(size),
          cause: 'added',
        },
      ])
    pass(10)
    show('bid', 30, 10)
    show('ask', 34, 10)
    pass(20)
    show('bid', 32, 10)
    pass(40)
    show('bid', 33, 10)
    show('ask', 34, 0)
    show('ask', 39, 10)
    pass(60)
    const { data } = (await client.get(`/v1/markets/${market}/timeseries?metric=chance&resolution=1m`)).body
    expect(data.series.map((point: { y: number }) => point.y)).toEqual([50, 33, 36])
  })

  it('have their first point as a market opens, whatever the minute, and page on from it', async () => {
    const markets = ['a', 'b'].map(name => ({ question: `Will ${name}?`, endsInMinutes: null }))
    const { exchange, market, pass } = await openInside({ now: START + 17, markets })
    const client = createClient(exchange)
    const read = async (query: string) => (await client.get(`/v1/markets/${market}/timeseries?${query}`)).body
    const begin = { x: START + 17, y: 50 }
    for (const resolution of ['1m', '5m', '1h', '1d'])
      expect((await read(`resolution=${resolution}`)).data).toEqual({ resolution, series: [begin] })
    expect((await read('metric=volume')).data.series).toEqual([{ x: START + 17, y: 0 }])
    pass(120)
    const { data, cursor } = await read('resolution=1m&limit=1')
    expect(data.series).toEqual([begin])
    expect((await client.get(`/v1/markets/${market + 1}/timeseries?resolution=1m&after=${cursor}`)).body.error).toBe(
      'bad_request',
    )
    const rest = await read(`resolution=1m&after=${cursor}`)
    expect([rest.data.series, rest.cursor]).toEqual([[60, 120].map(x => ({ x: START + x, y: 50 })), null])
  })

  it('are read in a range, page by page', async () => {
    const { exchange, market, pass } = await openInside({ now: START })
    const client = createClient(exchange)
    pass(3_600)
    const read = async (query: string) => (await client.get(`/v1/markets/${market}/timeseries?resolution=1m&${query}`)).body
    const found: number[] = []
    for (let after: string | null = ''; after !== null; ) {
      const { data, cursor }: { data: { series: { x: number }[] }; cursor: string | null } = await read(
        `from=${START + 61}&to=${START + 1_500}&limit=7&after=${after}`,
      )
      found.push(...data.series.map(point => point.x))
      after = cursor
    }
    expect(found).toEqual(Array.from({ length: 24 }, (_, index) => START + 120 + index * 60))
    expect((await read('limit=5000')).data.series).toHaveLength(61)
    for (const query of ['from=-1', 'from=x', 'limit=0', 'after=zzz', 'resolution=2m', 'metric=price', 'to=1.5'])
      expect([query, (await read(query)).error]).toEqual([query, 'bad_request'])
    expect((await client.get('/v1/markets/9/timeseries')).body.message).toBe('market not found')
  })
})
