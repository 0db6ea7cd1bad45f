import { ExitCode, exitCodeOf } from '../config/exit.js'
import type { DaemonEnd } from './daemon-process.js'
import type { KeeperLog } from './keeper-log.js'

/** The daemon handles these once it has started. One that ends it was a request to stop, before it could send an order. */
const REQUESTS: ReadonlySet<string | null> = new Set(['SIGINT', 'SIGTERM', 'SIGHUP'])

/** The exit code of a run whose daemon has ended and left no orders. The log says so if it was stopped at its start. */
export function codeWithoutOrders({ code, signal }: DaemonEnd, log: KeeperLog): ExitCode {
  if (!REQUESTS.has(signal)) return exitCodeOf(code)
  log.say('info', `stopped at its start by ${signal}: no order was sent`)
  return ExitCode.DONE
}
