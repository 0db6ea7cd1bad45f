import { Observable } from 'rxjs'
import type { Timestamp } from '../../model/time.js'
import { VenueError } from '../venue-error.js'
import { createLiveness, type LivenessOptions } from './liveness.js'
import type { Wires } from './wires.js'

/** Where a link leads, and how it is kept. */
export interface SocketOptions {
  readonly url: string
  /** Names the venue in errors. */
  readonly venue: string
  readonly wires: Wires
  readonly headers?: Readonly<Record<string, string>>
  /** An immediate reply to a message, before it is emitted; null: none. For heartbeats, which must not wait in a queue. */
  readonly reply?: (text: string) => string | null
  readonly openTimeoutMs?: number
  /** How the link is checked for life; absent: not at all. */
  readonly probe?: Pick<LivenessOptions, 'everyMs' | 'question' | 'elsewhere' | 'onRoundTrip'>
  readonly frameMax?: number
}

/** The link is open. */
export interface SocketOpened {
  readonly kind: 'open'
  /** Sends a text; it goes nowhere once the link has ended. */
  readonly send: (text: string) => void
}

/** What a link emits. It never completes: every close is a VenueError, including normal ones. */
export type SocketEvent =
  | SocketOpened
  | { readonly kind: 'text'; readonly text: string; readonly receivedAt: Timestamp }
  /** A ping sent at `askedAt` was answered: everything the peer sent before then has arrived. */
  | { readonly kind: 'answered'; readonly askedAt: Timestamp }

const OPEN_TIMEOUT_MS = 10_000
const FRAME_MAX = 8 * 1024 * 1024
const NO_PROBE = { everyMs: 0 } as const

/** One connection for each subscription; unsubscribing closes it. Errors with a VenueError, once, when the link ends. */
export const socket = (options: SocketOptions): Observable<SocketEvent> =>
  new Observable(subscriber => {
    const { wires, reply } = options
    const fail = (why: string, details: { readonly cause?: unknown; readonly closeCode?: number } = {}): void =>
      subscriber.error(new VenueError(why, { venue: options.venue, retryable: true, ...details }))
    const wire = wires.openSocket(options.url, {
      headers: options.headers ?? {},
      openTimeoutMs: options.openTimeoutMs ?? OPEN_TIMEOUT_MS,
      frameMax: options.frameMax ?? FRAME_MAX,
      onOpen: () => {
        liveness.begin()
        subscriber.next({ kind: 'open', send: text => wire.send(text) })
      },
      onText: text => {
        const receivedAt = wires.clock.now()
        liveness.heardText(text)
        const answer = reply?.(text) ?? null
        if (answer !== null) wire.send(answer)
        subscriber.next({ kind: 'text', text, receivedAt })
      },
      onPong: () => liveness.heardPong(),
      onEnd: (why, { code, cause }) => fail(why, { cause, ...(code !== undefined && { closeCode: code }) }),
    })
    const liveness = createLiveness({
      ...(options.probe ?? NO_PROBE),
      wires,
      ping: () => wire.ping(),
      onDead: why => fail(why),
      onAnswered: askedAt => subscriber.next({ kind: 'answered', askedAt }),
    })
    return () => {
      liveness.stop()
      wire.drop()
    }
  })
