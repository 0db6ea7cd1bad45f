import { Observable } from 'rxjs'
import WebSocket from 'ws'
import type { Clock, Timestamp } from '../../model/time.js'
import { VenueError } from '../venue-error.js'

export interface SocketOptions {
  readonly url: string
  /** Names the venue in errors. */
  readonly venue: string
  readonly clock: Clock
  readonly headers?: Readonly<Record<string, string>>
  /** What to answer to a text before anybody else sees it; null: nothing. For heartbeats, which must not wait in any queue. */
  readonly reply?: (text: string) => string | null
  readonly openTimeoutMs?: number
  /** A link on which nothing at all comes for this long is dead, whatever TCP says. */
  readonly silentMaxMs?: number
  readonly frameMax?: number
}

/** What a link brings. It never completes: every close is a VenueError, the polite ones too. */
export type SocketEvent =
  | { readonly kind: 'open'; readonly send: (text: string) => void }
  | { readonly kind: 'text'; readonly text: string; readonly receivedAt: Timestamp }

const OPEN_TIMEOUT_MS = 10_000
const SILENT_MAX_MS = 40_000
const FRAME_MAX = 8 * 1024 * 1024

/** One connection for each subscription; unsubscribing closes it. Errors with a VenueError, once, when the link ends. */
export const socket = (options: SocketOptions): Observable<SocketEvent> =>
  new Observable(subscriber => {
    const fail = (why: string, details: { readonly cause?: unknown; readonly closeCode?: number } = {}): void =>
      subscriber.error(new VenueError(why, { venue: options.venue, retryable: true, ...details }))
    const wire = new WebSocket(options.url, {
      headers: { ...options.headers },
      handshakeTimeout: options.openTimeoutMs ?? OPEN_TIMEOUT_MS,
      maxPayload: options.frameMax ?? FRAME_MAX,
      // Compression costs twenty times the throughput and gains nothing on frames of a kilobyte.
      perMessageDeflate: false,
    })
    const silence = watchSilence(options.silentMaxMs ?? SILENT_MAX_MS, () => fail('the socket fell silent'))
    wire.on('open', () => subscriber.next({ kind: 'open', send: text => send(wire, text) }))
    wire.on('message', (data: Buffer) => {
      const receivedAt = options.clock.now()
      silence.heard()
      const text = data.toString()
      const answer = options.reply?.(text) ?? null
      if (answer !== null) send(wire, answer)
      subscriber.next({ kind: 'text', text, receivedAt })
    })
    wire.on('unexpected-response', (_request, response) => fail(`the socket was refused with HTTP ${response.statusCode}`))
    wire.on('error', cause => fail('the socket failed', { cause }))
    wire.on('close', (closeCode, reason) => {
      const why = `the socket was closed with code ${closeCode} ${reason.toString().slice(0, 80)}`
      fail(why.trim(), { closeCode })
    })
    return () => {
      silence.stop()
      drop(wire)
    }
  })

/** A text for a link that is closing goes nowhere; the close itself is already on its way as an error. */
const send = (wire: WebSocket, text: string): void => {
  if (wire.readyState === WebSocket.OPEN) wire.send(text)
}

function drop(wire: WebSocket): void {
  wire.removeAllListeners()
  // Closing a socket that is still opening emits an error, and an error nobody listens to would end the process.
  wire.on('error', () => {})
  if (wire.readyState === WebSocket.OPEN) wire.close(1000)
  // A peer that never answers the close would keep the descriptor open.
  setTimeout(() => wire.terminate(), CLOSE_GRACE_MS).unref()
}

const CLOSE_GRACE_MS = 500

/** A timer that is looked at now and then, in place of one that is set anew with each of a thousand frames a second. */
function watchSilence(silentMaxMs: number, onSilent: () => void): { heard(): void; stop(): void } {
  let isHeard = true
  const timer = setInterval(() => {
    if (!isHeard) onSilent()
    isHeard = false
  }, silentMaxMs)
  timer.unref()
  return {
    heard: () => {
      isHeard = true
    },
    stop: () => clearInterval(timer),
  }
}
