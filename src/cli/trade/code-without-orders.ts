import type { DaemonNews } from '../../keeper/daemon-news.js'
import { ExitCode, exitCodeOf } from '../config/exit.js'
import type { DaemonEnd } from './daemon-process.js'
import type { KeeperLog } from './keeper-log.js'
import type { KeeperSignals } from './keeper-signals.js'

/** The daemon handles these once it has started. One that ends it was a request to stop, before it could send an order. */
const REQUESTS: ReadonlySet<string | null> = new Set(['SIGINT', 'SIGTERM', 'SIGHUP'])

export interface RunWithoutOrders {
  readonly log: Pick<KeeperLog, 'say'>
  readonly heard: Pick<DaemonNews, 'stopped'>
  readonly signals: Pick<KeeperSignals, 'last'>
}

/** The exit code of a run whose daemon has ended and left no orders. The log says so if it was stopped at its start. */
export function codeWithoutOrders({ code, signal }: DaemonEnd, { log, heard, signals }: RunWithoutOrders): ExitCode {
  // A daemon that traded has reported its end; one that ends well without a report was asked to stop before.
  const isAsked = REQUESTS.has(signal) || (code === ExitCode.DONE && heard.stopped === null)
  // One that ended by itself has said why; one that was killed, such as by a system without memory, could not.
  if (!isAsked && signal !== null && heard.stopped === null)
    log.say('error', `the daemon ended by ${signal} before it could send an order`)
  if (!isAsked) return exitCodeOf(code)
  log.say('info', `stopped at its start by ${signal ?? (signals.last || 'a request')}: no order was sent`)
  return ExitCode.DONE
}
