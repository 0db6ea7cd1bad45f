import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { unpackEvent } from '../../../src/model/columns.js'
import type { MarketEvent } from '../../../src/model/event.js'
import { formatNamed, formatNames } from '../../../src/recording/formats/formats.js'
import { importRecording } from '../../../src/recording/import-recording.js'
import { loadRecording } from '../../../src/recording/load-recording.js'
import { isCutShort } from '../../../src/recording/text/is-cut-short.js'

const T0 = 1_786_410_060_000

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'oddsmith-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const file = (name: string, lines: readonly (string | object)[]): string => {
  const path = join(folder, name)
  writeFileSync(path, gzipSync(`${lines.map(line => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n')}\n`))
  return path
}
const imported = async (files: readonly string[], format = 'auto') => {
  const manifest = await importRecording({ files, format, folder: join(folder, 'out') })
  const events: MarketEvent[] = []
  const batches: number[] = []
  for await (const chunk of (await loadRecording(join(folder, 'out'))).chunks()) {
    for (let row = 0; row < chunk.events.length; row++) events.push(unpackEvent(chunk.events, row))
    batches.push(...chunk.batchEnds)
  }
  return { manifest, events, batches, rows: events.map(rowOf) }
}
const rowOf = (event: MarketEvent): string => {
  if (event.kind === 'level') return `${event.cause} ${event.side} ${event.price} ${event.size / 1e6}`
  if (event.kind === 'trade') return `trade ${event.side} ${event.price} ${event.size / 1e6}`
  if (event.kind === 'reference') return `${event.name} ${event.value}`
  return event.kind === 'feed' ? event.state : event.kind
}

test('a format is found by the very name that recordings know it by', async () => {
  const names = await Promise.all(formatNames().map(async name => (await formatNamed(name)).name))
  expect(names).toEqual(formatNames())
  await expect(formatNamed('constructor')).rejects.toThrow(/expected one of auto, input-log, kalshi/)
})

describe('a dump of Predict.fun books', () => {
  const book = (ms: number, bids: number[][], asks: number[][]) => ({
    version: 1,
    marketId: 7,
    updateTimestampMs: T0 + ms,
    bids,
    asks,
  })

  test('is taken as frames or as bare books, and says of no decrease why it was', async () => {
    const { manifest, rows, batches } = await imported([
      file('a.ndjson.gz', [
        { receivedAt: T0 + 5, data: book(0, [[0.5, 10]], [[0.6, 3202.2000000000003]]) },
        {
          receivedAt: T0 + 9,
          frame: JSON.stringify({ type: 'M', topic: 'predictOrderbook/7', data: book(8, [[0.5, 4]], [[0.6, 3202.2]]) }),
        },
      ]),
    ])
    expect(rows).toEqual(['clear', 'unexplained bid 5000 10', 'unexplained ask 6000 3202.2', 'unexplained bid 5000 4'])
    expect(batches).toEqual([3, 4])
    expect(manifest).toMatchObject({ format: 'predict', markets: [{ id: '7' }], references: [] })
  })

  test('goes dark at a crossed book until a good one comes, and counts it', async () => {
    const { rows, manifest } = await imported([
      file('a.ndjson.gz', [
        { receivedAt: T0 + 5, data: book(0, [[0.5, 10]], [[0.6, 1]]) },
        { receivedAt: T0 + 6, data: book(1, [[0.7, 10]], [[0.6, 1]]) },
        'not JSON',
        { receivedAt: T0 + 7, data: book(2, [[0.5, 10]], [[0.6, 1]]) },
      ]),
    ])
    expect(rows.slice(3)).toEqual(['suspect', 'clear', 'unexplained bid 5000 10', 'unexplained ask 6000 1'])
    expect(manifest.coverage).toMatchObject({ crossed: 1, dropped: 2 })
    expect(manifest.coverage.gaps).toEqual([{ from: (T0 + 6) * 1_000, to: (T0 + 7) * 1_000, market: '7' }])
  })

  test('moves venue times that lie after their arrival, and arrivals that run backwards', async () => {
    const { events, manifest } = await imported([
      file('a.ndjson.gz', [
        { receivedAt: T0 + 5, data: book(50, [[0.5, 10]], []) },
        { receivedAt: T0 + 3, data: book(51, [[0.5, 11]], []) },
      ]),
    ])
    expect(events.every(({ at, receivedAt }) => at === (T0 + 5) * 1_000 && receivedAt === at)).toBe(true)
    expect(manifest.coverage).toMatchObject({ clamped: 3, repaired: 1 })
  })
})

describe("Polymarket's market channel", () => {
  const message = (ms: number, event_type: string, more: object) => ({
    receivedAt: T0 + ms + 10,
    event: { event_type, market: '0xabc', asset_id: 'yes', timestamp: String(T0 + ms), ...more },
  })
  const BOOK = message(0, 'book', { bids: [{ price: '.48', size: '30' }], asks: [{ price: '.52', size: '25' }] })

  test('pairs prints with their decrease, leaves the other outcome, and reads a repeated book as changes', async () => {
    const { rows, manifest } = await imported([
      file('a.ndjson.gz', [
        BOOK,
        message(1, 'price_change', {
          price_changes: [
            { asset_id: 'yes', price: '0.48', size: '20', side: 'BUY' },
            { asset_id: 'no', price: '0.52', size: '20', side: 'SELL' },
          ],
        }),
        message(2, 'last_trade_price', { price: '0.48', size: '10', side: 'SELL' }),
        message(3, 'price_change', { changes: [{ price: '0.47', size: '5', side: 'BUY' }] }),
        message(4, 'book', { bids: [{ price: '0.48', size: '20' }], asks: [{ price: '0.52', size: '24' }] }),
        message(5, 'tick_size_change', { old_tick_size: '0.01', new_tick_size: '0.001' }),
        message(6, 'last_trade_price', { asset_id: 'no', price: '0.40', size: '2', side: 'BUY' }),
      ]),
    ])
    expect(rows).toEqual(
      [
        'clear',
        'added bid 4800 30',
        'added ask 5200 25',
        'traded bid 4800 20',
        'trade bid 4800 10',
        'added bid 4700 5',
        'removed bid 4700 0',
        'removed ask 5200 24',
        'market',
        'trade bid 6000 2',
      ].map(row => row.replace(/^added (bid 4800 30|ask 5200 25)/, 'unexplained $1')),
    )
    expect(manifest.coverage).toMatchObject({ ignored: 1, printsPaired: 0.5, crossed: 0, dropped: 0 })
  })

  test('believes the newest word of a crossed book, takes away what it crosses, and counts it', async () => {
    const { rows, manifest } = await imported([
      file('a.ndjson.gz', [
        BOOK,
        message(1, 'price_change', { price_changes: [{ asset_id: 'yes', price: '0.53', size: '7', side: 'BUY' }] }),
      ]),
    ])
    expect(rows.slice(3)).toEqual(['added bid 5300 7', 'unexplained ask 5200 0'])
    expect(manifest.coverage).toMatchObject({ crossed: 1, repaired: 1 })
  })

  test('drops a line said twice, cut short or before the first book', async () => {
    const change = message(1, 'price_change', { price_changes: [{ asset_id: 'yes', price: '0.40', size: '7', side: 'BUY' }] })
    const { rows, manifest } = await imported([file('a.ndjson.gz', [change, BOOK, change, change, '{"receivedAt":1'])])
    expect(rows).toHaveLength(4)
    expect(manifest.coverage).toMatchObject({ dropped: 2, duplicates: 1 })
  })
})

describe('a CSV of best prices', () => {
  const HEAD = 'Timestamp,TargetTime,Expiration,UpBid,UpAsk,UpMid,UpSpread,UpBidLiquidity,UpAskLiquidity'
  const row = (second: string, bid: string, ask: string) =>
    `2025-12-26 10:34:${second},2025-12-26 10:30:00,2025-12-26 10:45:00,${bid},${ask},0,0,100.5,50`

  test('is a reference, goes dark where it is crossed, and drops what is older than its last row', async () => {
    const { rows, manifest } = await imported([
      file('a.csv.gz', [
        HEAD,
        row('14', '0.4', '0.42'),
        row('15', '0.41', '0.42'),
        row('13', '0.3', '0.42'),
        row('16', '0.5', '0.42'),
        row('17', '0.4', '0.42'),
      ]),
    ])
    expect(rows).toEqual([
      'clear',
      'unexplained bid 4000 100.5',
      'unexplained ask 4200 50',
      'unexplained bid 4000 0',
      'unexplained bid 4100 100.5',
      'suspect',
      'clear',
      'unexplained bid 4000 100.5',
      'unexplained ask 4200 50',
    ])
    expect(manifest.references).toEqual(['2025-12-26 10:30:00'])
    expect(manifest.coverage).toMatchObject({ dropped: 2, crossed: 1 })
  })
})

describe("Binance's combined stream", () => {
  test('becomes named prices, its nanoseconds cut by their text, and stands beside markets', async () => {
    const line = (ns: string, stream: string, data: object): string =>
      `${ns} ${JSON.stringify({ stream, data: { s: 'BTCUSDT', ...data } })}`
    const ticker = file('btc.gz', [
      line('1786410060000085768', 'btcusdt@bookTicker', { b: '100.0', a: '101.0' }),
      line('1786410060000095999', 'btcusdt@bookTicker', { b: '100.0', a: '101.0' }),
      line('1786410060001000001', 'btcusdt@trade', { p: '100.5', T: T0 + 900 }),
      line('1786410060002000001', 'btcusdt@depth@100ms', { b: [] }),
    ])
    const book = file('p.gz', [{ receivedAt: T0, data: { marketId: 7, updateTimestampMs: T0, bids: [[0.5, 1]], asks: [] } }])
    const { rows, events, manifest } = await imported([ticker, book])
    expect(rows).toEqual(['clear', 'unexplained bid 5000 1', 'btcusdt 100.5', 'btcusdt@trade 100.5'])
    expect(events[2]?.receivedAt).toBe(T0 * 1_000 + 85)
    expect(manifest.format).toBe('binance+predict')
    expect(manifest.coverage).toMatchObject({ ignored: 2, clamped: 1 })
  })

  test('keeps an unchanged price once a second, so that a quiet price is not taken for a silent one', async () => {
    const line = (ms: number, bid: string): string =>
      `1786410060${String(ms * 1_000_000).padStart(9, '0')} ${JSON.stringify({
        stream: 'btcusdt@bookTicker',
        data: { s: 'BTCUSDT', b: bid, a: '101.0' },
      })}`
    const { rows, events, manifest } = await imported([
      file('btc.gz', [line(0, '100.0'), line(400, '100.0'), line(500, '99.0'), line(900, '99.0')]),
      file(
        'btc2.gz',
        [line(901, '99.0')].map(text => text.replace('1786410060', '1786410061')),
      ),
      file('p.gz', [{ receivedAt: T0, data: { marketId: 7, updateTimestampMs: T0, bids: [[0.5, 1]], asks: [] } }]),
    ])
    expect(rows.filter(row => row.startsWith('btcusdt'))).toEqual(['btcusdt 100.5', 'btcusdt 100', 'btcusdt 100'])
    expect(events.at(-1)?.receivedAt).toBe(T0 * 1_000 + 1_901_000)
    expect(manifest.coverage.ignored).toBe(2)
  })
})

describe('an import', () => {
  test('names every file of no known format and refuses, or leaves them out where it is told to', async () => {
    const book = file('book.gz', [{ receivedAt: T0, data: { marketId: 7, updateTimestampMs: T0, bids: [[0.5, 1]], asks: [] } }])
    const files = [file('a.gz', ['hello']), book, file('b.gz', ['<html>'])]
    await expect(imported(files)).rejects.toThrow(/2 files are of no known format:\n.*a\.gz: expected.*\n.*b\.gz: expected/)
    expect(existsSync(join(folder, 'out'))).toBe(false)
    const skipped: string[] = []
    const manifest = await importRecording({
      files,
      format: 'auto',
      folder: join(folder, 'out'),
      skipUnknown: ({ file: name, why }) => skipped.push(`${basename(name)} ${why.includes('found')}`),
    })
    expect(skipped).toEqual(['a.gz true', 'b.gz true'])
    expect(manifest.coverage.events).toBe(2)
    await expect(
      importRecording({ files: [files[0]!], format: 'auto', folder: join(folder, 'none'), skipUnknown: () => {} }),
    ).rejects.toThrow('of 1 files none is of a known format')
  })

  test('reads files with a byte order mark and with CRLF as it reads others', async () => {
    const book = { receivedAt: T0, data: { marketId: 7, updateTimestampMs: T0, bids: [[0.5, 1]], asks: [[0.6, 2]] } }
    const ticker = '1786410060000085768 {"stream":"btcusdt@bookTicker","data":{"s":"BTCUSDT","b":"100.0","a":"101.0"}}'
    const plain = (name: string, bytes: string | Buffer): string => {
      writeFileSync(join(folder, name), bytes)
      return join(folder, name)
    }
    const { rows, manifest } = await imported([
      plain('marked.ndjson', `\u{feff}${JSON.stringify(book)}\r\n`),
      plain('btc.ndjson', `\u{feff}${ticker}\r\n`),
    ])
    expect(rows).toEqual(['clear', 'unexplained bid 5000 1', 'unexplained ask 6000 2', 'btcusdt 100.5'])
    expect(manifest.coverage.dropped).toBe(0)
    const wide = plain('wide.ndjson', Buffer.from(`\u{feff}${JSON.stringify(book)}\n`, 'utf16le'))
    await expect(imported([wide])).rejects.toThrow('wide.ndjson: expected UTF-8, found UTF-16')
  })

  test('of files that say nothing of a market is refused with what became of their lines', async () => {
    const change = {
      event_type: 'price_change',
      market: 'm',
      timestamp: String(T0),
      price_changes: [{ asset_id: '1', price: '0.5', size: '1', side: 'BUY' }],
    }
    await expect(imported([file('late.gz', [change, change])])).rejects.toThrow(
      /late\.gz: expected market data, found none: \d lines were dropped/,
    )
    expect(existsSync(join(folder, 'out'))).toBe(false)
  })

  test('can tell a gzip file that ends too early from a whole one', async () => {
    const whole = file(
      'whole.gz',
      Array.from({ length: 500 }, (_, at) => `line ${at * 7919}`),
    )
    writeFileSync(join(folder, 'cut.gz'), readFileSync(whole).subarray(0, -100))
    expect(await isCutShort(whole)).toBe(false)
    expect(await isCutShort(join(folder, 'cut.gz'))).toBe(true)
    writeFileSync(join(folder, 'twice.gz'), Buffer.concat([readFileSync(whole), readFileSync(whole)]))
    expect(await isCutShort(join(folder, 'twice.gz'))).toBe(false)
    await expect(isCutShort(join(folder, 'none.gz'))).rejects.toThrow('ENOENT')
  })

  test('refuses by name what it cannot read, and leaves nothing behind', async () => {
    await expect(imported([file('a.gz', ['hello'])])).rejects.toThrow('a.gz: expected a recording (input-log, kalshi')
    await expect(imported([file('empty.gz', [])])).rejects.toThrow()
    await expect(imported([], 'auto')).rejects.toThrow('found none')
    await expect(imported([file('a.gz', ['hello'])], 'nothing')).rejects.toThrow('expected one of auto')
  })
})
