import { createServer, type ServerOptions as HttpOptions, type Server } from 'node:http'
import { createBrokenRequests } from './http/broken-requests.js'
import { type Cors, createCors } from './http/cors.js'
import { declineUpgrade } from './http/decline-upgrade.js'
import { refuseExpectation } from './http/envelope.js'
import { createListener } from './listener.js'
import { type OpenExchange, type OpenOptions, openExchange } from './open-exchange.js'
import { addressError } from './start-error.js'
import { openSocketServer } from './stream/socket-server.js'
import { streamLimitsOf } from './stream/stream-limits.js'

/** What a server is started with; the door of the package fills in the defaults. */
export interface ServerOptions extends OpenOptions {
  readonly host: string
  /** 0 takes any free port. */
  readonly port: number
  readonly heartbeatMs: number
  /** Origins of pages that may read answers. Default: none. */
  readonly cors?: readonly string[]
  /** How long the stream keeps delivering after the shutdown was announced, in ms. Default 0. */
  readonly drainMs?: number
}

/** A server that listens. */
export interface RunningServer {
  readonly exchange: OpenExchange
  readonly port: number
  /** Ends sockets and requests, commits what is uncommitted, and closes the store. */
  close(): Promise<void>
}

const HEADER_BYTES_MAX = 16_384
const HTTP_OPTIONS: HttpOptions = {
  maxHeaderSize: HEADER_BYTES_MAX,
  // The listener refuses a request without a Host header, in the error envelope.
  requireHostHeader: false,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  // How often Node looks for requests that exceed these times; its default of 30 s would be added to them.
  connectionsCheckingInterval: 1_000,
  keepAliveTimeout: 75_000,
}

/** Replays the store through the core and serves REST, stream and chain on one port. Rejects with a `StartError` when the port is taken. */
export const startServer = async (options: ServerOptions): Promise<RunningServer> => {
  const cors = createCors(options.cors ?? [])
  const exchange = openExchange(options)
  const { sequencer } = exchange.writes
  const server = openHttp(exchange, cors)
  const sockets = openSocketServer({
    ...exchange,
    server,
    limits: streamLimitsOf(options.streamLimits),
    heartbeatMs: options.heartbeatMs,
    decline: (request, socket, head) => declineUpgrade(server, { request, socket, head }),
  })
  const port = await listen(server, options).catch((error: unknown) => {
    sequencer.close()
    throw error
  })
  return {
    exchange,
    port,
    close: async () => {
      exchange.faults.close()
      await sockets.close(options.drainMs ?? 0)
      await closeServer(server)
      sequencer.close()
      await exchange.signatures.close()
    },
  }
}

const openHttp = (exchange: OpenExchange, cors: Cors | null): Server => {
  const { now } = exchange.reads
  const broken = createBrokenRequests(now, HEADER_BYTES_MAX)
  return createServer(HTTP_OPTIONS, createListener(exchange, cors))
    .on('checkExpectation', refuseExpectation(now))
    .on('clientError', broken.refuse)
    .on('connect', broken.refuseConnect)
}

const listen = (server: Server, { host, port }: ServerOptions): Promise<number> =>
  new Promise((resolve, reject) => {
    const refuse = (error: Error): void => reject(addressError({ host, port }, error))
    server.once('error', refuse)
    server.listen(port, host, () => {
      server.off('error', refuse)
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : port)
    })
  })

const closeServer = (server: Server): Promise<void> =>
  new Promise(resolve => {
    server.close(() => resolve())
    server.closeIdleConnections()
    // A request that is still open after this gets no answer; its client cannot know the outcome, as after any crash.
    setTimeout(() => server.closeAllConnections(), 1_000).unref()
  })
