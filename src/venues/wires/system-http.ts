import { Pool } from 'undici'
import { roundTrip } from './round-trip.js'
import type { HttpWire, HttpWireOptions } from './wires.js'

/** A pool of keep-alive connections, opened on demand. Throws a TypeError if the origin is invalid. */
export function openSystemHttp(origin: string, { connections, timeoutMs }: HttpWireOptions): HttpWire {
  const pool = new Pool(origin, {
    connections,
    pipelining: 1,
    // undici checks its timeouts once or twice a second, so these are approximate.
    bodyTimeout: timeoutMs,
    headersTimeout: timeoutMs,
    connect: { timeout: timeoutMs },
  })
  return {
    request: request => roundTrip(pool, request),
    close: () => pool.destroy(),
  }
}
