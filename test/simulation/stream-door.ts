import { EventEmitter } from 'node:events'
import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import type { OpenExchange } from '../../src/exchange/server/open-exchange.js'
import { openConnection } from '../../src/exchange/server/stream/connection.js'
import { streamLimitsOf } from '../../src/exchange/server/stream/stream-limits.js'
import { answerRequest } from '../../src/exchange/server/stream/subscribe.js'
import type { Timers } from '../../src/exchange/server/timers.js'

/** The far end of a link, as the exchange speaks into it. */
export interface FarEnd {
  /** One frame's text. */
  onText(text: string): void
  /** The exchange let go; `code` where it said goodbye. */
  onClose(code: number | null): void
}

/** The near end: what the network hands to the exchange. */
export interface NearEnd {
  text(text: string): void
  /** The connection is gone. */
  gone(): void
}

/** Lets links into a server room that listens on no port. */
export interface StreamDoor {
  open(far: FarEnd): NearEnd
  /** The process is gone: peers learn it, the server room does not. */
  breakAll(): void
}

interface DoorParts {
  readonly open: OpenExchange
  readonly timers: Timers
  /** Wraps the carrying out of a request: it may wait for the computer itself. */
  readonly during: <T>(work: () => Promise<T>) => Promise<T>
}

const HEARTBEAT_MS = 15_000

/** A door of an exchange that is open. */
export const openStreamDoor = ({ open, timers, during }: DoorParts): StreamDoor => {
  const limits = streamLimitsOf(undefined)
  const sockets = new Set<ServerSocket>()
  return {
    open: far => {
      const socket = new ServerSocket(far)
      sockets.add(socket)
      const connection = openConnection({
        webSocket: socket as unknown as WebSocket,
        stream: socket.stream as unknown as Duplex,
        address: 'bot',
        heartbeatMs: HEARTBEAT_MS,
        clockMs: () => Math.floor(open.writes.sequencer.now() / 1_000),
        timers,
        limits,
        onRequest: (asking, wish) => during(() => answerRequest({ ...open, limits, connection: asking }, wish)),
        onGone: gone => {
          open.pushes.followers.forget(gone)
          open.audience.remove(gone)
        },
      })
      open.audience.add(connection)
      return {
        text: text => void socket.emit('message', Buffer.from(text), false),
        gone: () => {
          sockets.delete(socket)
          socket.end()
        },
      }
    },
    breakAll: () => {
      for (const socket of [...sockets]) socket.breakOff()
      sockets.clear()
    },
  }
}

const OPEN = 1
const CLOSED = 3

/** A WebSocket as the server room holds one, whose bytes go into the simulated network. */
class ServerSocket extends EventEmitter {
  readyState = OPEN
  readonly stream
  readonly #far: FarEnd

  constructor(far: FarEnd) {
    super()
    this.#far = far
    this.stream = {
      writableLength: 0,
      cork: () => undefined,
      uncork: () => undefined,
      write: (frame: Buffer) => {
        if (this.readyState === OPEN) far.onText(textIn(frame))
        return true
      },
    }
  }

  close(code: number): void {
    if (this.readyState !== OPEN) return
    this.end()
    this.#far.onClose(code)
  }

  terminate(): void {
    if (this.readyState !== OPEN) return
    this.end()
    this.#far.onClose(null)
  }

  breakOff(): void {
    if (this.readyState !== OPEN) return
    this.readyState = CLOSED
    this.#far.onClose(null)
  }

  end(): void {
    if (this.readyState !== OPEN) return
    this.readyState = CLOSED
    this.emit('close')
  }
}

/** The text of a whole frame of a server: unmasked, in one piece. */
function textIn(frame: Buffer): string {
  const length = (frame[1] ?? 0) & 0x7f
  return frame.toString('utf8', length === 126 ? 4 : length === 127 ? 10 : 2)
}
