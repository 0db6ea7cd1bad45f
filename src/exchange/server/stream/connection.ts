import type { Duplex } from 'node:stream'
import { type RawData, WebSocket } from 'ws'
import { SOCKET_CLOSES, SOCKET_CODES, type SocketError } from '../../../protocol/api/socket-codes.js'
import { type StopTimer, SYSTEM_TIMERS, type Timers } from '../timers.js'
import { type RequestId, readRequest, type SocketRequest } from './socket-request.js'
import type { StreamLimits } from './stream-limits.js'
import { messageFrame, textFrame } from './text-frame.js'

/** One client of the stream. */
export interface Connection {
  /** The client's remote address. */
  readonly address: string
  /** Maintained by `Followers`. */
  readonly topics: Set<string>
  readonly isOpen: boolean
  /** Sends a finished frame. A client that is too slow is disconnected. */
  send(frame: Buffer): void
  /** Holds back all bytes for `ms` milliseconds. */
  stall(ms: number): void
  /** Closes with a code. A client that does not answer is cut off. */
  end(close: (typeof SOCKET_CLOSES)[keyof typeof SOCKET_CLOSES]): void
}

/** A request to follow a topic, or to stop. */
export type TopicRequest = Extract<SocketRequest, { readonly kind: 'subscribe' | 'unsubscribe' }>

export interface ConnectionOptions {
  readonly webSocket: WebSocket
  /** The TCP connection below: frames are created once for all clients and written to it as they are. */
  readonly stream: Duplex
  readonly address: string
  readonly heartbeatMs: number
  readonly clockMs: () => number
  /** Default: the computer's. */
  readonly timers?: Timers
  readonly limits: StreamLimits
  /** Carries out a request. Returns its error; `null`: it succeeded, and the answer was sent. Called one at a time, in order. */
  readonly onRequest: (connection: Connection, wish: TopicRequest) => Promise<SocketError | null>
  readonly onGone: (connection: Connection) => void
}

const GOODBYE_MS = 1_000
/** A client that sends this many times its limit of requests is disconnected. */
const FLOOD = 4

/** Serves one client until it disconnects: requests in order, heartbeats, frames. Never throws, whatever the client sends. */
export const openConnection = (options: ConnectionOptions): Connection => new OpenConnection(options)

/** The answer to a request that succeeded. */
export const acknowledgement = (requestId: RequestId): Buffer =>
  textFrame(JSON.stringify({ type: 'R', requestId, success: true }))

/** The answer to a request that failed. */
export const refusalFrame = (requestId: RequestId, error: SocketError): Buffer =>
  textFrame(JSON.stringify({ type: 'R', requestId, success: false, error }))

class OpenConnection implements Connection {
  readonly topics = new Set<string>()
  readonly address: string
  readonly #options: ConnectionOptions
  readonly #stopHeartbeat: StopTimer
  /** The number of the last heartbeat, until the client returns it; `null`: none is awaited. */
  #awaited: number | null = null
  #tail: Promise<void> = Promise.resolve()
  #isCorked = false
  #second = 0
  #requests = 0

  constructor(options: ConnectionOptions) {
    this.#options = options
    this.address = options.address
    const { webSocket } = options
    webSocket.on('message', (bytes, isBinary) => this.#receive(isBinary ? null : textOf(bytes)))
    // A broken frame or connection leads to `close`, which removes this client.
    webSocket.on('error', () => webSocket.terminate())
    webSocket.on('close', () => this.#forget())
    this.#stopHeartbeat = (options.timers ?? SYSTEM_TIMERS).every(options.heartbeatMs, () => this.#beat())
  }

  get isOpen(): boolean {
    return this.#options.webSocket.readyState === WebSocket.OPEN
  }

  send(frame: Buffer): void {
    const { stream, limits } = this.#options
    if (!this.isOpen) return
    if (stream.writableLength + frame.length > limits.waitingBytes) {
      this.end(SOCKET_CLOSES.tooSlow)
      return
    }
    this.#cork()
    stream.write(frame)
  }

  stall(ms: number): void {
    const { stream } = this.#options
    stream.cork()
    setTimeout(() => stream.uncork(), ms).unref()
  }

  end([code, reason]: Parameters<Connection['end']>[0]): void {
    const { webSocket } = this.#options
    webSocket.close(code, reason)
    setTimeout(() => webSocket.terminate(), GOODBYE_MS).unref()
  }

  /** All frames of this event-loop turn leave in one write. */
  #cork(): void {
    if (this.#isCorked) return
    this.#isCorked = true
    this.#options.stream.cork()
    process.nextTick(() => {
      this.#isCorked = false
      this.#options.stream.uncork()
    })
  }

  #beat(): void {
    if (this.#awaited !== null) {
      this.end(SOCKET_CLOSES.heartbeat)
      return
    }
    this.#awaited = this.#options.clockMs()
    this.send(messageFrame('heartbeat', this.#awaited))
  }

  #receive(text: string | null): void {
    const excess = this.#count()
    if (!this.isOpen) return
    if (excess > FLOOD) return this.end(SOCKET_CLOSES.flooding)
    const request = readRequest(text)
    if (request.kind === 'heartbeat') {
      if (request.data === this.#awaited) this.#awaited = null
      return
    }
    const error = excess > 1 ? TOO_MANY : null
    // Disconnects when the exchange can no longer answer, so that the client notices and reconnects.
    this.#tail = this.#tail.then(() => this.#answer(request, error)).catch(() => this.#options.webSocket.terminate())
  }

  /** Requests in this second, including this one, as a multiple of the limit. */
  #count(): number {
    const second = Math.floor(performance.now() / 1_000)
    this.#requests = second === this.#second ? this.#requests + 1 : 1
    this.#second = second
    return this.#requests / this.#options.limits.requestsASecond
  }

  async #answer(request: Exclude<SocketRequest, { kind: 'heartbeat' }>, excess: SocketError | null): Promise<void> {
    const error = excess ?? (request.kind === 'refused' ? request.error : await this.#options.onRequest(this, request))
    if (error !== null) this.send(refusalFrame(request.requestId, error))
  }

  #forget(): void {
    this.#stopHeartbeat()
    this.#options.onGone(this)
  }
}

const TOO_MANY: SocketError = { code: SOCKET_CODES.tooManyRequests, message: 'too many requests in this second' }

const textOf = (bytes: RawData): string =>
  (Array.isArray(bytes) ? Buffer.concat(bytes) : Buffer.from(bytes as Buffer)).toString('utf8')
