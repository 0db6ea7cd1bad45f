import type { SchedulerLike } from 'rxjs'
import type { RunClock } from '../../model/time.js'

/** Everything through which a venue reaches the world: sockets, requests, time and chance. A simulation hands it other ones. */
export interface Wires {
  readonly clock: RunClock
  /** Times each interval, timer and pause of a venue: rxjs's `asyncScheduler` live, a virtual one in a simulation. */
  readonly scheduler: SchedulerLike
  /** 0 up to 1; `Math.random` live, seeded in a simulation. Spreads the attempts to connect. */
  readonly random: () => number
  readonly openHttp: (origin: string, options: HttpWireOptions) => HttpWire
  /** Nothing is told before it has returned. */
  readonly openSocket: (url: string, options: SocketWireOptions) => SocketWire
}

/** How many connections a host is given, and how long an answer is waited for. */
export interface HttpWireOptions {
  readonly connections: number
  readonly timeoutMs: number
}

/** Connections to one host that stay open. No request is ever repeated. */
export interface HttpWire {
  /** Rejects with an `HttpWireError` where no whole answer came. */
  request(request: HttpWireRequest): Promise<HttpWireResponse>
  close(): Promise<void>
}

/** One request as it is sent. */
export interface HttpWireRequest {
  readonly method: 'GET' | 'POST'
  /** With its query. */
  readonly path: string
  /** Names and values in turn. */
  readonly headers: readonly string[]
  readonly body: Uint8Array | string | null
  /** A longer answer is not read to its end. */
  readonly bytesMax: number
  /** Asked right before the first byte is written; false: nothing is sent. */
  readonly mayStart?: (() => boolean) | undefined
}

/** What came back, whole. */
export interface HttpWireResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** null: longer than allowed. */
  readonly text: string | null
}

/** No whole answer came. */
export class HttpWireError extends Error {
  /** false proves that not one byte of the request left. */
  readonly wasSent: boolean
  /** The system's word for it, such as ECONNREFUSED. */
  readonly code: string

  constructor(message: string, options: { readonly wasSent: boolean; readonly code: string; readonly cause?: unknown }) {
    super(message, { cause: options.cause })
    this.name = 'HttpWireError'
    this.wasSent = options.wasSent
    this.code = options.code
  }
}

/** `HttpWireError.code` where `mayStart` said no. */
export const HELD_BACK = 'HELD_BACK'

/** A link to be opened, and who is told what of it. */
export interface SocketWireOptions {
  readonly headers: Readonly<Record<string, string>>
  readonly openTimeoutMs: number
  /** A longer frame ends the link. */
  readonly frameMax: number
  readonly onOpen: () => void
  readonly onText: (text: string) => void
  readonly onPong: () => void
  /** Told once; nothing follows. `code` where the peer closed politely. */
  readonly onEnd: (why: string, details: { readonly code?: number; readonly cause?: unknown }) => void
}

/** One link of text frames. */
export interface SocketWire {
  /** A text for a link that is not open goes nowhere. */
  send(text: string): void
  ping(): void
  /** Ends it without an `onEnd`. */
  drop(): void
}
