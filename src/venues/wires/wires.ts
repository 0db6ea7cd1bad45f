import type { SchedulerLike } from 'rxjs'
import type { RunClock } from '../../model/time.js'

/** Everything through which a venue reaches the outside: sockets, requests, time and randomness. A simulation passes its own. */
export interface Wires {
  readonly clock: RunClock
  /** Drives every interval, timer and pause of a venue: rxjs's `asyncScheduler` live, a virtual one in a simulation. */
  readonly scheduler: SchedulerLike
  /** In [0, 1); `Math.random` live, seeded in a simulation. Spreads reconnect attempts. */
  readonly random: () => number
  /** Connections to an origin such as `https://example.org`; opened when they are first used. */
  readonly openHttp: (origin: string, options: HttpWireOptions) => HttpWire
  /** No callback is called before it has returned. */
  readonly openSocket: (url: string, options: SocketWireOptions) => SocketWire
}

/** How many connections a host gets, and how long an answer may take. */
export interface HttpWireOptions {
  readonly connections: number
  readonly timeoutMs: number
}

/** Keep-alive connections to one host. No request is ever repeated. */
export interface HttpWire {
  /** Rejects with an `HttpWireError` if no whole answer came. */
  request(request: HttpWireRequest): Promise<HttpWireResponse>
  /** Ends its connections; requests that are under way fail. */
  close(): Promise<void>
}

/** One request as sent. */
export interface HttpWireRequest {
  readonly method: 'GET' | 'POST'
  /** With its query. */
  readonly path: string
  /** Names and values alternating. */
  readonly headers: readonly string[]
  readonly body: Uint8Array | string | null
  /** A longer answer is not read to its end. */
  readonly bytesMax: number
  /** Called right before the first byte is written; false: nothing is sent. */
  readonly mayStart?: (() => boolean) | undefined
}

/** A whole answer. */
export interface HttpWireResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** null: longer than allowed. */
  readonly text: string | null
}

/** No whole answer came. */
export class HttpWireError extends Error {
  /** False proves that no byte of the request was sent. */
  readonly wasSent: boolean
  /** The system's error code, such as ECONNREFUSED. */
  readonly code: string

  constructor(message: string, options: { readonly wasSent: boolean; readonly code: string; readonly cause?: unknown }) {
    super(message, { cause: options.cause })
    this.name = 'HttpWireError'
    this.wasSent = options.wasSent
    this.code = options.code
  }
}

/** `HttpWireError.code` if `mayStart` returned false. */
export const HELD_BACK = 'HELD_BACK'

/** A link to open, and its callbacks. */
export interface SocketWireOptions {
  readonly headers: Readonly<Record<string, string>>
  readonly openTimeoutMs: number
  /** A longer frame ends the link. */
  readonly frameMax: number
  /** Called once, before any text. */
  readonly onOpen: () => void
  /** Called for each text frame, in order. */
  readonly onText: (text: string) => void
  /** Called for each answer to a ping. */
  readonly onPong: () => void
  /** Called once; no callback follows. `code` if the peer closed normally. */
  readonly onEnd: (why: string, details: { readonly code?: number; readonly cause?: unknown }) => void
}

/** One link of text frames. */
export interface SocketWire {
  /** A message for a link that is not open is dropped. */
  send(text: string): void
  /** Sends a ping; `onPong` is called when it is answered. */
  ping(): void
  /** Ends it without an `onEnd`. */
  drop(): void
}
