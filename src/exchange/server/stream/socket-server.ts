import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import type { Auth } from '../auth/auth.js'
import { hangUp } from '../http/hang-up.js'
import type { Writes } from '../writes/writes.js'
import type { Audience } from './audience.js'
import { openConnection } from './connection.js'
import type { Pushes } from './pushes.js'
import type { StreamFaults } from './stream-faults.js'
import type { StreamLimits } from './stream-limits.js'
import { answerRequest } from './subscribe.js'

export interface SocketServerOptions {
  readonly server: Server
  readonly writes: Writes
  readonly auth: Auth
  readonly faults: StreamFaults
  readonly audience: Audience
  readonly pushes: Pushes
  readonly limits: StreamLimits
  readonly heartbeatMs: number
  /** Serves a request that offers a protocol other than WebSocket. */
  readonly decline: (request: IncomingMessage, stream: Duplex, head: Buffer) => void
}

/** The WebSocket server of the exchange. */
export interface SocketServer {
  /**
   * Refuses new clients, announces the shutdown to the others, serves them for `graceMs`, and closes. A client that does not answer the close is
   * disconnected.
   */
  close(graceMs: number): Promise<void>
}

const PULSE_MS = 1_000

/** Opens /ws on the server; the key is checked once, at the handshake. */
export const openSocketServer = (options: SocketServerOptions): SocketServer => {
  const { auth, audience, pushes, limits } = options
  const webSockets = new WebSocketServer({ noServer: true, perMessageDeflate: false, maxPayload: limits.frameBytes })
  options.server.on('upgrade', (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    if (request.headers.upgrade?.toLowerCase() !== 'websocket') return options.decline(request, stream, head)
    // Without a listener an aborted handshake would end the process.
    stream.on('error', () => stream.destroy())
    const address = request.socket.remoteAddress ?? 'unknown'
    const problem = refuse(auth, request) ?? audience.refuse(address)
    if (problem !== null) hangUp(stream, `HTTP/1.1 ${problem}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
    else webSockets.handleUpgrade(request, stream, head, webSocket => serve(options, { webSocket, stream, address }))
  })
  // REST requests need connections too; the kernel refuses what is beyond this.
  options.server.maxConnections = 2 * limits.connections
  const pulse = setInterval(() => pushes.pulse(), PULSE_MS)
  pulse.unref()
  return {
    close: async graceMs => {
      audience.shut()
      await audience.drain(graceMs)
      clearInterval(pulse)
      webSockets.close()
    },
  }
}

const refuse = ({ keys }: Auth, request: IncomingMessage): '401 Unauthorized' | '404 Not Found' | null => {
  const mark = request.url?.indexOf('?') ?? -1
  const path = mark < 0 ? request.url : request.url?.slice(0, mark)
  if (path !== '/ws') return '404 Not Found'
  const header = request.headers['x-api-key']
  const query = mark < 0 ? null : new URLSearchParams(request.url?.slice(mark)).get('apiKey')
  return keys.admits(typeof header === 'string' ? header : query) ? null : '401 Unauthorized'
}

const serve = (
  { writes, auth, faults, audience, pushes, limits, heartbeatMs }: SocketServerOptions,
  wire: Pick<Parameters<typeof openConnection>[0], 'webSocket' | 'stream' | 'address'>,
): void => {
  const connection = openConnection({
    ...wire,
    heartbeatMs,
    limits,
    clockMs: () => faults.shownMs(writes.reads.now()),
    onRequest: (asking, wish) => answerRequest({ writes, auth, pushes, limits, connection: asking }, wish),
    onGone: gone => {
      pushes.followers.forget(gone)
      audience.remove(gone)
    },
  })
  audience.add(connection)
}
