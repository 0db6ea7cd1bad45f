import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { unpackEvent } from '../../src/model/columns.js'
import type { MarketEvent } from '../../src/model/event.js'
import { MarketIndex } from '../../src/model/ids.js'
import { Price } from '../../src/model/money.js'
import { Timestamp } from '../../src/model/time.js'
import { noCoverage } from '../../src/recording/columns/coverage.js'
import { readParquet } from '../../src/recording/columns/parquet-read.js'
import { PairedRows } from '../../src/recording/formats/paired-rows.js'
import { importRecording } from '../../src/recording/import-recording.js'
import { KALSHI_T0, writeKalshiFile } from './kalshi-files.js'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'oddsmith-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const HOUR_MS = 3_600_000
const RECEIVED = /"recv_ms":(\d+)/

/** A market's file whose arrivals are changed: by line, or all. */
function recorded(name: string, change: (receivedMs: number, line: number) => number): string {
  const file = writeKalshiFile(folder, name, { startMs: 0, lines: 3_000, seed: 1 })
  const lines = gunzipSync(readFileSync(file)).toString().trimEnd().split('\n')
  const changed = lines.map((line, number) => line.replace(RECEIVED, (_, ms) => `"recv_ms":${change(Number(ms), number)}`))
  writeFileSync(file, gzipSync(`${changed.join('\n')}\n`))
  return file
}

async function imported(file: string, out: string) {
  const manifest = await importRecording({ files: [file], format: 'auto', folder: join(folder, out) })
  const events: MarketEvent[] = []
  for await (const chunk of readParquet(join(folder, out)).chunks())
    for (let row = 0; row < chunk.events.length; row++) events.push(unpackEvent(chunk.events, row))
  return { manifest, events }
}

const untimed = (events: readonly MarketEvent[]) => events.map(event => ({ ...event, at: 0, receivedAt: 0 }))

describe("a venue's clock that is ahead", () => {
  test('is found, shown, set back, and leaves no print without its decrease', async () => {
    const honest = await imported(
      recorded('KXTEST', ms => ms),
      'honest',
    )
    const ahead = await imported(
      recorded('KXTEST', ms => ms - 80),
      'ahead',
    )
    expect(honest.manifest.coverage.printsPaired).toBe(1)
    expect(honest.manifest.clocks).toEqual([{ source: 'KXTEST', aheadUs: 0, leastDelayUs: expect.any(Number) }])
    expect(ahead.manifest.coverage.printsPaired).toBe(1)
    const [clock] = ahead.manifest.clocks
    // Arrivals are whole milliseconds, so the least delays of the file look like a part of one below nothing.
    expect(clock?.aheadUs).toBeGreaterThanOrEqual(80_000)
    expect(clock?.aheadUs).toBeLessThan(81_000)
    expect(untimed(ahead.events)).toEqual(untimed(honest.events))
    // A hundredth of the lines, and those of moments that the venue told in another order.
    expect(ahead.manifest.coverage.clamped).toBeLessThan(honest.manifest.coverage.clamped + 60)
    expect(ahead.events.every(({ at, receivedAt }) => at <= receivedAt)).toBe(true)
  })

  test('pairs the same prints with the same decreases, however far it is ahead and though nothing sets it back', () => {
    const row = fc.record({
      kind: fc.constantFrom('change', 'print'),
      waitUs: fc.constantFrom(0, 1_000, 30_000, 400_000),
      delayUs: fc.integer({ min: 0, max: 70_000 }),
      price: fc.integer({ min: 1, max: 3 }),
      size: fc.integer({ min: 1, max: 3 }),
    })
    let paired = 0
    fc.assert(
      fc.property(
        fc.array(row, { minLength: 2, maxLength: 60 }),
        fc.integer({ min: 0, max: 3_600_000_000 }),
        (rows, aheadUs) => {
          const causes = (shiftUs: number) => {
            const coverage = noCoverage()
            const reader = new PairedRows(coverage, MarketIndex.of(0))
            let now = KALSHI_T0 * 1_000
            const book = [1, 2, 3].map(price => ({ side: 'bid' as const, price: Price.of(price), size: 1_000 }))
            reader.take({ kind: 'snapshot', levels: book }, Timestamp.of(now))
            for (const { kind, waitUs, delayUs, price, size } of rows) {
              now += waitUs
              const told = {
                ...{ at: Timestamp.of(now - delayUs + shiftUs), side: 'bid' as const, price: Price.of(price) },
                ...(kind === 'print' ? { kind: 'print' as const, size } : { kind: 'change' as const, size: -size }),
              }
              reader.take(told, Timestamp.of(now))
            }
            const { kind, price, length } = reader.drain({ isOver: true })
            return { rows: Array.from({ length }, (_, place) => [kind[place], price[place]]), paired: coverage.paired }
          }
          const honest = causes(0)
          paired += honest.paired
          expect(causes(aheadUs)).toEqual(honest)
        },
      ),
      { numRuns: 500, seed: 9 },
    )
    expect(paired).toBeGreaterThan(200)
  })
})

describe("a recorder's clock that jumps", () => {
  test('for one line by an hour moves that line alone', async () => {
    const honest = await imported(
      recorded('KXTEST', ms => ms),
      'honest',
    )
    for (const [out, by] of [
      ['ahead', HOUR_MS],
      ['behind', -HOUR_MS],
      ['wild', 9e15],
    ] as const) {
      const jumped = await imported(
        recorded('KXTEST', (ms, line) => (line === 700 ? ms + by : ms)),
        out,
      )
      const moved = jumped.events.filter(({ receivedAt }, row) => receivedAt !== honest.events[row]?.receivedAt)
      expect(moved.length, out).toBeLessThanOrEqual(2)
      // The recorder wrote some prints late, in both files.
      expect(jumped.manifest.coverage.repaired, out).toBe(honest.manifest.coverage.repaired + 1)
      expect(jumped.manifest.coverage.to, out).toBe(honest.manifest.coverage.to)
      expect(untimed(jumped.events), out).toEqual(untimed(honest.events))
    }
  })

  test('to times that are none is refused before anything is written, where no line has another', async () => {
    const wild = recorded('KXTEST', () => 9e15)
    await expect(imported(wild, 'wild')).rejects.toThrow(/KXTEST\.ndjson\.gz: expected lines that say when they arrived/)
    expect(() => readFileSync(join(folder, 'wild'))).toThrow(/ENOENT/)
  })
})
