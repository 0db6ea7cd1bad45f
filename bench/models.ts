import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { replayOnThreads } from '../src/cli/model-threads.js'
import { setUpBacktest } from '../src/cli/set-up-backtest.js'
import { loadRecording } from '../src/recording/load-recording.js'
import type { Bench, Row } from './bench.js'
import { recordingFolder } from './parts/recorded-tape.js'
import { onCoreNs } from './rounds.js'

const CORES = 2
const BUDGET = 1.7

/**
 * A recording from disk under three fill models, each on a thread of its own, and under one, round by round. By the clock, which is what a person
 * waits; where others use the cores too the clock measures them, and the processor time says what two cores of one's own would give.
 */
export const bench: Bench = {
  name: 'models',
  run: async ({ isQuick, note }) => {
    const home = mkdtempSync(join(tmpdir(), 'oddsmith-models-'))
    try {
      const file = join(home, 'models.yaml')
      const path = await recordingFolder(process.env['ODDSMITH_RECORDINGS'], join(home, 'recording'))
      const limits =
        'limits: { positionMaxShares: 200, worstCaseLossMaxUsdt: 500, openNotionalMaxUsdt: 1000, priceCollarTicks: 15 }'
      writeFileSync(file, [`recording: ${JSON.stringify(path)}`, 'strategy: two-sided', limits].join('\n'))
      const readings = { one: [] as Reading[], three: [] as Reading[] }
      for (let round = 0; round < (isQuick ? 1 : 5); round++) {
        readings.one.push(await timed(file, 'pessimistic'))
        readings.three.push(await timed(file, 'all'))
        note(`round ${round + 1}`)
      }
      return rowsOf(bestOf(readings.one), bestOf(readings.three))
    } finally {
      rmSync(home, { recursive: true })
    }
  },
}

interface Reading {
  readonly seconds: number
  /** On a core, all threads together. */
  readonly busySeconds: number
  readonly events: number
}

async function timed(file: string, models: string): Promise<Reading> {
  const setup = await setUpBacktest(file, { models })
  const recording = await loadRecording(setup.recording)
  const [startedAt, busyAt] = [performance.now(), onCoreNs()]
  const shared = { file, recordingPath: undefined, setup, recording, onProgress: () => undefined }
  const { result } = await replayOnThreads({ ...shared, threads: setup.models.length })
  const seconds = (performance.now() - startedAt) / 1e3
  return { seconds, busySeconds: (onCoreNs() - busyAt) / 1e9, events: result.events }
}

const bestOf = (readings: readonly Reading[]): Reading => ({
  seconds: Math.min(...readings.map(({ seconds }) => seconds)),
  busySeconds: Math.min(...readings.map(({ busySeconds }) => busySeconds)),
  events: readings[0]?.events ?? 0,
})

function rowsOf(one: Reading, three: Reading): readonly Row[] {
  const isAlone = one.busySeconds / one.seconds > 0.95
  const ratio = isAlone ? three.seconds / one.seconds : three.busySeconds / CORES / one.busySeconds
  const plain = { unit: 'events/s', against: null, ratio: null, budget: null, holds: null }
  const how = isAlone ? 'by the clock' : 'by processor time: the machine is busy'
  return [
    { ...plain, what: 'one fill model, from disk', value: one.events / one.seconds },
    {
      ...plain,
      what: `three fill models on three threads, ${how}`,
      value: three.events / three.seconds,
      ratio,
      against: 'one',
      budget: `<= ${BUDGET}x`,
      // One core cannot show what two would do.
      holds: availableParallelism() < CORES ? null : ratio <= BUDGET,
    },
  ]
}
