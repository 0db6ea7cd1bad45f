import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { DuckDBInstance } from '@duckdb/node-api'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { unpackEvent } from '../../../src/model/columns.js'
import type { MarketEvent } from '../../../src/model/event.js'
import { MarketIndex } from '../../../src/model/ids.js'
import type { Market } from '../../../src/model/market.js'
import { Price, Size, Wei } from '../../../src/model/money.js'
import { plainMarket } from '../../../src/model/plain-market.js'
import { Timestamp } from '../../../src/model/time.js'
import { ChunkBuilder } from '../../../src/recording/chunk-builder.js'
import { noCoverage } from '../../../src/recording/columns/coverage.js'
import { readParquet } from '../../../src/recording/columns/parquet-read.js'
import { sha256Of, writeParquet } from '../../../src/recording/columns/parquet-write.js'
import type { Chunk, Recording } from '../../../src/recording/columns/recording.js'
import { type EventSource, groupOf } from '../../../src/recording/formats/event-source.js'
import { loadRecording } from '../../../src/recording/load-recording.js'
import { mergeSources } from '../../../src/recording/merge-sources.js'

const T0 = 1_786_410_060_000_000
const marketOf = (index: number): Market => ({
  ...plainMarket(`M${index}`, 'Will it be "kept"?'),
  index: MarketIndex.of(index),
  takerFeeBps: 200,
})
const MARKETS = [marketOf(0), marketOf(1)]

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'oddsmith-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Events of one source: later and later arrivals, each a little after its venue time. */
const events = fc
  .array(
    fc.record({
      step: fc.integer({ min: 0, max: 3 }).map(step => step * 700),
      delay: fc.nat(2_000),
      what: fc.constantFrom('level', 'trade', 'clear', 'feed', 'market', 'reference', 'reference-feed'),
      market: fc.nat(1),
      price: fc.integer({ min: 1, max: 9_999 }),
      size: fc.integer({ min: 0, max: 2 ** 50 }),
      side: fc.constantFrom('bid', 'ask'),
      cause: fc.constantFrom('added', 'traded', 'removed', 'unexplained'),
    }),
    { maxLength: 120 },
  )
  .map(rows => {
    let now = T0
    return rows.map(({ step, delay, what, ...row }): MarketEvent => {
      now += step
      const stamp = { at: Timestamp.of(now - delay), receivedAt: Timestamp.of(now) }
      const market = MarketIndex.of(row.market)
      const level = { market, side: row.side, price: Price.of(row.price), size: Size.of(row.size) } as const
      if (what === 'level') return { ...stamp, kind: 'level', ...level, cause: row.cause as 'added' }
      if (what === 'trade') return { ...stamp, kind: 'trade', ...level }
      if (what === 'clear') return { ...stamp, kind: 'clear', market }
      if (what === 'feed') return { ...stamp, kind: 'feed', market, state: 'lost', why: 'a "quoted" reason' }
      if (what === 'market') return { ...stamp, kind: 'market', market: { ...marketOf(row.market), minValue: Wei.of(7n) } }
      if (what === 'reference-feed') return { ...stamp, kind: 'reference-feed', name: 'btcusdt', state: 'lost', why: 'cut' }
      return { ...stamp, kind: 'reference', name: 'btcusdt', value: row.size / 7 }
    })
  })

const sourceOf = (list: readonly MarketEvent[], isBatch = false): EventSource => ({
  startsAt: list[0]?.receivedAt ?? Timestamp.of(T0),
  groups: async function* () {
    for (let from = 0; from < list.length; from += 7) yield groupOf(list.slice(from, from + 7), isBatch)
  },
})

async function chunksOf(sources: readonly EventSource[], rows: number): Promise<Chunk[]> {
  const builder = new ChunkBuilder(noCoverage(), rows)
  const chunks: Chunk[] = []
  for await (const run of mergeSources(sources)) {
    builder.append(run)
    chunks.push(...builder.chunks())
  }
  return [...chunks, ...builder.chunks({ isOver: true })]
}

const REST: Omit<Recording, 'chunks' | 'fingerprint'> = {
  markets: MARKETS,
  format: 'test',
  references: [],
  quoted: [],
  joining: [],
  netted: [],
  feesUnknown: [],
  clocks: [],
  coverage: {
    events: 1,
    trades: 0,
    from: null,
    to: null,
    gaps: [],
    dropped: 0,
    duplicates: 0,
    repaired: 0,
    clamped: 0,
    ignored: 0,
    crossed: 0,
    printsPaired: null,
  },
}

async function written(chunks: readonly Chunk[], name = 'r'): Promise<string> {
  const path = join(folder, name)
  const writer = await writeParquet(path)
  for (const chunk of chunks) await writer.write(chunk)
  await writer.close(REST)
  return path
}

const times = ({ receivedAt, length }: Chunk['events']): number[] => Array.from({ length }, (_, row) => receivedAt[row]!)
const plain = ({ events: columns, batchEnds, byVenueTime }: Chunk) => ({
  rows: Array.from({ length: columns.length }, (_, row) => unpackEvent(columns, row)),
  batchEnds: [...batchEnds],
  byVenueTime: [...byVenueTime],
})
async function all(recording: Recording) {
  const chunks: Chunk[] = []
  for await (const chunk of recording.chunks()) chunks.push(chunk)
  return chunks.map(plain)
}

describe('a recording folder', () => {
  test('gives back every row, batch and venue order that was written', async () => {
    let run = 0
    await fc.assert(
      fc.asyncProperty(events, events, fc.constantFrom(8, 40, 10_000), async (first, second, rows) => {
        const chunks = await chunksOf([sourceOf(first), sourceOf(second)], rows)
        const path = await written(chunks, `r${run++}`)
        expect(await all(await loadRecording(path))).toEqual(chunks.map(plain))
        expect(await all(readParquet(path, { onThread: true }))).toEqual(chunks.map(plain))
      }),
      { numRuns: 15, seed: 7 },
    )
  })

  test('keeps markets, coverage and fingerprint in its manifest', async () => {
    const chunks = await chunksOf([sourceOf([{ ...stamp(0), kind: 'clear', market: MarketIndex.of(0) }])], 100)
    const { markets, coverage, fingerprint } = readParquet(await written(chunks))
    expect(markets).toEqual(MARKETS)
    expect(coverage).toEqual(REST.coverage)
    expect(readParquet(await written(chunks, 'again')).fingerprint).toBe(fingerprint)
  })

  test('has one fingerprint whatever chunks its rows came in, and another one for other rows', async () => {
    const fingerprintOf = async (list: readonly MarketEvent[], rows: number, name: string): Promise<string> =>
      readParquet(await written(await chunksOf([sourceOf(list)], rows), name)).fingerprint
    let run = 0
    await fc.assert(
      fc.asyncProperty(events, async list => {
        fc.pre(list.length > 0)
        // A cut may have to move what was late in venue time behind it: then the rows are others.
        const prompt = list.map(event => ({ ...event, at: event.receivedAt }))
        const whole = await fingerprintOf(prompt, 10_000, `whole${++run}`)
        expect(await fingerprintOf(prompt, 8, `cut${run}`)).toBe(whole)
        expect(await fingerprintOf(prompt.slice(0, -1), 8, `less${run}`)).not.toBe(whole)
      }),
      { numRuns: 15, seed: 11 },
    )
  })

  test('cuts chunks at the end of a batch, and no later row lies before a cut in venue time', async () => {
    await fc.assert(
      fc.asyncProperty(events, events, async (first, second) => {
        const chunks = await chunksOf([sourceOf(first), sourceOf(second)], 16)
        let toldAt = 0
        let heardAt = 0
        for (const { events: columns, byVenueTime, batchEnds } of chunks) {
          const times = [...byVenueTime].map(row => columns.at[row]!)
          expect(times).toEqual(times.toSorted((a, b) => a - b))
          expect(times[0]).toBeGreaterThanOrEqual(toldAt)
          expect(batchEnds.at(-1)).toBe(columns.length)
          for (let row = 0; row < columns.length; row++) {
            expect(columns.receivedAt[row]).toBeGreaterThanOrEqual(Math.max(heardAt, columns.at[row]!))
            heardAt = columns.receivedAt[row]!
          }
          toldAt = times.at(-1)!
        }
        expect(chunks.reduce((sum, chunk) => sum + chunk.events.length, 0)).toBe(first.length + second.length)
      }),
      { numRuns: 60, seed: 11 },
    )
  })

  test('leaves each row its arrival, wherever it is cut', async () => {
    const arrivals = (chunks: readonly Chunk[]): number[] => chunks.flatMap(({ events: columns }) => times(columns))
    await fc.assert(
      fc.asyncProperty(events, events, async (first, second) => {
        const sources = [sourceOf(first), sourceOf(second)]
        expect(arrivals(await chunksOf(sources, 8))).toEqual(arrivals(await chunksOf(sources, 10_000)))
      }),
      { numRuns: 40, seed: 13 },
    )
  })

  test('keeps the batches of a run where those are known, even of two moments', async () => {
    const list = Array.from(
      { length: 14 },
      (_, index): MarketEvent => ({ ...stamp(index), kind: 'clear', market: MarketIndex.of(0) }),
    )
    const [chunk] = await chunksOf([sourceOf(list, true)], 100)
    expect([...chunk!.batchEnds]).toEqual([7, 14])
  })
})

const steps = (count: number): readonly MarketEvent[] =>
  Array.from({ length: count }, (_, row): MarketEvent => {
    const at = Timestamp.of(T0 + row * 700)
    return { at, receivedAt: at, kind: 'clear', market: MarketIndex.of(0) }
  })

/** A recording of four files. */
const writeFour = async (): Promise<string> => written(await chunksOf([sourceOf(steps(40))], 10))

test.each([false, true])('a reader that stops between two files leaves nothing open (on a thread: %s)', async onThread => {
  const recording = readParquet(await writeFour(), { onThread })
  const read: number[] = []
  for await (const { events } of recording.chunks()) if (read.push(events.receivedAt[0]!) === 2) break
  expect(read).toEqual([T0, T0 + 7_000])
})

test('recordings are read on threads side by side', async () => {
  const paths = await Promise.all(['a', 'b'].map(async name => written(await chunksOf([sourceOf(steps(60))], 10), name)))
  const expected = await all(readParquet(paths[0]!, { onThread: false }))
  for (let round = 0; round < 2; round++)
    expect(await Promise.all(paths.map(path => all(readParquet(path, { onThread: true }))))).toEqual([expected, expected])
})

test('a process may end while a thread reads for it', async () => {
  const path = await writeFour()
  const module = pathToFileURL(resolve(import.meta.dirname, '../../../build/src/recording/columns/parquet-read.js'))
  const program = `const { readParquet } = await import(${JSON.stringify(module.href)})
    const chunks = readParquet(${JSON.stringify(path)}, { onThread: true }).chunks()
    await chunks.next()
    chunks.next()
    setImmediate(() => process.exit(7))`
  // A program given as text, whose options a thread must not inherit.
  const start = () => spawn(process.execPath, ['--input-type=module', '-e', program])
  const ends = await Promise.all(Array.from({ length: 4 }, async () => once(start(), 'exit')))
  expect(ends).toEqual(Array.from({ length: 4 }, () => [7, null]))
})

const stamp = (microseconds: number) => ({ at: Timestamp.of(T0 + microseconds), receivedAt: Timestamp.of(T0 + microseconds) })

describe('a damaged recording', () => {
  const make = async (): Promise<string> =>
    written(await chunksOf([sourceOf([{ ...stamp(0), kind: 'clear', market: MarketIndex.of(0) }])], 100))
  const FILE = 'events-00001.parquet'

  test('with a changed, cut or missing file is refused by name', async () => {
    const path = await make()
    const bytes = readFileSync(join(path, FILE))
    writeFileSync(join(path, FILE), bytes.subarray(0, bytes.length - 9))
    for (const onThread of [false, true])
      await expect(all(readParquet(path, { onThread }))).rejects.toThrow(`${FILE} is not what was written`)
    rmSync(join(path, FILE))
    expect(() => readParquet(path)).toThrow(`${FILE} is missing`)
  })

  test('with a manifest cut short, of another version or with foreign paths is refused by name', async () => {
    const path = await make()
    const manifest = join(path, 'manifest.json')
    const text = readFileSync(manifest, 'utf8')
    writeFileSync(manifest, text.slice(0, 200))
    expect(() => readParquet(path)).toThrow('cut short or damaged')
    writeFileSync(manifest, text.replace('"version": 1', '"version": 2'))
    expect(() => readParquet(path)).toThrow('expected the manifest of a recording; version')
    writeFileSync(manifest, text.replace(FILE, '../../etc/passwd.parquet'))
    expect(() => readParquet(path)).toThrow('expected the name of a .parquet file')
  })

  /** Rewrites a file with other values, and the manifest with its checksum. */
  const forge = async (path: string, values: string): Promise<void> => {
    const [from, to] = [join(path, FILE), join(folder, 'forged.parquet')]
    const database = await DuckDBInstance.create(':memory:')
    const connection = await database.connect()
    await connection.run(`COPY (SELECT * REPLACE (${values}) FROM read_parquet('${from}')) TO '${to}' (FORMAT parquet)`)
    connection.closeSync()
    database.closeSync()
    const [before, after] = [await sha256Of(from), await sha256Of(to)]
    renameSync(to, from)
    const manifest = join(path, 'manifest.json')
    writeFileSync(manifest, readFileSync(manifest, 'utf8').replace(before, after))
  }

  test.each([
    ['NULL::INTEGER AS price', 'a number is missing'],
    ['6::UTINYINT AS kind, NULL::VARCHAR AS event', 'row 1 is an event without its text'],
    ['9::UTINYINT AS kind', 'row 1 is no event'],
    ['0::UTINYINT AS kind, 1::INTEGER AS price, 2::UTINYINT AS side', 'row 1 is no event'],
    ['7::UINTEGER AS market', 'row 1 is no event'],
    ['3::UINTEGER AS venue_row', 'row 1 is no event'],
    ['FALSE AS batch_end', 'its last batch has no end'],
    [`6::UTINYINT AS kind, repeat('x', 70000)::VARCHAR AS event`, 'row 1 is an event without its text'],
  ])('with a right checksum of wrong rows (%s) is refused', async (values, why) => {
    const path = await make()
    await forge(path, values)
    await expect(all(readParquet(path))).rejects.toThrow(why)
  })

  test('that is small and holds more rows or text than memory is refused before they are read', async () => {
    const path = await make()
    const [file, manifest] = [join(path, FILE), join(path, 'manifest.json')]
    const many = async (rows: number, event: string): Promise<void> => {
      const before = await sha256Of(file)
      const database = await DuckDBInstance.create(':memory:')
      const connection = await database.connect()
      const select = `SELECT e.* REPLACE (6::UTINYINT AS kind, ${event} AS event) FROM read_parquet('${file}') e, range(${rows})`
      await connection.run(`COPY (${select}) TO '${file}.new' (FORMAT parquet)`)
      connection.closeSync()
      database.closeSync()
      renameSync(`${file}.new`, file)
      writeFileSync(manifest, readFileSync(manifest, 'utf8').replace(before, await sha256Of(file)))
    }
    await many(2_000, `repeat('x', 60000)`)
    await expect(all(readParquet(path, { onThread: false }))).rejects.toThrow('expected 1 rows, found more')
    const honest = readFileSync(manifest, 'utf8').replace('"rows": 1,', '"rows": 2000,')
    writeFileSync(manifest, honest)
    await expect(all(readParquet(path, { onThread: false }))).rejects.toThrow('its events have more than 64 MB of text')
    writeFileSync(manifest, honest.replace('"rows": 2000,', '"rows": 300000000,'))
    expect(() => readParquet(path)).toThrow('files.0.rows: Too big')
  }, 120_000)

  test('is not written over what a folder holds, and leaves nothing when it is given up', async () => {
    const path = await make()
    await expect(writeParquet(path)).rejects.toThrow('is not empty')
    const other = join(folder, 'other')
    const writer = await writeParquet(other)
    await writer.write((await chunksOf([sourceOf([{ ...stamp(0), kind: 'clear', market: MarketIndex.of(0) }])], 100))[0]!)
    await writer.abandon()
    expect(existsSync(other)).toBe(false)
    mkdirSync(other)
    await (await writeParquet(other)).abandon()
    expect(readdirSync(other)).toEqual([])
  })
})
