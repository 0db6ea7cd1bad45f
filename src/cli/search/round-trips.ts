import type { RoundTrip } from '../../../backtest/latency.js'
import { type InputLog, openInputLog } from '../../recording/log/input-log.js'
import type { LogRecord } from '../../recording/log/log-record.js'
import { inputLogOf } from '../../recording/open-by-content.js'

/**
 * Duration of a run's calls, from the turn that decided them to the venue's answer, in the order of time. Rejects with a `RecordingError` if there is
 * no such run.
 */
export async function readRoundTrips(run: string): Promise<readonly RoundTrip[]> {
  const trips: RoundTrip[] = []
  for await (const trip of tripsOf(await openInputLog(inputLogOf(run)))) trips.push(trip)
  return trips.toSorted((a, b) => a.at - b.at)
}

async function* tripsOf(log: InputLog): AsyncGenerator<RoundTrip> {
  /** When each unanswered call was decided, by its kind and the order's id. */
  const asked = new Map<string, RoundTrip['at']>()
  for await (const records of log.records())
    for (const record of records) {
      if (record.kind === 'mark')
        for (const command of record.commands)
          asked.set(command.kind === 'submit' ? `submit ${command.id}` : `cancel ${command.order}`, record.now)
      const call = callOf(record)
      const at = call === null ? undefined : asked.get(call)
      if (record.kind !== 'report' || call === null || at === undefined) continue
      asked.delete(call)
      yield { at, us: record.report.receivedAt - at }
    }
}

/** The call that a report answers. Reports of the wallet's stream have a venue time and are not answers. */
function callOf(record: LogRecord): string | null {
  if (record.kind !== 'report' || record.report.at !== record.report.receivedAt) return null
  const { report } = record
  if (report.kind === 'accepted' || report.kind === 'rejected') return `submit ${report.order}`
  return report.kind === 'removal' ? `cancel ${report.order}` : null
}
