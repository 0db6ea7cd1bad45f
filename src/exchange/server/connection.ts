import type { Duplex } from 'node:stream'
import { type RawData, WebSocket } from 'ws'
import { messageFrame } from './pushes.js'
import { readRequest, type SocketRequest } from './socket-request.js'

/** One client of the stream, as those who push to it know it. */
export interface Connection {
  /** Kept by the pushes. */
  readonly topics: Set<string>
  readonly isOpen: boolean
  /** Sends a finished frame; a client that does not keep up is cut off. */
  send(frame: Buffer): void
}

export interface ConnectionOptions {
  readonly webSocket: WebSocket
  /** The TCP connection beneath, to send a turn's frames with one write. */
  readonly stream: Duplex
  readonly heartbeatMs: number
  readonly clockMs: () => number
  /** Carries out a request and gives its answer; called one at a time, in order. */
  readonly onRequest: (connection: Connection, request: SocketRequest) => Promise<object | null>
  readonly onGone: (connection: Connection) => void
}

/** Bytes that may wait for a slow client. */
const BUFFERED_MAX = 8_000_000
/** Requests that may wait for their turn. */
const WAITING_MAX = 1_000

/** Serves one client until it goes: requests in order, a heartbeat, frames. Nothing a client sends can throw out of here. */
export const openConnection = (options: ConnectionOptions): Connection => new OpenConnection(options)

class OpenConnection implements Connection {
  readonly topics = new Set<string>()
  readonly #options: ConnectionOptions
  readonly #heartbeat: NodeJS.Timeout
  /** The number that must come back before the next one goes out. */
  #awaited: number | null = null
  #tail: Promise<void> = Promise.resolve()
  #waiting = 0
  #isCorked = false

  constructor(options: ConnectionOptions) {
    this.#options = options
    const { webSocket } = options
    webSocket.on('message', (bytes, isBinary) => this.#receive(isBinary ? null : textOf(bytes)))
    // A broken frame or connection ends in `close`, which is where this client is forgotten.
    webSocket.on('error', () => webSocket.terminate())
    webSocket.on('close', () => this.#end())
    this.#heartbeat = setInterval(() => this.#beat(), options.heartbeatMs)
  }

  get isOpen(): boolean {
    return this.#options.webSocket.readyState === WebSocket.OPEN
  }

  send(frame: Buffer): void {
    const { webSocket } = this.#options
    if (!this.isOpen) return
    if (webSocket.bufferedAmount > BUFFERED_MAX) {
      webSocket.terminate()
      return
    }
    this.#cork()
    webSocket.send(frame, { binary: false })
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
      this.#options.webSocket.close(1000, 'heartbeat was not answered')
      return
    }
    this.#awaited = this.#options.clockMs()
    this.send(messageFrame('heartbeat', this.#awaited))
  }

  #receive(text: string | null): void {
    const request = text === null ? null : readRequest(text)
    if (request?.method === 'heartbeat') {
      if (request.data === this.#awaited) this.#awaited = null
      return
    }
    if (this.#waiting >= WAITING_MAX) {
      this.#options.webSocket.close(1008, 'too many requests at once')
      return
    }
    this.#waiting++
    // An exchange that cannot answer any more hangs up: the client learns it at once and comes back.
    this.#tail = this.#tail.then(() => this.#answer(request)).catch(() => this.#options.webSocket.terminate())
  }

  async #answer(request: SocketRequest | null): Promise<void> {
    this.#waiting--
    const answer = request === null ? BAD_REQUEST : await this.#options.onRequest(this, request)
    if (answer !== null) this.send(Buffer.from(JSON.stringify(answer)))
  }

  #end(): void {
    clearInterval(this.#heartbeat)
    this.#options.onGone(this)
  }
}

const BAD_REQUEST = {
  type: 'R',
  requestId: null,
  success: false,
  error: { code: 'bad_request', message: 'a request is JSON text with method, requestId and params' },
}

const textOf = (bytes: RawData): string =>
  (Array.isArray(bytes) ? Buffer.concat(bytes) : Buffer.from(bytes as Buffer)).toString('utf8')
