import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { unpackEvent } from '../../../src/model/columns.js'
import type { MarketEvent } from '../../../src/model/event.js'
import { readParquet } from '../../../src/recording/columns/parquet-read.js'
import { importRecording } from '../../../src/recording/import-recording.js'
import { KALSHI_T0, writeKalshiFile } from '../kalshi-files.js'

let folder = ''
let raw = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'oddsmith-'))
  raw = join(folder, 'raw/events')
  mkdirSync(raw, { recursive: true })
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const iso = (ms: number): string => new Date(KALSHI_T0 + ms).toISOString()
const TABLE = [
  'window,event_ticker,open_time,close_time,strike_type,status,result,settlement_value_dollars,settlement_ts',
  `KXTEST-0,KXTEST,${iso(0)},${iso(60_000)},greater_or_equal,finalized,yes,1.0000,${iso(65_462)}`,
  `KXTEST-1,KXTEST,${iso(0)},${iso(90_000)},greater_or_equal,finalized,scalar,0.3000,${iso(95_462)}`,
  'KXTEST-2,KXTEST,not,a,row',
].join('\n')
const HEAD = 'window,title,event_ticker,close_time,settlement_value_dollars,settlement_ts'

const table = (path: string): string => {
  writeFileSync(path, `${TABLE}\n`)
  return path
}
const files = (): string[] =>
  [0, 1].map(seed => writeKalshiFile(raw, `KXTEST-${seed}`, { startMs: seed * 3_000, lines: 3_000, seed }))
async function imported(given: readonly string[], out = 'out') {
  const manifest = await importRecording({ files: given, format: 'auto', folder: join(folder, out) })
  const events: MarketEvent[] = []
  for await (const chunk of readParquet(join(folder, out)).chunks())
    for (const row of chunk.byVenueTime) events.push(unpackEvent(chunk.events, row))
  const news = events.flatMap(event => (event.kind === 'market' ? [event] : []))
  return { manifest, events, news }
}

describe('the table of markets of a Kalshi recording', () => {
  test('is found beside the files: ends and results become events at their time, and are not visible before', async () => {
    table(join(folder, 'raw/MARKETS.csv'))
    const { manifest, events, news } = await imported(files())
    expect(news.map(({ at, market: { id, trading, result } }) => [at / 1_000 - KALSHI_T0, id, trading, result?.yes])).toEqual([
      [60_000, 'KXTEST-0', 'closed', undefined],
      [65_462, 'KXTEST-0', 'closed', 1],
      [90_000, 'KXTEST-1', 'closed', undefined],
      [95_462, 'KXTEST-1', 'closed', 0.3],
    ])
    expect(news.map(({ market }) => manifest.markets[market.index]?.id)).toEqual(
      ['0', '0', '1', '1'].map(name => `KXTEST-${name}`),
    )
    // The row that is none is of a market that was not recorded.
    expect(manifest.coverage.dropped).toBe(0)
    expect(manifest.markets.map(({ trading, result, endsAt }) => [trading, result, endsAt])).toEqual([
      ['open', null, (KALSHI_T0 + 60_000) * 1_000],
      ['open', null, (KALSHI_T0 + 90_000) * 1_000],
    ])
    expect(events.map(({ at }) => at)).toEqual(events.map(({ at }) => at).toSorted((a, b) => a - b))
  })

  test('may be given as a file of its own, and comes out the same', async () => {
    const given = files()
    const alone = await imported([...given, table(join(folder, 'markets-of-mine.csv'))], 'alone')
    table(join(raw, 'MARKETS.csv'))
    const beside = await imported(given, 'beside')
    expect(alone.manifest).toEqual(beside.manifest)
    expect(alone.news).toHaveLength(4)
  })

  test('has commas within quotes, times with any offset, and any payout from nothing to a dollar', async () => {
    const paris = new Date(KALSHI_T0 + 62_000 + 7_200_000).toISOString().replace('Z', '+02:00')
    const rows = [
      HEAD,
      `KXTEST-0,"Gold, up or ""down""",KXTEST,${iso(60_000).replace('Z', '+00:00')},0.5000,${paris}`,
      `KXTEST-1,"Gold,\nagain",KXTEST,${iso(90_000)},0.1234,${iso(95_462)}`,
    ]
    writeFileSync(join(folder, 'raw/MARKETS.csv'), `${rows.join('\r\n')}\r\n`)
    const { manifest, news } = await imported(files())
    expect(news.map(({ at, market: { id, result } }) => [at / 1_000 - KALSHI_T0, id, result?.yes])).toEqual([
      [60_000, 'KXTEST-0', undefined],
      [62_000, 'KXTEST-0', 0.5],
      [90_000, 'KXTEST-1', undefined],
      [95_462, 'KXTEST-1', 0.1234],
    ])
    expect(manifest.coverage.dropped).toBe(0)
  })

  test('counts each row of a recorded market that it cannot read, and keeps what it could', async () => {
    const rows = [
      HEAD,
      // A comma without quotes: no cell is known to stand below its name.
      `KXTEST-0,Gold, up,KXTEST,${iso(0)},1.0000,${iso(65_462)}`,
      `KXTEST-1,Gold,KXTEST,${iso(90_000)},2.5000,${iso(95_462)}`,
      `KXTEST-9,Gold,KXTEST,never,1.0000,${iso(95_462)}`,
    ]
    writeFileSync(join(folder, 'raw/MARKETS.csv'), rows.join('\n'))
    const { manifest, news } = await imported(files())
    expect(news.map(({ market: { id, result } }) => [id, result])).toEqual([['KXTEST-1', null]])
    expect(manifest.coverage.dropped).toBe(2)
  })

  test('is refused with its line where it is no CSV', async () => {
    writeFileSync(join(folder, 'raw/MARKETS.csv'), `${HEAD}\nKXTEST-0,"Gold,KXTEST,1\n`)
    await expect(imported(files())).rejects.toThrow(/MARKETS\.csv:2: expected a closing quote/)
  })

  test('is missed by name: without it no market has an end, and its fees are the venue’s either way', async () => {
    const { manifest, news } = await imported(files())
    expect(news).toEqual([])
    expect(manifest.markets.map(({ endsAt, profile, fees }) => [endsAt, profile, fees?.takerBps])).toEqual([
      [null, 'kalshi', 700],
      [null, 'kalshi', 700],
    ])
    expect(manifest.feesUnknown).toEqual([])
  })
})
