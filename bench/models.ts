import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadSource } from '../src/cli/config/config.js'
import { loadBacktest } from '../src/cli/search/load-backtest.js'
import { replayOnThreads } from '../src/cli/search/model-threads.js'
import { placesOf } from '../src/cli/search/place-markets.js'
import { loadRecording } from '../src/recording/load-recording.js'
import type { Bench, Row } from './bench.js'
import {
  bestOf,
  hasCores,
  howRead,
  isAlone,
  readThreads,
  type ThreadReading,
  writeBacktestConfig,
} from './parts/thread-reading.js'

const CORES = 2
const BUDGET = 1.7

/**
 * A recording from disk under three fill models, each on a thread of its own, and under one, round by round. In wall time, which is what a person
 * waits; if other processes use the cores, wall time measures them too, and CPU time says what two free cores would give.
 */
export const bench: Bench = {
  name: 'models',
  run: async ({ isQuick, note }) => {
    const home = mkdtempSync(join(tmpdir(), 'oddsmith-models-'))
    try {
      const file = await writeBacktestConfig(home)
      const [one, three] = await Promise.all([prepare(file, 'pessimistic'), prepare(file, 'all')])
      const readings = { one: [] as ThreadReading[], three: [] as ThreadReading[] }
      for (let round = 0; round < (isQuick ? 1 : 5); round++) {
        readings.one.push(await readThreads(one.replay))
        readings.three.push(await readThreads(three.replay))
        note(`round ${round + 1}`)
      }
      return rowsOf(one.events, bestOf(readings.one), bestOf(readings.three))
    } finally {
      rmSync(home, { recursive: true })
    }
  },
}

async function prepare(
  file: string,
  models: string,
): Promise<{ readonly events: number; readonly replay: () => Promise<unknown> }> {
  const setup = await loadBacktest(loadSource(file), { models })
  const recording = await loadRecording(setup.recording)
  const shared = { setup, recording, places: placesOf(setup, recording), fingerprint: 'bench', onProgress: () => undefined }
  return {
    events: recording.coverage.events,
    replay: () => replayOnThreads({ ...shared, threads: setup.models.length }),
  }
}

function rowsOf(events: number, one: ThreadReading, three: ThreadReading): readonly Row[] {
  const ratio = isAlone(one) ? three.seconds / one.seconds : three.busySeconds / CORES / one.busySeconds
  const plain = { unit: 'events/s', against: null, ratio: null, budget: null, holds: null }
  return [
    { ...plain, what: 'one fill model, from disk', value: events / one.seconds },
    {
      ...plain,
      what: `three fill models on three threads, ${howRead(one)}`,
      value: events / three.seconds,
      ratio,
      against: 'one',
      budget: `<= ${BUDGET}x`,
      holds: hasCores(CORES) ? ratio <= BUDGET : null,
    },
  ]
}
