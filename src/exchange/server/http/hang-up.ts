import type { Duplex } from 'node:stream'

const GOODBYE_MS = 1_000

/**
 * Writes the last bytes of a connection and ends it. A client that leaves its own side open is cut off after a second: otherwise refused clients could
 * hold all connections that the exchange may have. The second lets a client that still sends read the answer first.
 */
export const hangUp = (socket: Duplex, last: string): void => {
  socket.end(last)
  setTimeout(() => socket.destroy(), GOODBYE_MS).unref()
}
