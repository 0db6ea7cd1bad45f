import { type PostAnswer, ping } from './post-json.js'

/** Tells an outside watcher regularly that the run is alive; the watcher sends an alert if no heartbeat comes. */
export interface Heartbeat {
  readonly state: HeartbeatState
  end(): void
}

export interface HeartbeatState {
  readonly sent: number
  readonly failures: number
  /** The last error; null: the last heartbeat was accepted, or there was none. */
  readonly lastFailure: string | null
}

export interface HeartbeatOptions {
  /** A secret. */
  readonly url: string
  readonly everyMs: number
  /** Whether the run is alive; while it is not, nothing is sent. */
  readonly isAlive: () => boolean
  readonly notice: (level: 'info' | 'warn', text: string) => void
  readonly send?: (url: string) => Promise<PostAnswer>
}

/** Starts it; the first heartbeat is sent as soon as the run is alive. */
export function startHeartbeat({ url, everyMs, isAlive, notice, send = ping }: HeartbeatOptions): Heartbeat {
  let sent = 0
  let failures = 0
  let lastFailure: string | null = null
  let isSending = false
  let dueMs = 0
  const beat = async (): Promise<void> => {
    isSending = true
    const answer = await send(url)
    isSending = false
    const failedBefore = lastFailure !== null
    lastFailure = answer.is === 'taken' ? null : answer.why
    if (lastFailure === null) sent++
    else failures++
    if (lastFailure !== null && !failedBefore) notice('warn', `a heartbeat did not reach heartbeatUrl: ${lastFailure}`)
    if (lastFailure === null && failedBefore) notice('info', 'heartbeats reach heartbeatUrl again')
  }
  const look = (): void => {
    const nowMs = performance.now()
    if (isSending || nowMs < dueMs || !isAlive()) return
    dueMs = nowMs + everyMs
    void beat()
  }
  const timer = setInterval(look, Math.min(everyMs, LOOK_MS))
  timer.unref()
  return {
    get state() {
      return { sent, failures, lastFailure }
    },
    end: () => clearInterval(timer),
  }
}

const LOOK_MS = 1_000
