import type { RunNotice } from '../../runtime/run-notice.js'
import type { Logger } from './log.js'

/** Writes the notices of a run into a log. */
export const logNotice =
  (log: Logger): RunNotice =>
  (level, text, fields) =>
    log[level](fields ?? {}, text)
