import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { MarketEvent } from '../../../src/model/event.js'
import type { Market } from '../../../src/model/market.js'
import { Wei } from '../../../src/model/money.js'
import { plainMarket } from '../../../src/model/plain-market.js'
import { Timestamp } from '../../../src/model/time.js'
import { openInputLog } from '../../../src/recording/log/input-log.js'
import type { LogRecord } from '../../../src/recording/log/log-record.js'
import { type InputLogWriter, writeInputLog } from '../../../src/recording/log/write-input-log.js'
import { openByContent, recordedMarkets } from '../../../src/recording/open-by-content.js'

const T0 = Timestamp.of(1_786_410_060_000_000)
const at = (microseconds: number): Timestamp => Timestamp.add(T0, microseconds)
const market: Market = { ...plainMarket('1001', 'Will it be written down?'), takerFeeBps: 200 }

let folder = ''
let file = ''
const problems: string[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'oddsmith-'))
  file = join(folder, 'input.ndjson.gz')
  problems.length = 0
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const start = (into = file): InputLogWriter =>
  writeInputLog({
    file: into,
    onProblem: text => problems.push(text),
    header: {
      startedAt: T0,
      oddsmith: '0.1.0',
      nodeMajor: 20,
      venue: 'predict',
      markets: [market],
      settings: { graceMs: 3_000 },
      assignments: [{ market: 0, strategy: 'watch', folder: null, parameters: {} }],
      state: { version: 1, cash: 5n * 10n ** 18n, orders: new Map([['1-1', { filled: 3n }]]) },
    },
  })
const frame = (microseconds: number, bids: [number, number][]): LogRecord & { kind: 'frame' } => ({
  kind: 'frame',
  frame: {
    source: 'socket',
    receivedAt: at(microseconds),
    frame: JSON.stringify({
      type: 'M',
      topic: 'predictOrderbook/1001',
      data: {
        version: 1,
        marketId: 1001,
        updateTimestampMs: (T0 + microseconds) / 1_000 - 1,
        orderCount: 1,
        asks: [[0.6, 5]],
        bids,
      },
    }),
  },
})
const readAll = async (path = file) => {
  const log = await openInputLog(path)
  const records: LogRecord[] = []
  for await (const group of log.records()) records.push(...group)
  return { log, records }
}

describe('the input log of a run', () => {
  test('gives back what was written, big numbers and maps too', async () => {
    const writer = start()
    const broken: LogRecord = { kind: 'frame', frame: { source: 'socket', receivedAt: at(1), frame: '{"half' } }
    const lost: LogRecord = {
      kind: 'frame',
      frame: {
        source: 'feed',
        receivedAt: at(2),
        event: { kind: 'feed', market: market.index, state: 'lost', why: 'closed', at: at(2), receivedAt: at(2) },
      },
    }
    const inputs: LogRecord[] = [
      frame(1_000, [[0.5, 10]]),
      broken,
      lost,
      { kind: 'timer', at: at(3) },
      { kind: 'control', control: { what: 'pause', who: 'test', at: at(4) } },
      {
        kind: 'report',
        report: {
          kind: 'snapshot',
          at: at(5),
          receivedAt: at(5),
          snapshot: { orders: [], cash: Wei.ONE, fills: [], shares: new Map() },
        },
      },
    ]
    for (const record of inputs) writer.input(record as Parameters<InputLogWriter['input']>[0])
    writer.mark({ now: at(5), timer: true, commands: [] })
    await writer.close({ at: at(9), stateHash: 'abc' })

    const { log, records } = await readAll()
    expect(records).toEqual([
      ...inputs,
      { kind: 'mark', now: at(5), timer: true, commands: [] },
      { kind: 'end', at: at(9), stateHash: 'abc' },
    ])
    expect(log.isCutShort).toBe(false)
    expect(log.header.state).toEqual({ version: 1, cash: 5n * 10n ** 18n, orders: new Map([['1-1', { filled: 3n }]]) })
    expect(problems).toEqual([])
  })

  test('holds each frame verbatim as a line of when, where and what', async () => {
    const writer = start()
    const record = frame(1_000, [[0.5, 10]])
    writer.input(record)
    await writer.close({ at: at(2_000), stateHash: 'abc' })
    const [, line] = gunzipSync(readFileSync(file)).toString().split('\n')
    expect(JSON.parse(line ?? '')).toEqual(record.frame)
  })

  test('is read up to where a kill cut it, and says so', async () => {
    const writer = start()
    for (let count = 1; count <= 500; count++) writer.input(frame(count * 1_000, [[0.5, count]]))
    await writer.close({ at: at(9), stateHash: 'abc' })
    const bytes = readFileSync(file)
    writeFileSync(file, bytes.subarray(0, Math.floor(bytes.length * 0.7)))
    const { log, records } = await readAll()
    expect(log.isCutShort).toBe(true)
    expect(records.length).toBeGreaterThan(50)
    expect(records.length).toBeLessThan(500)
    expect(records).toEqual(Array.from(records, (_, index) => frame((index + 1) * 1_000, [[0.5, index + 1]])))
    const recording = openByContent(folder)
    for await (const group of recording) expect(group.length).toBeGreaterThan(0)
    expect(recording.coverage.dropped).toBe(1)
  })

  test('that cannot be written is named once, and the run goes on', async () => {
    const writer = start(join(folder, 'missing', 'input.ndjson.gz'))
    writer.input({ kind: 'timer', at: at(1) })
    await writer.close({ at: at(9), stateHash: 'abc' })
    expect(problems).toHaveLength(1)
    expect(problems[0]).toContain('cannot be written')
  })

  test('refuses a file of another kind or version by name', async () => {
    const write = (text: string): string => {
      writeFileSync(file, gzipSync(`${text}\n`))
      return file
    }
    await expect(openInputLog(write('{"kind":"header","version":2}'))).rejects.toThrow('input.ndjson.gz:1: expected the header')
    await expect(openInputLog(write('[]'))).rejects.toThrow('expected the header of an input log')
    await expect(openInputLog(write('{"kind":"header","ver'))).rejects.toThrow('cut short or damaged')
  })
})

describe('an input log as a recording', () => {
  test('gives its market events in venue-time order, from the start of the run on', async () => {
    const writer = start()
    writer.input(frame(-5_000_000, [[0.5, 10]]))
    writer.input(frame(2_000, [[0.5, 7]]))
    writer.mark({ now: at(2_000), timer: false, commands: [] })
    await writer.close({ at: at(9), stateHash: 'abc' })

    const recording = openByContent(folder)
    const groups: (readonly MarketEvent[])[] = []
    for await (const group of recording) groups.push(group)
    expect(groups.map(group => group.map(({ kind }) => kind))).toEqual([['clear', 'level', 'level'], ['level']])
    expect(groups[0]?.[0]?.at).toBe(T0)
    expect(groups[1]?.[0]).toMatchObject({ side: 'bid', price: 5_000, size: 7_000_000, at: at(1_000) })
    expect(recording.coverage.events).toBe(4)
    expect(await recordedMarkets(folder)).toEqual([market])
  })
})
