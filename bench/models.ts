import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadSource } from '../src/cli/config/config.js'
import { loadBacktest } from '../src/cli/search/load-backtest.js'
import { replayOnThreads } from '../src/cli/search/model-threads.js'
import { placesOf } from '../src/cli/search/place-markets.js'
import { usualThreads } from '../src/cli/search/play-backtest.js'
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
const MODELS = 3

/**
 * A recording from disk under three fill models and under one, round by round: on as many threads as `backtest` takes, and each model on a thread of
 * its own. In wall time, which is what a person waits; if other processes use the cores, wall time measures them too, and CPU time says what two
 * free cores would give.
 */
export const bench: Bench = {
  name: 'models',
  run: async ({ isQuick, note }) => {
    const home = mkdtempSync(join(tmpdir(), 'oddsmith-models-'))
    try {
      const file = await writeBacktestConfig(home)
      const [one, three] = await Promise.all([prepare(file, 'pessimistic'), prepare(file, 'all')])
      const usual = Math.min(MODELS, usualThreads(one))
      const counts = usual === MODELS ? [MODELS] : [usual, MODELS]
      const alone: ThreadReading[] = []
      const together = counts.map((threads): Together => ({ threads, readings: [] }))
      for (let round = 0; round < (isQuick ? 1 : 5); round++) {
        alone.push(await readThreads(() => one.replay(1)))
        for (const { threads, readings } of together) readings.push(await readThreads(() => three.replay(threads)))
        note(`round ${round + 1}`)
      }
      return rowsOf(one.events, bestOf(alone), together)
    } finally {
      rmSync(home, { recursive: true })
    }
  },
}

/** What three models took on this number of threads. */
interface Together {
  readonly threads: number
  readonly readings: ThreadReading[]
}

async function prepare(
  file: string,
  models: string,
): Promise<{ readonly events: number; readonly replay: (threads: number) => Promise<unknown> }> {
  const setup = await loadBacktest(loadSource(file), { models })
  const recording = await loadRecording(setup.recording)
  const shared = { setup, recording, places: placesOf(setup, recording), fingerprint: 'bench', onProgress: () => undefined }
  return { events: recording.coverage.events, replay: threads => replayOnThreads({ ...shared, threads }) }
}

/** The budget is for the number of threads that `backtest` takes. */
function rowsOf(events: number, one: ThreadReading, together: readonly Together[]): readonly Row[] {
  const plain = { unit: 'events/s', against: null, ratio: null, budget: null, holds: null }
  const alone = { ...plain, what: 'one fill model, from disk', value: events / one.seconds }
  const rows = together.map(({ threads, readings }, place): Row => {
    const three = bestOf(readings)
    const ratio = isAlone(one) ? three.seconds / one.seconds : three.busySeconds / Math.min(CORES, threads) / one.busySeconds
    const row = {
      what: `three fill models on ${threads === 1 ? 'one thread' : `${threads} threads`}, ${howRead(one)}`,
      value: events / three.seconds,
      unit: 'events/s',
      ratio,
      against: 'one',
    }
    if (place > 0) return { ...row, budget: null, holds: null }
    return { ...row, budget: `<= ${BUDGET}x`, holds: hasCores(CORES) ? ratio <= BUDGET : null }
  })
  return [alone, ...rows]
}
