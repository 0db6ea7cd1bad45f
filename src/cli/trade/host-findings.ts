import { Finding } from '../../venues/finding.js'
import { remedyOf } from '../../venues/remedy-of.js'
import type { VenueHost } from '../../venues/venue-definition.js'

/** If a host takes longer than this to answer, every quote is late; in ms. */
const SLOW_MS = 1_000

/** Sends one request to each host of a venue. */
export const hostFindings = (hosts: readonly VenueHost[]): Promise<readonly Finding[]> => Promise.all(hosts.map(askHost))

async function askHost(host: VenueHost): Promise<Finding> {
  const name = `${host.name} (venue.${host.field})`
  const startedAt = performance.now()
  const why = await host.silence()
  const tookMs = Math.round(performance.now() - startedAt)
  if (why !== null) return Finding.fail('host', `${name} does not answer: ${why}`, remedyOf(why))
  if (tookMs < SLOW_MS) return Finding.ok('host', `${name} answers, in ${tookMs} ms with a new connection`)
  return Finding.warn(
    'host',
    `${name} took ${tookMs} ms to answer`,
    'quotes and cancels are as late as that: run nearer to the venue, look at the network, and wait where the venue is overloaded',
  )
}
