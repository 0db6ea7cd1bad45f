import { createServer, type ServerOptions as HttpOptions, type RequestListener, type Server } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { Answering } from './faults/answering.js'
import type { House } from './house.js'
import { createApp } from './http/app.js'
import { createDirectWay } from './http/direct-way.js'
import { refuseExpectation } from './http/refuse-expectation.js'
import { type HouseOptions, openHouse } from './open-house.js'
import { openSocketDoor } from './stream/socket-door.js'
import { streamLimitsOf } from './stream/stream-limits.js'

/** What a server is started with; the door of the package fills in the defaults. */
export interface ServerOptions extends HouseOptions {
  readonly host: string
  /** 0 takes any free port. */
  readonly port: number
  readonly heartbeatMs: number
  /** How long the stream goes on after it was told that the exchange closes. Default 0. */
  readonly drainMs?: number
}

/** A server that listens. */
export interface RunningServer {
  readonly house: House
  readonly apiKey: string
  readonly adminToken: string
  readonly port: number
  /** Ends sockets and requests, commits what is open, closes the store. */
  close(): Promise<void>
}

const HTTP_OPTIONS: HttpOptions = {
  maxHeaderSize: 16_384,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 75_000,
}

/** Replays the store through the core and serves REST, stream and chain on one port. Rejects where the port is taken. */
export const startServer = async (options: ServerOptions): Promise<RunningServer> => {
  const { house, pushes, apiKey, adminToken } = openHouse(options)
  const server = createServer(HTTP_OPTIONS, listener(house)).on('checkExpectation', refuseExpectation(house))
  const door = openSocketDoor({
    server,
    house,
    pushes,
    limits: streamLimitsOf(options.streamLimits),
    heartbeatMs: options.heartbeatMs,
  })
  const port = await listen(server, options).catch((error: unknown) => {
    house.floor.close()
    throw error
  })
  return {
    house,
    apiKey,
    adminToken,
    port,
    close: async () => {
      house.faults.close()
      await door.close(options.drainMs ?? 0)
      await closeServer(server)
      house.floor.close()
      await house.signatures.close()
    },
  }
}

/** Whether something shall go wrong is looked at first: only the app's answers can be spoilt. */
const listener = (house: House): RequestListener => {
  const direct = createDirectWay(house)
  const app = createApp(house, direct)
  const answer: Answering = (request, bindings) =>
    house.faults.isIdle ? app.fetch(request, bindings) : house.faults.answer([request, bindings], app.fetch)
  const listen = getRequestListener(answer)
  return (incoming, outgoing) => {
    if (!house.faults.isIdle || !direct.takes(incoming, outgoing)) void listen(incoming, outgoing)
  }
}

const listen = (server: Server, { host, port }: ServerOptions): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : port)
    })
  })

const closeServer = (server: Server): Promise<void> =>
  new Promise(resolve => {
    server.close(() => resolve())
    server.closeIdleConnections()
    // A request that is still open after this gets no answer: to its client that is doubt, as after any crash.
    setTimeout(() => server.closeAllConnections(), 1_000).unref()
  })
