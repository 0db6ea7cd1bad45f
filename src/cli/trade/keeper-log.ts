import type { DaemonNews } from '../../keeper/daemon-news.js'
import { reasonOf } from '../../model/reason-of.js'
import type { RunLog } from '../screen/log.js'
import type { LogParts } from '../screen/log-file.js'
import type { DaemonProcess } from './daemon-process.js'

type Level = 'info' | 'warn' | 'error'
type Fields = Readonly<Record<string, unknown>>

/** The keeper's lines in the log of its run. */
export interface KeeperLog {
  info(fields: Fields, text: string): void
  warn(text: string): void
  say(level: Level, text: string, fields?: Fields): void
  /** The daemon is gone or does not read: from now on this process writes the run's log itself. Never throws. */
  takeOver(): void
}

interface KeeperLogOptions {
  readonly daemon: Pick<DaemonProcess, 'say'>
  readonly heard: DaemonNews
  readonly parts: LogParts
}

/** While the daemon lives, it writes the lines of both: it knows the file, and whether a screen is on the terminal. */
export function createKeeperLog(runLog: RunLog, { daemon, heard, parts }: KeeperLogOptions): KeeperLog {
  let isAlone = false
  const say: KeeperLog['say'] = (level, text, fields = {}) => {
    if (isAlone || heard.vigil === null) runLog.log[level](fields, text)
    else daemon.say({ kind: 'log', level, text, fields })
  }
  /** A file that cannot be opened, on a disk that is gone or read-only, must not keep the keeper from removing orders. */
  const keepIn = (file: string): void => {
    try {
      runLog.keepIn(file, parts)
    } catch (error) {
      runLog.log.warn(
        `the log of the run cannot be continued in its file, so the next lines are on stderr only: ${reasonOf(error)}`,
      )
    }
  }
  return {
    info: (fields, text) => say('info', text, fields),
    warn: text => say('warn', text),
    say,
    takeOver: () => {
      if (isAlone) return
      isAlone = true
      if (heard.hello !== null) keepIn(heard.hello.logFile)
    },
  }
}
