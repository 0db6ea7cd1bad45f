import { createServer, type Server } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { refuseLarge } from './refuse-large.js'

export const HOST = '127.0.0.1'
/** A connection without data for this long is closed. */
const SILENT_MAX_MS = 20_000
const HEADERS_MAX_MS = 5_000
/** How often Node looks for requests that exceed these times; its default of 30 s would be their true length. */
const CHECKED_EVERY_MS = 1_000
const CONNECTIONS_MAX = 128
const HEADERS_MAX_BYTES = 16_384

/** Creates a server for one app that listens on `HOST` only, with limits for slow clients, large bodies and many connections. */
export function createLoopbackServer(app: { fetch: Parameters<typeof getRequestListener>[0] }): Server {
  const listen = getRequestListener(app.fetch)
  const server = createServer(
    { maxHeaderSize: HEADERS_MAX_BYTES, connectionsCheckingInterval: CHECKED_EVERY_MS },
    refuseLarge((incoming, outgoing) => void listen(incoming, outgoing)),
  )
  server.maxConnections = CONNECTIONS_MAX
  server.headersTimeout = HEADERS_MAX_MS
  server.requestTimeout = SILENT_MAX_MS
  server.timeout = SILENT_MAX_MS
  return server
}

/** The server's port. */
export function portOf(server: Server): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the door has no port')
  return address.port
}
