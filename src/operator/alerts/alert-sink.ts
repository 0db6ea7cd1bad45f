import type { Alert, AlertOrigin } from './alert.js'
import { alertBody } from './alert-body.js'
import { createDueAlerts } from './due-alerts.js'
import type { PostAnswer, PostJson } from './post-json.js'
import { createQuietClock } from './quiet-hours.js'
import type { SinkOptions } from './sink-options.js'

/** One receiver of alerts. Nothing waits for it: a message that it does not accept is retried later, and counted. */
export interface AlertSink {
  /** Compares the active alerts with what was sent, and starts sending what is due. */
  update(firing: ReadonlyMap<string, Alert>, atMs: number): void
  readonly state: SinkState
  /** The alerts that it believes are active, for the next start. */
  readonly known: readonly Alert[]
  /** Resolves when nothing is due, or when the last attempt has failed. Nothing is sent afterwards. */
  end(): Promise<void>
}

/** The state of a receiver. */
export interface SinkState {
  readonly name: string
  /** Number of requests that it accepted. */
  readonly sent: number
  /** Number of requests that it did not accept; each is retried. */
  readonly failures: number
  /** Number of alerts that were dropped because too many waited. */
  readonly dropped: number
  /** Number of alerts still to be sent. */
  readonly waiting: number
  /** The last error; null: the last request was accepted, or there was none. */
  readonly lastFailure: string | null
}

export interface AlertSinkOptions {
  readonly sink: SinkOptions
  readonly origin: () => AlertOrigin
  readonly post: PostJson
  readonly before: readonly Alert[]
  /** Called when it stops accepting alerts, and when it accepts them again. */
  readonly notice: (level: 'info' | 'warn', text: string) => void
  /** Delay after the first failure, in ms; it doubles with each further one. */
  readonly againFirstMs?: number
}

const AGAIN_FIRST_MS = 1_000
const AGAIN_MAX_MS = 300_000
/** Most alerts in one message. */
const TOLD_TOGETHER_MAX = 20

/** Creates a sink. */
export function createAlertSink(options: AlertSinkOptions): AlertSink {
  const { sink, origin, post, before, notice, againFirstMs = AGAIN_FIRST_MS } = options
  const { name, url, template, chatId, severityMin } = sink
  const due = createDueAlerts({ severityMin, isQuiet: createQuietClock(sink.quietHours), before })
  let sent = 0
  let failures = 0
  /** Failures since the last request that it accepted. */
  let failuresInRow = 0
  let lastFailure: string | null = null
  let sending: Promise<void> | null = null
  /** The next attempt after a failure; null: none waits. */
  let retry: NodeJS.Timeout | null = null
  let isEnding = false

  /** Books the answer to a request; after a failure, the next attempt follows by itself. */
  const book = (alerts: readonly Alert[], answer: PostAnswer): void => {
    if (answer.is === 'taken') {
      due.told(alerts)
      sent++
      if (failuresInRow > 0) notice('info', `alerts reach ${name} again`)
      failuresInRow = 0
      lastFailure = null
      return
    }
    failures++
    lastFailure = answer.why
    if (failuresInRow++ === 0) notice('warn', `an alert did not reach ${name}: ${answer.why}; it is tried again`)
    if (isEnding) return
    const waitMs = Math.max(answer.retryAfterMs ?? 0, Math.min(AGAIN_MAX_MS, againFirstMs * 2 ** (failuresInRow - 1)))
    retry = setTimeout(() => {
      retry = null
      sendNext()
    }, waitMs)
    retry.unref()
  }
  const send = async (): Promise<void> => {
    const alerts = due.next(TOLD_TOGETHER_MAX)
    book(alerts, await post(url, alertBody(template, { alerts, origin: origin() }, chatId)))
    sending = null
    sendNext()
  }
  /** Starts a request if something is due and neither a request nor a retry waits. */
  const sendNext = (): void => {
    const hasFailed = isEnding && lastFailure !== null && failuresInRow > 0
    if (sending !== null || retry !== null || due.waiting === 0 || hasFailed) return
    sending = send()
  }
  /** Each request starts the next one while messages are due. */
  const settled = async (): Promise<void> => {
    if (sending === null) return
    await sending
    await settled()
  }
  return {
    update: (firing, atMs) => {
      due.update(firing, atMs)
      sendNext()
    },
    get state() {
      return { name, sent, failures, dropped: due.dropped, waiting: due.waiting, lastFailure }
    },
    get known() {
      return due.known
    },
    end: async () => {
      isEnding = true
      if (retry !== null) clearTimeout(retry)
      retry = null
      // One last attempt, even if the receiver failed before.
      if (sending === null && due.waiting > 0) sending = send()
      await settled()
    },
  }
}
