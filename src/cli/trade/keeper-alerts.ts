import { createHash } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import type { Condition, Severity } from '../../operator/alerts/alert.js'
import { type AlertDesk, createAlertDesk } from '../../operator/alerts/alert-desk.js'
import type { AlertsTask } from '../../operator/alerts/alerts-task.js'
import { ExitCode } from '../config/exit.js'
import { accountIn } from '../wallet/wallet-name.js'
import { createStartTimes } from './start-times.js'

/** Alerts of the process that watches the daemon. They are sent even when the daemon is gone. */
export interface KeeperAlerts {
  /** The wallet, by the name of its folder. */
  wallet(folder: string): void
  run(logFile: string): void
  /** The daemon may place orders: problems of the previous one are over. */
  opened(): void
  /** The daemon died, was killed, or ended with orders left. */
  died(text: string): void
  /** The keeper removes orders of a daemon that runs and cannot trade. */
  beside(text: string): void
  besideIsOver(): void
  /** The daemon's door, which sends alerts of the run, hangs, as the text says; null: it works again. */
  door(text: string | null): void
  /** The result of a removal. */
  removed(text: string, isClean: boolean): void
  /** The run has ended with this code. Resolves when due alerts were sent, or after five seconds. */
  end(code: ExitCode, why: string): Promise<void>
}

export interface KeeperAlertsOptions {
  /** null: the config has no alerts. */
  readonly task: AlertsTask | null
  /** The folder that contains `state/`. */
  readonly home: string
  readonly config: string
  readonly venue: string
  readonly notice: (level: 'info' | 'warn', text: string) => void
}

const END_MS = 5_000

const NONE: KeeperAlerts = {
  wallet: () => undefined,
  run: () => undefined,
  opened: () => undefined,
  died: () => undefined,
  beside: () => undefined,
  besideIsOver: () => undefined,
  door: () => undefined,
  removed: () => undefined,
  end: () => Promise.resolve(),
}

/** Watches the starts of a config, and sends alerts for what its keeper sees. */
export function openKeeperAlerts({ task, home, config, venue, notice }: KeeperAlertsOptions): KeeperAlerts {
  if (task === null || task.sinks.length === 0) return NONE
  // By config: a run that fails before it knows its wallet counts as a start, too.
  const print = createHash('sha256').update(resolve(config)).digest('hex').slice(0, 12)
  const folder = join(home, 'state')
  mkdirSync(folder, { recursive: true })
  const origin = { venue, config, wallet: null as string | null, run: null as string | null }
  const desk = createAlertDesk({
    ...{ sinks: task.sinks, notice, memory: join(folder, `.alerts-${print}.json`), origin: () => origin },
    afterMs: () => 0,
    goneMs: () => 0,
  })
  const board = createBoard(desk)
  const starts = createStartTimes(join(folder, `.starts-${print}.json`))
  const calm = watchStarts(starts, board, task.when)
  return {
    wallet: name => {
      origin.wallet = accountIn(basename(name))
    },
    run: logFile => {
      origin.run = basename(join(logFile, '..'))
    },
    opened: () => board.clear('daemon', 'keeper', 'door'),
    died: text => board.raise('daemon', 'critical', text),
    beside: text => board.raise('keeper', 'critical', text),
    besideIsOver: () => board.clear('keeper'),
    door: text => (text === null ? board.clear('door') : board.raise('door', 'warning', text)),
    removed: (text, isClean) => board.raise('keeper', isClean ? 'warning' : 'critical', text),
    end: async (code, why) => {
      clearTimeout(calm)
      board.clear('door')
      if (code === ExitCode.DONE) starts.forget()
      else if (!board.has('daemon')) board.raise('daemon', 'critical', `the run ended with code ${code}: ${why}`)
      await desk.end(END_MS)
    },
  }
}

/** Conditions that the keeper sees, until it says that they are over. */
interface Board {
  raise(kind: Condition['kind'], severity: Severity, text: string): void
  clear(...kinds: readonly Condition['kind'][]): void
  has(kind: Condition['kind']): boolean
}

function createBoard(desk: AlertDesk): Board {
  const conditions = new Map<string, Condition>(desk.firing.map(alert => [alert.id, alert]))
  const show = (): void => desk.see([...conditions.values()], Date.now())
  return {
    raise: (kind, severity, text) => {
      conditions.set(kind, { id: kind, kind, severity, text, market: null })
      show()
    },
    clear: (...kinds) => {
      for (const kind of kinds) conditions.delete(kind)
      show()
    },
    has: kind => conditions.has(kind),
  }
}

/** Sends an alert if starts follow each other quickly, and ends it once a run has lasted. */
function watchStarts(
  starts: ReturnType<typeof createStartTimes>,
  board: Board,
  { restarts, restartMinutes }: AlertsTask['when'],
): NodeJS.Timeout {
  const withinMs = restartMinutes * 60_000
  const count = starts.note(Date.now(), withinMs)
  if (count >= restarts)
    board.raise(
      'restart-loop',
      'critical',
      `this config was started ${count} times within ${restartMinutes} minutes, and no run ended well`,
    )
  const calm = setTimeout(() => {
    starts.forget()
    board.clear('restart-loop')
  }, withinMs)
  return calm.unref()
}
