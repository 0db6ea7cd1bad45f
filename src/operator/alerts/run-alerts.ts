import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { AlertsCopy } from '../schemas-alerts.js'
import type { RunCopy } from '../schemas-run.js'
import type { WatchedCopies } from '../watched-copies.js'
import type { AlertOrigin, Condition } from './alert.js'
import { type AlertDesk, createAlertDesk } from './alert-desk.js'
import { createAlertRules } from './alert-rules.js'
import type { AlertsTask } from './alerts-task.js'
import { startHeartbeat } from './heartbeat.js'

/** The alerts of a run, in the thread of its door. */
export interface RunAlerts {
  readonly copy: AlertsCopy
  /** Retries due messages once, within moments. */
  end(): Promise<void>
}

export interface RunAlertsOptions {
  /** null: the config has no alerts. */
  readonly task: AlertsTask | null
  /** The wallet's state folder. */
  readonly folder: string
  readonly copies: Pick<WatchedCopies, 'watch'>
  readonly notice: (level: 'info' | 'warn', text: string) => void
}

/** The file beside the journal that remembers what these sinks sent. */
export const MEMORY = 'alerts.json'

const COPY_EVERY_MS = 1_000
const DISK_EVERY_MS = 10_000
/** The trading thread makes a copy each second. If none was made for this long, the thread hangs. */
const HANG_MS = 15_000
const LAST_TRY_MS = 800

const NONE: RunAlerts = { copy: { firing: [], sinks: [], heartbeat: null }, end: () => Promise.resolve() }

/** Starts watching a run, if its config has alerts. */
export function startRunAlerts({ task, folder, copies, notice }: RunAlertsOptions): RunAlerts {
  if (task === null) return NONE
  const { when, sinks, heartbeat } = task
  const rules = createAlertRules(when)
  let last: RunCopy | null = null
  let copiedMs = performance.now()
  let diskFreeMb: number | null = null
  const desk = createAlertDesk({
    ...{ sinks, notice, memory: join(folder, MEMORY), origin: () => originOf(last) },
    afterMs: ({ kind }) =>
      (kind === 'feed' ? when.feedLostSeconds : kind === 'difference' ? when.differenceSeconds : 0) * 1_000,
    // A halt that a person ended is over at once, without the usual delay.
    goneMs: ({ kind }) => (kind === 'halt' ? 0 : when.resolveAfterSeconds * 1_000),
  })
  const leave = copies.watch({
    everyMs: COPY_EVERY_MS,
    market: null,
    take: copy => {
      last = copy
      copiedMs = performance.now()
      const atMs = Date.now()
      desk.see(rules({ copy, atMs, diskFreeMb }), atMs)
    },
  })
  const lookAtDisk = async (): Promise<void> => {
    diskFreeMb = await freeMb(folder)
  }
  void lookAtDisk()
  const timers = [
    setInterval(() => void lookAtDisk(), DISK_EVERY_MS),
    setInterval(() => {
      const silentMs = performance.now() - copiedMs
      const others = desk.firing.filter(({ kind }) => kind !== 'hang')
      if (silentMs > HANG_MS) desk.see([...others, hang(silentMs)], Date.now())
    }, COPY_EVERY_MS),
  ]
  const isAlive = (): boolean => last !== null && performance.now() - copiedMs < HANG_MS
  const beats = heartbeat === null ? null : startHeartbeat({ ...heartbeat, isAlive, notice })
  return {
    get copy() {
      return { firing: shown(desk), sinks: desk.sinks, heartbeat: beats?.state ?? null }
    },
    end: async () => {
      leave()
      for (const timer of timers) clearInterval(timer)
      beats?.end()
      // A full disk would end the run before the next look finds it.
      await lookAtDisk()
      if (last !== null) desk.see(rules({ copy: last, atMs: Date.now(), diskFreeMb }), Date.now())
      await desk.end(LAST_TRY_MS)
    },
  }
}

const originOf = (copy: RunCopy | null): AlertOrigin =>
  copy === null
    ? { venue: '', wallet: null, run: null, config: '' }
    : { venue: copy.venue, wallet: copy.wallet, run: copy.run, config: copy.config }

const shown = ({ firing }: AlertDesk): AlertsCopy['firing'] =>
  firing.map(({ id, kind, severity, text, market, sinceMs }) => ({ id, kind, severity, text, market, sinceMs }))

const hang = (silentMs: number): Condition => ({
  ...{ id: 'hang', kind: 'hang', severity: 'critical', market: null },
  text: `the trading thread has not turned for ${Math.round(silentMs / 1_000)} s`,
})

async function freeMb(folder: string): Promise<number | null> {
  try {
    const { bavail, bsize } = await statfs(folder)
    return (bavail * bsize) / 1e6
  } catch {
    return null
  }
}
