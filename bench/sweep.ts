import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadSource } from '../src/cli/config/config.js'
import { codeHash } from '../src/cli/search/code-hash.js'
import { loadSearch } from '../src/cli/search/load-search.js'
import { shareRecording } from '../src/cli/search/market-terms.js'
import { createTrialPool, type TrialPool } from '../src/cli/search/trial-pool.js'
import { trialTask } from '../src/cli/search/trial-task.js'
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

const THREADS = 2

/**
 * A parameter search over one shared recording, on two threads and on one, round by round. In wall time, which is what a person waits; if other
 * processes use the cores, wall time measures them too, and the CPU time of a trial says what two free cores would give.
 */
export const bench: Bench = {
  name: 'sweep',
  run: async ({ isQuick, note }) => {
    const home = mkdtempSync(join(tmpdir(), 'oddsmith-sweep-'))
    const pools = [1, THREADS].map(threads => createTrialPool(threads, { stanzas: [] }))
    try {
      return await measure({ pools, home, note, rounds: isQuick ? 2 : 6 })
    } finally {
      await Promise.all(pools.map(pool => pool.close()))
      rmSync(home, { recursive: true })
    }
  },
}

interface Stage {
  readonly pools: readonly TrialPool[]
  readonly home: string
  readonly rounds: number
  readonly note: (text: string) => void
}

/** Trials of a round: enough that a thread's last trial is a small part of it, and few enough to wait for. */
const EVENTS_A_ROUND = 8_000_000
const [TRIALS_MIN, TRIALS_MAX] = [4, 64]

async function measure({ pools, home, rounds, note }: Stage): Promise<readonly Row[]> {
  const tasks = await tasksIn(home)
  const events = tasks[0]?.recording.coverage.events ?? 0
  note(`${tasks.length} trials over ${events} events; ${availableParallelism()} cores`)
  const readings = pools.map((): ThreadReading[] => [])
  // The first rounds warm up each thread's compiler.
  for (let round = -2; round < rounds; round++)
    for (const [at, pool] of pools.entries()) {
      const reading = await readThreads(() => pool.run(tasks, () => undefined))
      if (round >= 0) readings[at]?.push(reading)
    }
  const [one, two] = readings.map(bestOf)
  if (one === undefined || two === undefined) throw new Error('expected two pools')
  const ratio = isAlone(one) ? one.seconds / two.seconds : (THREADS * one.busySeconds) / two.busySeconds
  const plain = { unit: 'events/s', against: null, ratio: null, budget: null, holds: null }
  const perSecond = ({ seconds }: ThreadReading): number => (tasks.length * events) / seconds
  const holds = hasCores(THREADS) ? ratio >= 1.8 : null
  return [
    { ...plain, what: 'a sweep on one thread', value: perSecond(one) },
    {
      ...plain,
      what: `a sweep on two threads, ${howRead(one)}`,
      value: perSecond(two),
      ratio,
      against: 'one thread',
      budget: '>= 1.8x',
      holds,
    },
  ]
}

type Tasks = Parameters<TrialPool['run']>[0]

async function tasksIn(home: string): Promise<Tasks> {
  const file = await writeBacktestConfig(home)
  const setup = await loadSearch(loadSource(file), { models: 'pessimistic' })
  const recording = await shareRecording(await loadRecording(setup.recording), market => market)
  const source = { setup, code: codeHash(setup.config.strategy, setup.folder) }
  const trials = Math.ceil(EVENTS_A_ROUND / Math.max(1, recording.coverage.events) / THREADS) * THREADS
  return Array.from({ length: Math.min(TRIALS_MAX, Math.max(TRIALS_MIN, trials)) }, (_, at) =>
    trialTask(source, {
      recording,
      quoted: null,
      parameters: { halfSpreadTicks: 1 + (at % 4), leanTicks: 1 + Math.floor(at / 4) },
    }),
  )
}
