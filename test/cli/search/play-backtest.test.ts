import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { loadSource, parseSource } from '../../../src/cli/config/config.js'
import { loadBacktest } from '../../../src/cli/search/load-backtest.js'
import { playBacktest } from '../../../src/cli/search/play-backtest.js'
import { inFolder } from '../../end-to-end/daemon.js'

const CONFIG = resolve(import.meta.dirname, '../../../config/backtest.yaml')
const SAMPLE = resolve(import.meta.dirname, '../../../data/sample/harbour.ndjson.gz')

describe('a backtest that is played from code', () => {
  test('needs no file but its recording, says how far it is, and writes nothing', () =>
    inFolder(async folder => {
      const text = JSON.stringify({ ...loadSource(CONFIG).document.toJS(), recording: SAMPLE })
      const setup = await loadBacktest(parseSource(join(folder, 'try.json'), text), { models: 'pessimistic' })
      const told: number[] = []
      const { result, about, recording } = await playBacktest(setup, { onProgress: events => told.push(events) })
      expect(result.accounts[0]?.fills.length).toBeGreaterThan(100)
      expect(result.events).toBe(recording.coverage.events)
      expect(told.length).toBeGreaterThan(10)
      expect(about.title).toBe('two-sided over harbour.ndjson.gz')
      expect(readdirSync(folder)).toEqual([])
      // As the same config in a file.
      const inFile = await loadBacktest(loadSource(CONFIG), { models: 'pessimistic' })
      expect((await playBacktest(inFile)).result.hash).toBe(result.hash)
    }))
})
