import { Pool } from 'undici'
import { roundTrip } from './round-trip.js'
import type { HttpWire, HttpWireOptions } from './wires.js'

/** A whole answer may take this many times as long as its beginning: a list of some megabytes takes seconds on a slow line. */
const LASTS_MAX = 3

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
    request: request => roundTrip(pool, { request, lastsMaxMs: LASTS_MAX * timeoutMs }),
    close: () => pool.destroy(),
  }
}
