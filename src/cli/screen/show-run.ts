import { relative } from 'node:path'
import type { Clock } from '../../model/time.js'
import type { Session } from '../../runtime/session.js'
import type { RunLog } from './log.js'
import { screenStream, startScreen } from './screen.js'
import { type StatusFields, startStatus } from './status-line.js'

/** What the terminal shows of a run. */
export interface RunOnScreen {
  readonly id: string
  readonly mode: 'paper' | 'live'
  readonly session: Session
  readonly clock: Clock
  readonly runLog: RunLog
  readonly logFile: string
  readonly isJson: boolean
  /** Called with the content of each status line. */
  readonly onStatus: (fields: StatusFields) => void
}

/** Shows a run until its end: a table on a terminal, otherwise a line every few seconds. Returns a function that ends it. */
export function showRun({ id, mode, session, clock, runLog, logFile, isJson, onStatus }: RunOnScreen): () => void {
  const stopStatus = startStatus({
    session,
    clock,
    say: (fields, text) => {
      onStatus(fields)
      runLog.log.info({ isStatus: true, ...fields }, text)
    },
  })
  const stream = screenStream(isJson)
  if (stream === null) return stopStatus
  // Two writers on one terminal would mix their output.
  const isShared = stream === process.stderr
  if (isShared) runLog.hush(true)
  const screen = startScreen(stream, { run: id, mode, session, clock, notes: runLog.notes, log: relative('.', logFile) })
  return () => {
    stopStatus()
    screen.stop()
    if (isShared) runLog.hush(false)
  }
}
