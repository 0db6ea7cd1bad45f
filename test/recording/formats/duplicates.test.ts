import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { unpackEvent } from '../../../src/model/columns.js'
import type { MarketEvent } from '../../../src/model/event.js'
import { readParquet } from '../../../src/recording/columns/parquet-read.js'
import { importRecording } from '../../../src/recording/import-recording.js'
import { expectSame } from '../../expect-same.js'
import { KALSHI_T0, writeKalshiFile } from '../kalshi-files.js'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'oddsmith-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

let imports = 0
async function imported(...files: readonly string[]) {
  const out = join(folder, `out-${imports++}`)
  const { coverage } = await importRecording({ files, format: 'auto', folder: out })
  const events: MarketEvent[] = []
  for await (const chunk of readParquet(out).chunks())
    for (let row = 0; row < chunk.events.length; row++) events.push(unpackEvent(chunk.events, row))
  return { coverage, events }
}
const write = (name: string, lines: readonly string[]): string => {
  const path = join(folder, name)
  writeFileSync(path, gzipSync(`${lines.join('\n')}\n`))
  return path
}

describe('a Kalshi market that was recorded twice', () => {
  const recorded = (): readonly string[] => {
    mkdirSync(join(folder, 'raw'), { recursive: true })
    const file = writeKalshiFile(join(folder, 'raw'), 'KXTEST', { startMs: 0, lines: 1_000, seed: 1 })
    return gunzipSync(readFileSync(file)).toString().trimEnd().split('\n')
  }
  const later = (line: string, ms: number): string =>
    line.replace(/"recv_ms":(\d+)/, (_, told) => `"recv_ms":${Number(told) + ms}`)

  test('comes out as if it had been recorded once, and each line too many is counted', async () => {
    const lines = recorded()
    const once = await imported(write('once.gz', lines))
    expect(once.coverage.duplicates).toBe(0)
    const same = async (files: readonly string[], duplicates: number): Promise<void> => {
      const { coverage, events } = await imported(...files)
      expect(coverage).toEqual({ ...once.coverage, duplicates })
      expectSame(events, once.events)
    }
    // Under two names.
    await same([write('a.gz', lines), write('b.gz', lines)], lines.length)
    // Parts that repeat the lines about midnight.
    await same([write('c.gz', lines.slice(0, 900)), write('d.gz', lines.slice(830))], 70)
    // Each line again right behind the next one, and the whole file behind itself.
    const alternating = lines.flatMap((line, place) =>
      place % 2 === 1 ? [lines[place - 1]!, line, lines[place - 1]!, line] : [],
    )
    await same(
      [write('e.gz', [...alternating, ...(lines.length % 2 === 1 ? [lines.at(-1)!] : [])])],
      lines.length - (lines.length % 2),
    )
  })

  test('by two recorders is refused with file and line, and says what to do', async () => {
    const lines = recorded()
    const other = lines.map(line => later(line, 3).replace(/"seq":(\d+)/, (_, seq) => `"seq":${Number(seq) + 40_000}`))
    const [a, b] = [write('a.gz', lines), write('b.gz', other)]
    await expect(imported(a, b)).rejects.toThrow(
      /[ab]\.gz:\d+: message .* were written by several recorders of one market, or repeat each other: leave all but one out/,
    )
    // In one file as well.
    const mixed = lines.flatMap((line, place) => [line, other[place]!])
    await expect(imported(write('mixed.gz', mixed))).rejects.toThrow(
      /mixed\.gz:\d+: .* the file holds two recordings of one market/,
    )
    expect(existsSync(join(folder, `out-${imports - 1}`, 'manifest.json'))).toBe(false)
  })

  test('in one file, behind itself, is left out, and its arrivals are not called repaired', async () => {
    const lines = recorded()
    const once = await imported(write('once.gz', lines))
    const { coverage, events } = await imported(write('twice.gz', [...lines, ...lines]))
    expectSame(events, once.events)
    expect(coverage).toEqual({ ...once.coverage, duplicates: lines.length })
  })
})

describe('a source without numbers', () => {
  const lines = Array.from({ length: 60 }, (_, step) =>
    JSON.stringify({
      // Now and then three messages arrive at once.
      receivedAt: KALSHI_T0 + Math.floor(step / 3) * 40 + (step % 9 < 3 ? 5 : (step % 3) * 7),
      data: { marketId: 7, updateTimestampMs: KALSHI_T0 + step, bids: [[0.5, 10 + step]], asks: [[0.6, 20]] },
    }),
  ).toSorted((a, b) => JSON.parse(a).receivedAt - JSON.parse(b).receivedAt)

  test('that is told by two files alike is taken once, wherever the second one begins and the first one ends', async () => {
    const once = await imported(write('once.gz', lines))
    for (const [to, from] of [
      [60, 0],
      [40, 40],
      [41, 37],
      [40, 22],
      [22, 9],
      [60, 13],
    ] as const) {
      const { coverage, events } = await imported(write('a.gz', lines.slice(0, to)), write('b.gz', lines.slice(from)))
      expect(coverage, `${from} to ${to}`).toEqual({ ...once.coverage, duplicates: to - from })
      expectSame(events, once.events)
    }
  })

  test('that two recorders told is refused with file and line', async () => {
    const shifted = lines.map(line => line.replace(/"receivedAt":(\d+)/, (_, told) => `"receivedAt":${Number(told) + 3}`))
    const lacking = lines.filter((_, place) => place !== 30)
    for (const other of [shifted, lacking])
      await expect(imported(write('a.gz', lines), write('b.gz', other))).rejects.toThrow(
        /[ab]\.gz:\d+: expected what the other file tells of this moment, found something else or more: .* leave all but one out/,
      )
  })
})
