import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { parseSource } from '../../../src/cli/config/config.js'
import type { ConfigSource } from '../../../src/cli/config/config-error.js'
import { latencyWords } from '../../../src/cli/search/chosen-latency.js'
import { driverOptions } from '../../../src/cli/search/driver-options.js'
import { loadBacktest } from '../../../src/cli/search/load-backtest.js'
import { placesOf } from '../../../src/cli/search/place-markets.js'
import { toJson } from '../../../src/model/plain.js'
import { plainMarket } from '../../../src/model/plain-market.js'
import { Timestamp } from '../../../src/model/time.js'
import { loadRecording } from '../../../src/recording/load-recording.js'
import { inFolder } from '../../end-to-end/daemon.js'

const SAMPLE = resolve(import.meta.dirname, '../../../data/sample/harbour.ndjson.gz')

/** A run's folder with a log in which each order, one a second, was answered after the given number of milliseconds. */
function runFolder(home: string, startedAt: Timestamp, tripsMs: readonly number[]): string {
  const folder = join(home, 'runs', '1')
  mkdirSync(folder, { recursive: true })
  const header = { kind: 'header', version: 1, startedAt, oddsmith: '0', nodeMajor: 20, venue: 'predict' }
  const records = tripsMs.flatMap((ms, index) => {
    const now = Timestamp.add(startedAt, index * 1_000_000)
    const heard = Timestamp.add(now, ms * 1_000)
    const order = `1-${index + 1}`
    return [
      { kind: 'mark', now, timer: false, commands: [{ kind: 'submit', id: order, order: {} }] },
      // The wallet's stream is no answer to the call.
      { kind: 'report', report: { kind: 'accepted', order, at: now, receivedAt: Timestamp.add(now, 1), venueId: '1' } },
      { kind: 'report', report: { kind: 'accepted', order, at: heard, receivedAt: heard, venueId: '1' } },
    ]
  })
  const first = { ...header, markets: [plainMarket('m', 'q')], settings: {}, assignments: [], state: { version: 1 } }
  writeFileSync(join(folder, 'input.ndjson.gz'), gzipSync([first, ...records].map(record => toJson(record)).join('\n')))
  return folder
}

const sourceIn = (home: string, latency: string): ConfigSource =>
  parseSource(join(home, 'try.yaml'), [`recording: ${SAMPLE}`, 'strategy: two-sided', `latency: ${latency}`].join('\n'))

describe('a latency that a run has measured', () => {
  test('is half of each round trip at its moment, where the recording is of the same time', () =>
    inFolder(async home => {
      const recording = await loadRecording(SAMPLE)
      const from = recording.coverage.from ?? Timestamp.ZERO
      runFolder(home, from, [40, 80])
      const setup = await loadBacktest(sourceIn(home, '{ journal: runs/1, feedMs: 3 }'), {})
      const { latency } = driverOptions(setup, recording, placesOf(setup, recording))
      expect([0, 1_000_000].map(after => latency.entry(Timestamp.add(from, after)))).toEqual([20_000, 40_000])
      expect([latency.answer(from), latency.feed(from)]).toEqual([20_000, 3_000])
      expect(latencyWords(setup)).toBe('feed 3 ms, orders and answers half each of 2 measured round trips, at their moments')
    }))

  test('is drawn by a seed from all round trips, whenever they were measured, and the same seed draws the same', () =>
    inFolder(async home => {
      const recording = await loadRecording(SAMPLE)
      runFolder(home, Timestamp.ofSeconds(1_000_000_000), [40, 40, 200])
      const drawn = async (seed: number) => {
        const setup = await loadBacktest(sourceIn(home, `{ journal: runs/1, seed: ${seed} }`), {})
        const { latency, fingerprint } = driverOptions(setup, recording, placesOf(setup, recording))
        return { fingerprint, entries: Array.from({ length: 50 }, (_, at) => latency.entry(Timestamp.of(at))) }
      }
      const first = await drawn(1)
      expect(await drawn(1)).toEqual(first)
      expect((await drawn(2)).entries).not.toEqual(first.entries)
      expect((await drawn(2)).fingerprint).not.toEqual(first.fingerprint)
      expect(Math.min(...first.entries)).toBeGreaterThanOrEqual(20_000)
      expect(Math.max(...first.entries)).toBeLessThanOrEqual(100_000)
    }))

  test('is refused with file, line and field where there is no such run, no answer in it, or only those of another time', () =>
    inFolder(async home => {
      const recording = await loadRecording(SAMPLE)
      const missing = loadBacktest(sourceIn(home, '{ journal: runs/2 }'), {})
      await expect(missing).rejects.toThrow(
        /try\.yaml:3: latency\.journal: expected the folder of a run that traded: there is no recording/,
      )
      runFolder(home, Timestamp.ofSeconds(1_000_000_000), [])
      const silent = loadBacktest(sourceIn(home, '{ journal: runs/1 }'), {})
      await expect(silent).rejects.toThrow(/latency\.journal: .* no call that was answered/)
      runFolder(home, Timestamp.ofSeconds(1_000_000_000), [40])
      const setup = await loadBacktest(sourceIn(home, '{ journal: runs/1 }'), {})
      expect(() => driverOptions(setup, recording, placesOf(setup, recording))).toThrow(
        /try\.yaml:3: latency\.journal: .*name a seed/,
      )
      const wrong = loadBacktest(sourceIn(home, '{ journal: 7 }'), {})
      await expect(wrong).rejects.toThrow(/try\.yaml:3/)
    }))
})
