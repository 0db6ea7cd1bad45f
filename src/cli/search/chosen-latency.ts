import { createHash } from 'node:crypto'
import { resolve } from 'node:path'
import { constantLatency, drawnLatency, measuredLatency, type RoundTrip, sampledLatency } from '../../../backtest/latency.js'
import type { Latency } from '../../model/fill-model.js'
import { reasonOf } from '../../model/reason-of.js'
import { Timestamp } from '../../model/time.js'
import type { RecordingCoverage } from '../../recording/columns/recording.js'
import { RecordingError } from '../../recording/columns/recording-error.js'
import { complaint } from '../config/config.js'
import type { BacktestSetup } from './backtest-setup.js'
import { readRoundTrips } from './round-trips.js'

type Named = Pick<BacktestSetup, 'terms' | 'termsPath' | 'source'>

/** Round trips of the run that a config's latency names; empty if it names none. Rejects with an `ExitError` of code 2 if they cannot be read. */
export async function readTrips({
  terms: { latency },
  termsPath,
  source,
  folder,
}: Named & Pick<BacktestSetup, 'folder'>): Promise<readonly RoundTrip[]> {
  if (!('journal' in latency)) return []
  try {
    const trips = await readRoundTrips(resolve(folder, latency.journal))
    if (trips.length === 0)
      throw new RecordingError('the run’s log has no call that was answered, so there is no latency to use')
    return trips
  } catch (error) {
    throw complaint(
      source,
      [...termsPath, 'latency', 'journal'],
      `expected the folder of a run that traded: ${reasonOf(error)}`,
    )
  }
}

/** The latency of a backtest. Throws an `ExitError` of code 2 if it is invalid, or was measured at another time than that of the recording. */
export function latencyOf(
  { terms: { latency }, termsPath, source, trips }: Named & Pick<BacktestSetup, 'trips'>,
  covered: RecordingCoverage,
): Latency {
  if ('journal' in latency && latency.seed === undefined) expectSameTime({ termsPath, source, trips }, covered)
  try {
    if ('journal' in latency)
      return latency.seed === undefined
        ? measuredLatency(trips, latency.feedMs)
        : sampledLatency(trips, latency.feedMs, latency.seed)
    return 'seed' in latency ? drawnLatency(latency) : constantLatency(latency)
  } catch (error) {
    throw complaint(source, [...termsPath, 'latency'], reasonOf(error))
  }
}

/** Latency in words. */
export function latencyWords({ terms: { latency }, trips }: Pick<BacktestSetup, 'terms' | 'trips'>): string {
  if ('journal' in latency) {
    const how = latency.seed === undefined ? 'at their moments' : `drawn with seed ${latency.seed}`
    return `feed ${latency.feedMs} ms, orders and answers half each of ${trips.length} measured round trips, ${how}`
  }
  const { feedMs, entryMs, answerMs } = latency
  if (!('seed' in latency)) return `feed ${String(feedMs)} ms, orders ${String(entryMs)} ms, answers ${String(answerMs)} ms`
  return `drawn with seed ${latency.seed} from quantiles in ms: feed ${String(feedMs)}; orders ${String(entryMs)}; answers ${String(answerMs)}`
}

/** The part of the latency that decides a result: its numbers, whichever file they came from. */
export function latencyPrint({ terms: { latency }, trips }: Pick<BacktestSetup, 'terms' | 'trips'>): object {
  if (!('journal' in latency)) return latency
  const { feedMs, seed } = latency
  const measured = createHash('sha256').update(JSON.stringify(trips)).digest('hex')
  return { feedMs, seed: seed ?? null, measured }
}

/** Nothing was measured before the first round trip and after the last one. */
function expectSameTime(
  { termsPath, source, trips }: Omit<Named, 'terms'> & Pick<BacktestSetup, 'trips'>,
  { from, to }: RecordingCoverage,
): void {
  const [first, last] = [trips[0]?.at, trips.at(-1)?.at]
  if (first === undefined || last === undefined || from === null || to === null || (first <= to && last >= from)) return
  const span = (a: Timestamp, b: Timestamp): string => `${Timestamp.iso(a)} to ${Timestamp.iso(b)}`
  const what = `its round trips are of ${span(first, last)}, the recording is of ${span(from, to)}: name a seed beside it to draw from all of them`
  throw complaint(source, [...termsPath, 'latency', 'journal'], what)
}
