import { Pool } from 'undici'
import { roundTrip } from './round-trip.js'
import type { HttpWire, HttpWireOptions } from './wires.js'

/** A pool of keep-alive connections; each is made when it is needed. Throws a TypeError where the origin is none. */
export function openSystemHttp(origin: string, { connections, timeoutMs }: HttpWireOptions): HttpWire {
  const pool = new Pool(origin, {
    connections,
    pipelining: 1,
    // undici looks at its clock once or twice a second, so these are about right.
    bodyTimeout: timeoutMs,
    headersTimeout: timeoutMs,
    connect: { timeout: timeoutMs },
  })
  return {
    request: request => roundTrip(pool, request),
    close: () => pool.destroy(),
  }
}
