import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { MarketEvent } from '../../../src/model/event.js'
import { openByContent, recordedMarkets } from '../../../src/recording/open-by-content.js'

const TICKER = 'KXTEST15M-A'
/** 2026-08-11T01:01:00Z in milliseconds. */
const T0 = 1_786_410_060_000

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'oddsmith-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

let seq = 0
const line = (receivedMs: number, type: string, msg: object): string =>
  JSON.stringify({ recv_ms: T0 + receivedMs, event: { type, sid: 1, seq: ++seq, msg: { market_ticker: TICKER, ...msg } } })
const snapshot = (receivedMs: number, yes: [string, string][], no: [string, string][]): string =>
  line(receivedMs, 'orderbook_snapshot', { yes_dollars_fp: yes, no_dollars_fp: no })
const change = (receivedMs: number, side: 'yes' | 'no', price: string, delta: string, ts: string): string =>
  line(receivedMs, 'orderbook_delta', { price_dollars: price, delta_fp: delta, side, ts: `2026-08-11T01:01:${ts}Z` })
const print = (receivedMs: number, taker: 'yes' | 'no', yesPrice: string, count: string, atMs: number): string =>
  line(receivedMs, 'trade', { yes_price_dollars: yesPrice, count_fp: count, taker_side: taker, ts_ms: T0 + atMs })

const write = (name: string, lines: readonly string[]): string => {
  const file = join(folder, name)
  writeFileSync(file, gzipSync(`${lines.join('\n')}\n`))
  return file
}
const read = async (file: string) => {
  const recording = openByContent(file)
  const groups: (readonly MarketEvent[])[] = []
  for await (const group of recording) groups.push(group)
  return { groups, events: groups.flat(), coverage: recording.coverage }
}
const BOOK = snapshot(
  0,
  [
    ['0.3400', '33.00'],
    ['0.3500', '30.10'],
  ],
  [['0.6000', '5.00']],
)

describe('a Kalshi recording', () => {
  test('becomes one book in YES prices: a NO bid is an ask at the complement', async () => {
    const { events } = await read(write('a.ndjson.gz', [BOOK]))
    expect(events.map(event => ('price' in event ? [event.kind, event.side, event.price, event.size] : event.kind))).toEqual([
      'clear',
      ['level', 'bid', 3_400, 33_000_000],
      ['level', 'bid', 3_500, 30_100_000],
      ['level', 'ask', 4_000, 5_000_000],
    ])
  })

  test('puts a print before the decrease it caused, whichever was told first, and tells causes apart', async () => {
    const { events, coverage } = await read(
      write('a.ndjson.gz', [
        BOOK,
        change(40, 'yes', '0.3500', '-0.10', '00.030918'),
        change(40, 'yes', '0.3500', '-30.00', '00.030918'),
        print(45, 'no', '0.3500', '30.00', 30),
        print(50, 'yes', '0.4000', '2.00', 48),
        change(51, 'no', '0.6000', '-2.00', '00.04812'),
        change(60, 'no', '0.6000', '1.00', '00.055'),
      ]),
    )
    expect(
      events.slice(4).map(event => [event.kind, 'cause' in event ? event.cause : '', 'size' in event && event.size]),
    ).toEqual([
      ['level', 'removed', 30_000_000],
      ['trade', '', 30_000_000],
      ['level', 'traded', 0],
      ['trade', '', 2_000_000],
      ['level', 'traded', 3_000_000],
      ['level', 'added', 4_000_000],
    ])
    const [trade, decrease] = events.slice(5)
    expect(trade?.at).toBe(decrease?.at)
    expect(trade?.receivedAt).toBe((T0 + 45) * 1_000)
    expect(coverage).toMatchObject({ events: 10, trades: 2, paired: 2, clamped: 0, dropped: 0, crossed: 0 })
  })

  test('leaves a print alone whose decrease lies farther than 50 ms away', async () => {
    const { events, coverage } = await read(
      write('a.ndjson.gz', [BOOK, change(10, 'yes', '0.3400', '-1.00', '00.005'), print(80, 'no', '0.3400', '1.00', 60)]),
    )
    expect(events.slice(4).map(({ kind }) => kind)).toEqual(['level', 'trade'])
    expect(events[4]).toMatchObject({ cause: 'removed' })
    expect(coverage).toMatchObject({ trades: 1, paired: 0 })
  })

  test('reads fractions of none to six digits', async () => {
    const fractions = ['01', '01.5', '01.93', '01.941', '01.9415', '01.94152', '01.941527']
    const { events } = await read(
      write('a.ndjson.gz', [BOOK, ...fractions.map(ts => change(3_000, 'yes', '0.1000', '1.00', ts))]),
    )
    const base = (T0 + 1_000) * 1_000
    expect(events.slice(4).map(({ at }) => at - base)).toEqual([0, 500_000, 930_000, 941_000, 941_500, 941_520, 941_527])
  })

  test('moves a venue time that lies after the arrival, and counts it', async () => {
    const { events, coverage } = await read(write('a.ndjson.gz', [BOOK, change(10, 'yes', '0.1000', '1.00', '00.020')]))
    expect(events.at(-1)).toMatchObject({ at: (T0 + 10) * 1_000, receivedAt: (T0 + 10) * 1_000 })
    expect(coverage.clamped).toBe(1)
  })

  test('goes on in the file of the next day with the same book', async () => {
    const first = write(`${TICKER}_2026-08-10.ndjson.gz`, [BOOK])
    write(`${TICKER}_2026-08-11.ndjson.gz`, [change(10, 'yes', '0.3400', '-3.00', '00.005')])
    write('KXOTHER_2026-08-11.ndjson.gz', [change(10, 'yes', '0.3400', '-3.00', '00.005')])
    const { events } = await read(first)
    expect(events.at(-1)).toMatchObject({ kind: 'level', size: 30_000_000 })
    expect(events).toHaveLength(5)
  })

  test('drops and counts what says nothing usable, and goes on', async () => {
    const { events, coverage } = await read(
      write('a.ndjson.gz', [
        BOOK,
        '{"recv_ms":1',
        line(10, 'ticker', {}),
        change(10, 'yes', '0.1000', '-1.00', '00.005'),
        change(10, 'yes', '1.2000', '1.00', '00.005'),
        change(10, 'yes', '0.10005', '1.00', '00.005'),
        change(11, 'yes', '0.1000', '1.00', '00.006'),
      ]),
    )
    expect(events).toHaveLength(5)
    expect(coverage.dropped).toBe(5)
  })

  test('gives one group a venue moment, in order', async () => {
    const { groups } = await read(
      write('a.ndjson.gz', [
        BOOK,
        change(10, 'yes', '0.1000', '1.00', '00.005'),
        change(11, 'yes', '0.2000', '1.00', '00.005'),
        change(12, 'yes', '0.2000', '1.00', '00.006'),
      ]),
    )
    expect(groups.map(group => [group[0]?.at, group.length])).toEqual([
      [T0 * 1_000, 4],
      [(T0 + 5) * 1_000, 2],
      [(T0 + 6) * 1_000, 1],
    ])
  })

  test('names its market, and something else is refused by name', async () => {
    const file = write('a.ndjson.gz', [BOOK])
    expect(await recordedMarkets(file)).toMatchObject([{ id: TICKER, index: 0, tick: 100 }])
    await expect(recordedMarkets(write('b.gz', ['hello']))).rejects.toThrow('b.gz: expected a recording (input-log, kalshi')
    await expect(recordedMarkets(join(folder, 'none'))).rejects.toThrow('there is no recording at')
  })
})
