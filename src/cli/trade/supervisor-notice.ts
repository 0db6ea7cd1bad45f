import { spawn } from 'node:child_process'

/** Messages to a supervisor such as systemd about a run. Each is sent once, except `well`, which is repeated. */
export interface SupervisorNotice {
  /** Orders may be placed from now on. */
  ready(status: string): void
  /** The keeper works, and its daemon is not hung. Costs nothing if it was sent a moment ago. */
  well(): void
  stopping(): void
}

export interface SupervisorNoticeOptions {
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Called once if messages cannot be sent. */
  readonly onProblem: (text: string) => void
}

/** Messages per watchdog period: with three, two may be late. */
const TOLD_IN_TIME = 3

/**
 * Notifies systemd by its program `systemd-notify`, which takes a few milliseconds, so that no native code is loaded here. The unit needs
 * `NotifyAccess=all`. Without `NOTIFY_SOCKET` nothing is sent. Without `WATCHDOG_USEC` (or if `WATCHDOG_PID` is another process) `well` is not sent.
 */
export function createSupervisorNotice({ environment, onProblem }: SupervisorNoticeOptions): SupervisorNotice {
  const isSupervised = (environment['NOTIFY_SOCKET'] ?? '') !== ''
  const everyMs = isSupervised ? watchdogEveryMs(environment) : null
  let isBroken = false
  let wellAt = Number.NEGATIVE_INFINITY
  const told = new Set<string>()
  const tell = (...words: readonly string[]): void => {
    if (!isSupervised) return
    const child = spawn('systemd-notify', words, { stdio: 'ignore' })
    child.unref()
    child.on('error', error => {
      if (!isBroken)
        onProblem(`NOTIFY_SOCKET is set and systemd-notify does not start (${error.message}): install it, or use Type=exec`)
      isBroken = true
    })
  }
  const once = (...words: readonly string[]): void => {
    const [word = ''] = words
    if (!told.has(word)) tell(...words)
    told.add(word)
  }
  return {
    ready: status => once('--ready', `--status=${status}`),
    well: () => {
      const now = performance.now()
      if (everyMs === null || now - wellAt < everyMs) return
      wellAt = now
      tell('WATCHDOG=1')
    },
    stopping: () => once('STOPPING=1', '--status=stopping: every order is removed'),
  }
}

/** null: no watchdog expects messages of this process. */
function watchdogEveryMs({ WATCHDOG_USEC: time, WATCHDOG_PID: pid }: SupervisorNoticeOptions['environment']): number | null {
  const isForUs = pid === undefined || pid === '' || Number(pid) === process.pid
  const us = Number(time)
  return isForUs && us > 0 ? us / 1_000 / TOLD_IN_TIME : null
}
