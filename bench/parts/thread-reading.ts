import { writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { onCoreNs } from '../rounds.js'
import { recordingFolder } from './recorded-tape.js'

/** One round of something that uses several threads. */
export interface ThreadReading {
  readonly seconds: number
  /** CPU time of all threads together. */
  readonly busySeconds: number
}

/** Wall time and CPU time of a function. */
export async function readThreads(work: () => Promise<unknown>): Promise<ThreadReading> {
  const [startedAt, busyAt] = [performance.now(), onCoreNs()]
  await work()
  return { seconds: (performance.now() - startedAt) / 1e3, busySeconds: (onCoreNs() - busyAt) / 1e9 }
}

export const bestOf = (readings: readonly ThreadReading[]): ThreadReading => ({
  seconds: Math.min(...readings.map(({ seconds }) => seconds)),
  busySeconds: Math.min(...readings.map(({ busySeconds }) => busySeconds)),
})

/** Whether single-threaded rounds had a core to themselves: only then does wall time show what more threads gain. */
export const isAlone = ({ seconds, busySeconds }: ThreadReading): boolean => busySeconds / seconds > 0.95

export const howRead = (one: ThreadReading): string =>
  isAlone(one) ? 'by the clock' : 'by processor time: the machine is busy'

/** One core cannot show what two would do. */
export const hasCores = (cores: number): boolean => availableParallelism() >= cores

/** Writes a backtest config of the example strategy over the measured recording, and returns its path. */
export async function writeBacktestConfig(home: string): Promise<string> {
  const file = join(home, 'backtest.yaml')
  const path = await recordingFolder(process.env['ODDSMITH_RECORDINGS'], join(home, 'recording'))
  const limits =
    'limits: { positionMaxShares: 200, worstCaseLossMaxUsdt: 500, openNotionalMaxUsdt: 1000, priceCollarTicks: 15 }'
  writeFileSync(file, [`recording: ${JSON.stringify(path)}`, 'strategy: two-sided', limits].join('\n'))
  return file
}
