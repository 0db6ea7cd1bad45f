import { describe, expect, it } from 'vitest'
import { feed } from '../../src/feeds/binance.js'
import { ReferenceReader } from '../../src/feeds/reference-reader.js'
import { Timestamp } from '../../src/model/time.js'
import { bookTicker } from './binance-server.js'
import { NO_VENUE } from './no-venue.js'

const T = Timestamp.ofSeconds(1_700_000_000)
const readerOf = (field: 'mid' | 'bid' | 'ask' | 'last') =>
  new ReferenceReader('btc', feed.reader(feed.config.parse({ symbol: 'btcusdt', field }), NO_VENUE))
const frame = (text: string, ms = 0) => ({ source: 'feed:btc', receivedAt: Timestamp.add(T, ms * 1_000), frame: text })
const trade = (fields: object) => JSON.stringify({ e: 'trade', s: 'BTCUSDT', p: '60001.5', ...fields })

describe('a reference from Binance', () => {
  it.each([
    ['mid', 60_000.5],
    ['bid', 60_000],
    ['ask', 60_001],
  ] as const)('is the %s of the book ticker', (field, value) => {
    const [event] = readerOf(field).decode(frame(bookTicker('BTCUSDT', '60000.00', '60001.00')))
    expect(event).toEqual({ kind: 'reference', name: 'btc', value, at: T, receivedAt: T })
  })

  it('is the price of the last trade, at the time of the trade and never after its arrival', () => {
    const reader = readerOf('last')
    expect(reader.decode(frame(trade({ T: T / 1_000 - 5 })))).toMatchObject([{ value: 60_001.5, at: T - 5_000 }])
    expect(reader.decode(frame(trade({ p: '60002', T: T / 1_000 + 9 }), 1))).toMatchObject([{ at: T + 1_000 }])
  })

  it('is told once a second where it stays what it is, and at once where it moves', () => {
    const reader = readerOf('bid')
    const told = [0, 300, 999, 1_000, 1_500].map(ms => reader.decode(frame(bookTicker('BTCUSDT', 5, 6), ms)).length)
    expect(told).toEqual([1, 0, 0, 1, 0])
    expect(reader.decode(frame(bookTicker('BTCUSDT', 4, 6), 1_501))).toMatchObject([{ value: 4 }])
    expect(reader.heardAt).toBe(T + 1_501_000)
  })

  it('counts what makes no sense, throws nothing, and goes on', () => {
    const reader = readerOf('mid')
    const hostile = [
      ...['', '{', 'null', '[]', '"x"', '7', '{}', '\u0000', `{"s":"BTCUSDT","b":"1"`, '[1,2]'.repeat(1_000)],
      ...[
        { b: '0' },
        { b: '-1' },
        { b: 'NaN' },
        { b: '1e400' },
        { b: 'Infinity' },
        { b: 5 },
        { b: null },
        { a: '' },
        { a: {} },
      ].map(change => JSON.stringify({ s: 'BTCUSDT', b: '1', a: '2', ...change })),
      bookTicker('ETHUSDT', 1, 2),
      trade({}),
      '{"__proto__":{"s":"BTCUSDT"},"b":"1","a":"2"}',
    ]
    for (const text of hostile) expect(reader.decode(frame(text)), text.slice(0, 60)).toEqual([])
    expect(reader.bad).toBe(hostile.length)
    expect(reader.decode(frame('{"result":null,"id":1}'))).toEqual([])
    expect(reader.bad).toBe(hostile.length)
    expect(reader.decode(frame(bookTicker('BTCUSDT', 1, 2)))).toMatchObject([{ value: 1.5 }])
  })

  it('refuses a config that names no symbol or no address', () => {
    expect(feed.config.safeParse({ symbol: 'BTC/USDT' }).success).toBe(false)
    expect(feed.config.safeParse({ symbol: 'BTCUSDT', baseUrl: 'https://x' }).success).toBe(false)
    expect(feed.config.safeParse({ symbol: 'BTCUSDT', fields: 'mid' }).success).toBe(false)
    expect(feed.config.parse({ symbol: 'BTCUSDT' })).toMatchObject({ field: 'mid', baseUrl: 'wss://stream.binance.com:9443' })
  })
})
