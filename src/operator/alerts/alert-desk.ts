import type { Alert, AlertOrigin, Condition } from './alert.js'
import { readAlertMemory, writeAlertMemory } from './alert-memory.js'
import { createAlertSink, type SinkState } from './alert-sink.js'
import { createFiringAlerts, type FiringOptions } from './firing-alerts.js'
import { type PostJson, postJson } from './post-json.js'
import type { SinkOptions } from './sink-options.js'

/** Receives the conditions of a run, and sends alerts to each receiver. */
export interface AlertDesk {
  /** All conditions at this moment. Returns at once. */
  see(conditions: readonly Condition[], atMs: number): void
  readonly firing: readonly Alert[]
  readonly sinks: readonly SinkState[]
  /** Retries due messages once, for at most this long, and saves the rest for the next start. */
  end(withinMs: number): Promise<void>
}

export interface AlertDeskOptions extends Pick<FiringOptions, 'afterMs' | 'goneMs'> {
  readonly sinks: readonly SinkOptions[]
  /** The file that remembers what was sent. */
  readonly memory: string
  readonly origin: () => AlertOrigin
  readonly notice: (level: 'info' | 'warn', text: string) => void
  readonly post?: PostJson
  readonly againFirstMs?: number
}

/** Creates a desk, which continues from what was sent before a restart. */
export function createAlertDesk(options: AlertDeskOptions): AlertDesk {
  const { afterMs, goneMs, memory, origin, notice, post = postJson, againFirstMs } = options
  const { firing: before, known } = readAlertMemory(memory)
  const firing = createFiringAlerts({ afterMs, goneMs, before })
  const sinks = options.sinks.map(sink =>
    createAlertSink({
      ...{ sink, origin, post, notice, before: known[sink.name] ?? [] },
      ...(againFirstMs !== undefined && { againFirstMs }),
    }),
  )
  let written = ''
  const remember = (): void => {
    const now = {
      firing: [...firing.all.values()],
      known: Object.fromEntries(sinks.map(sink => [sink.state.name, [...sink.known]])),
    }
    // The text of a continuing alert may change with each look; only a change of the set of alerts matters.
    const key = JSON.stringify([now.firing.map(idOf), Object.values(now.known).map(alerts => alerts.map(idOf))])
    if (key !== written && writeAlertMemory(memory, now)) written = key
  }
  return {
    see: (conditions, atMs) => {
      firing.see(conditions, atMs)
      for (const sink of sinks) sink.update(firing.all, atMs)
      remember()
    },
    get firing() {
      return [...firing.all.values()]
    },
    get sinks() {
      return sinks.map(({ state }) => state)
    },
    end: async withinMs => {
      let late: NodeJS.Timeout | undefined
      const timeUp = new Promise(resolve => (late = setTimeout(resolve, withinMs)))
      await Promise.race([Promise.all(sinks.map(sink => sink.end())), timeUp])
      clearTimeout(late)
      remember()
    },
  }
}

const idOf = ({ id, severity, endedMs }: Alert): string => `${id} ${severity} ${endedMs}`
