import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient } from './client.js'
import { folder, start } from './exchanges.js'
import { openStream } from './stream.js'

/** 2026-08-11T01:01:00Z in milliseconds. */
const T0 = 1_786_410_060_000

let seq = 0
const line = (ms: number, type: string, msg: object): string =>
  JSON.stringify({ recv_ms: T0 + ms, event: { type, sid: 1, seq: ++seq, msg: { market_ticker: 'KXTEST15M-A', ...msg } } })
const change = (ms: number, side: 'yes' | 'no', price: string, delta: string): string =>
  line(ms, 'orderbook_delta', { price_dollars: price, delta_fp: delta, side, ts_ms: T0 + ms })

/** Ten seconds; bids for YES at 0.40 are printed away after four of them, and asks stand at 0.50. */
const LINES = [
  line(0, 'orderbook_snapshot', { yes_dollars_fp: [['0.4000', '10.00']], no_dollars_fp: [['0.5000', '20.00']] }),
  change(2_000, 'yes', '0.3900', '5.00'),
  line(4_000, 'trade', { yes_price_dollars: '0.4000', count_fp: '30.00', taker_side: 'no', ts_ms: T0 + 4_000 }),
  change(4_000, 'yes', '0.4000', '-10.00'),
  change(10_000, 'no', '0.5100', '1.00'),
]

let place = ''
let file = ''
beforeAll(() => {
  place = mkdtempSync(join(tmpdir(), 'oddsmith-recording-'))
  file = join(place, 'KXTEST15M-A_2026-08-11.ndjson')
  writeFileSync(file, `${LINES.join('\n')}\n`)
})
afterAll(() => rmSync(place, { recursive: true }))

describe('an exchange that plays a recording', () => {
  it('shows the recorded book, fills the order that a print reaches behind the queue, and closes at the end', async () => {
    let now = 1_800_000_000_000_000
    const clock = { now: () => now as never }
    const exchange = await start({ crowd: { kind: 'recorded', file, speed: 10 }, settlementMs: 0, clock })
    const client = createClient(exchange)
    await client.login()
    const { market } = exchange
    expect(exchange.markets).toEqual([{ id: market, question: 'KXTEST15M-A' }])
    const stream = await openStream(exchange)
    await stream.subscribe(`predictOrderbook/${market}`)
    const first = await stream.hear(message => message.topic === `predictOrderbook/${market}`)
    expect(first.data).toMatchObject({ bids: [[0.4, 10]], asks: [[0.5, 20]] })
    const { orderHash } = (await client.limit({ market, cents: 40, shares: 15, isPostOnly: true })).body.data
    await stream.subscribe(`predictTradingStatus/${market}`)
    await stream.subscribe(`predictTrades/${market}`)
    now += 60_000_000
    await stream.hear(message => message.data?.tradingStatus === 'CLOSED')
    // Ten of the thirty stood ahead of it.
    expect((await client.get(`/v1/orders/${orderHash}`)).body.data).toMatchObject({
      status: 'FILLED',
      amountFilled: '15000000000000000000',
    })
    expect((await client.get(`/v1/markets/${market}/orderbook`)).body.data).toMatchObject({ bids: [], asks: [] })
    // The tape shows the whole print: what it filled here, and what it traded in the recording.
    const prints = stream.heard.filter(message => message.topic === `predictTrades/${market}`).map(message => message.data)
    expect(prints.map(({ price, size, side }) => [price, size, side])).toEqual([
      [0.4, 15, 'Bid'],
      [0.4, 15, 'Bid'],
    ])
    expect((await client.limit({ market, cents: 40, shares: 15 })).body.error).toBe('create_order_market_not_trading')
  })

  it('goes on with the same market after a restart, at the place where the recording is by then, and from its beginning when it was over', async () => {
    const data = folder()
    let now = 1_800_000_000_000_000
    const options = { data, crowd: { kind: 'recorded', file, speed: 1 }, clock: { now: () => now as never } } as const
    const first = await start(options)
    const client = createClient(first)
    await client.login()
    const { orderHash } = (await client.limit({ market: first.market, cents: 30, shares: 10 })).body.data
    const read = async (exchange: typeof first, path: string) => {
      const again = createClient(exchange)
      await again.login()
      return (await again.get(path)).body.data
    }
    await first.close()
    now += 3_000_000
    const second = await start(options)
    expect(second.markets).toEqual(first.markets)
    expect(await read(second, `/v1/markets/${first.market}/orderbook`)).toMatchObject({
      bids: [
        [0.4, 10],
        [0.39, 5],
        [0.3, 10],
      ],
      asks: [[0.5, 20]],
    })
    expect((await read(second, `/v1/orders/${orderHash}`)).status).toBe('OPEN')
    await second.close()
    now += 60_000_000
    const third = await start(options)
    expect(await read(third, `/v1/orders/${orderHash}`)).toMatchObject({ status: 'CANCELLED' })
    expect(third.market).toBe(first.market + 1)
    expect(await read(third, `/v1/markets/${third.market}/orderbook`)).toMatchObject({ bids: [[0.4, 10]] })
  })

  it('plays in a loop where it is told to', async () => {
    const exchange = await start({ crowd: { kind: 'recorded', file, speed: 100, loop: true } })
    const stream = await openStream(exchange)
    const topic = `predictOrderbook/${exchange.market}`
    await stream.subscribe(topic)
    const isAnew = (book: { bids: unknown[][] }): boolean => book.bids.length === 1 && book.bids[0]?.[0] === 0.4
    const later = await stream.hear(message => message.topic === topic && message.data.bids[0]?.[0] === 0.39)
    await stream.hear(
      message => message.topic === topic && stream.heard.indexOf(message) > stream.heard.indexOf(later) && isAnew(message.data),
    )
  })

  it('refuses a recording that is not there, one that is none, and a speed that is none', async () => {
    const wrong = join(place, 'wrong.txt')
    writeFileSync(wrong, 'hello\n')
    const play = (path: string, speed: number) => start({ crowd: { kind: 'recorded', file: path, speed } })
    await expect(play(join(place, 'nothing'), 1)).rejects.toThrow(/no recording/)
    await expect(play(wrong, 1)).rejects.toThrow(/expected/)
    await expect(play(file, -1)).rejects.toThrow(/speed/)
  })
})
