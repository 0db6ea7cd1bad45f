import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { MarketEvent } from '../../../src/model/event.js'
import { plainMarket } from '../../../src/model/plain-market.js'
import { Timestamp } from '../../../src/model/time.js'
import { inputLogFormat } from '../../../src/recording/formats/format-input-log.js'
import { openInputLog } from '../../../src/recording/log/input-log.js'
import type { LogRecord } from '../../../src/recording/log/log-record.js'
import { type LogPartLimits, writeInputLog } from '../../../src/recording/log/write-input-log.js'
import { inputLogOf, openByContent } from '../../../src/recording/open-by-content.js'

const T0 = Timestamp.of(1_786_410_060_000_000)
const at = (microseconds: number): Timestamp => Timestamp.add(T0, microseconds)
const market = { ...plainMarket('1001', 'Is it cut?'), takerFeeBps: 200 }
const STEPS = 4

let folder = ''
let file = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'oddsmith-'))
  file = join(folder, 'input.ndjson.gz')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const frame = (step: number): LogRecord & { kind: 'frame' } => {
  const data = {
    version: 1,
    marketId: 1001,
    updateTimestampMs: (T0 + step * 1_000) / 1_000 - 1,
    orderCount: 1,
    asks: [[0.6, 5]],
    bids: [[0.5, step]],
  }
  const text = JSON.stringify({ type: 'M', topic: 'predictOrderbook/1001', data })
  return { kind: 'frame', frame: { source: 'socket', receivedAt: at(step * 1_000), frame: text } }
}

/** Bytes of all parts. The writer may delete its oldest part between the list of names and the look at each file. */
const bytesOnDisk = (): number =>
  readdirSync(folder).reduce((sum, name) => sum + (statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0), 0)

/** Writes a log whose parts are full after one batch. */
async function writeParts(limits: Partial<LogPartLimits> = {}): Promise<readonly LogRecord[]> {
  let stands = 0
  const writer = writeInputLog({
    file,
    parts: { partMaxMb: 1e-6, partMaxHours: 1, partsMax: null, ...limits },
    now: () => ({ markets: [market], state: { version: 1, stands: ++stands } }),
    onProblem: text => {
      throw new Error(text)
    },
    header: {
      startedAt: T0,
      oddsmith: '0.1.0',
      nodeMajor: 20,
      venue: 'predict',
      markets: [market],
      settings: {},
      assignments: [{ market: 0, strategy: 'watch', folder: null, parameters: {} }],
      state: { version: 1, stands: 0 },
    },
  })
  const written: LogRecord[] = []
  for (let step = 1; step <= STEPS; step++) {
    const mark = { now: at(step * 1_000), timer: false, commands: [] }
    const before = bytesOnDisk()
    writer.input(frame(step))
    writer.mark(mark)
    written.push(frame(step), { kind: 'mark', ...mark })
    // The thread tells that a part is full once its bytes are in the file. On a busy machine it may start late.
    await vi.waitUntil(() => bytesOnDisk() !== before, { timeout: 30_000, interval: 20 })
    await pause(200)
  }
  await writer.close({ at: at(9_000), stateHash: 'abc' })
  return [...written, { kind: 'end', at: at(9_000), stateHash: 'abc' }]
}

const readAll = async (path = file) => {
  const log = await openInputLog(path)
  const records: LogRecord[] = []
  for await (const group of log.records()) records.push(...group)
  return { log, records }
}
const eventsOf = async (path: string): Promise<readonly MarketEvent[]> => {
  const events: MarketEvent[] = []
  for await (const moment of openByContent(path)) events.push(...moment)
  return events
}

describe('an input log in parts', () => {
  test('is read as one, by its first part or by the folder, and each later part by itself', async () => {
    const written = await writeParts()
    const parts = readdirSync(folder).toSorted()
    expect(parts.length).toBeGreaterThanOrEqual(3)
    const whole = await readAll()
    expect(whole.records).toEqual(written)
    expect(whole.log.isCutShort).toBe(false)
    expect(inputLogOf(folder)).toBe(file)

    const second = await readAll(join(folder, 'input.2.ndjson.gz'))
    expect(second.log.header).toMatchObject({ part: 2, state: { stands: 1 } })
    expect(written.filter(isMark).map(({ now }) => now)).toContain(second.log.header.startedAt)
    expect(written.slice(-second.records.length)).toEqual(second.records)

    const events = await eventsOf(folder)
    expect(events.filter(({ kind }) => kind === 'clear')).toHaveLength(1)
    expect(await eventsOf(join(folder, 'input.2.ndjson.gz'))).not.toEqual([])
  })

  test('its parts given one by one are the same log once', async () => {
    await writeParts()
    const files = readdirSync(folder).map(name => join(folder, name))
    expect(await inputLogFormat.open(files)).toHaveLength(1)
  })

  test('a kill cuts its last part only', async () => {
    const written = await writeParts()
    const last = `input.${readdirSync(folder).length}.ndjson.gz`
    const whole = readFileSync(join(folder, last))
    writeFileSync(join(folder, last), whole.subarray(0, whole.length - 12))
    const { log, records } = await readAll()
    expect(log.isCutShort).toBe(true)
    expect(written.slice(0, records.length)).toEqual(records)
    writeFileSync(join(folder, last), '')
    expect((await readAll()).log.isCutShort).toBe(true)
  })

  test('a part without an end before another one is a hole, and is named', async () => {
    await writeParts()
    const whole = readFileSync(file)
    writeFileSync(file, whole.subarray(0, whole.length - 30))
    await expect(readAll()).rejects.toThrow('what came between them is missing')
  })

  test('keeps as many parts as it was told, and is then read from the oldest that is left', async () => {
    await writeParts({ partsMax: 1 })
    const [only, ...others] = readdirSync(folder)
    expect(others).toEqual([])
    expect(inputLogOf(folder)).toBe(join(folder, only!))
    expect((await readAll(inputLogOf(folder))).log.header.part).toBeGreaterThan(1)
  })
})

const isMark = (record: LogRecord): record is LogRecord & { kind: 'mark' } => record.kind === 'mark'
