import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { inTurn } from './in-turn.js'

/** A request with an `Upgrade` header as Node hands it over: parsed up to its headers, with the bytes that were read after them. */
export interface UpgradeRequest {
  readonly request: IncomingMessage
  readonly socket: Duplex
  readonly head: Buffer
}

/**
 * Serves a request that offers another protocol as if it had not offered it, as RFC 9110 (7.8) allows. Java's `HttpClient` and `curl --http2` offer
 * HTTP/2 in each first request. Node stops reading HTTP at such a request, so its head is put back without the offer, and the connection begins
 * again.
 */
export const declineUpgrade = (server: Server, { request, socket, head }: UpgradeRequest): void => {
  const hangUp = (): void => {
    socket.destroy()
  }
  // Node has removed its own listener, and an error without one would end the process.
  socket.on('error', hangUp)
  inTurn(socket, () => {
    socket.off('error', hangUp)
    if (socket.destroyed) return
    socket.unshift(Buffer.concat([headWithoutOffer(request), head]))
    server.emit('connection', socket)
  })
}

const headWithoutOffer = ({ method, url, httpVersion, rawHeaders }: IncomingMessage): Buffer => {
  const lines = [`${method} ${url} HTTP/${httpVersion}`]
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? ''
    if (name.toLowerCase() !== 'upgrade') lines.push(`${name}: ${rawHeaders[index + 1]}`)
  }
  // Node reads headers as Latin-1.
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1')
}
