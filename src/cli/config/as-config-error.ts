import { RefusedError } from '../../venues/venue-error.js'
import { complaint, type LoadedConfig } from './config.js'

/** What a venue says of a market that it does not have, or of an id that none of its markets can have. */
const UNKNOWN: ReadonlySet<number> = new Set([400, 404])

/** An error as it is, or, where the venue does not know a market that the config names, a complaint about that place in the config. */
export function asConfigError(error: unknown, { config, source }: LoadedConfig): unknown {
  if (!(error instanceof RefusedError) || !UNKNOWN.has(error.status)) return error
  for (const [stanza, { markets }] of config.strategies.entries()) {
    if (!Array.isArray(markets)) continue
    const at = markets.findIndex(id => error.message.startsWith(`market ${id}: `))
    if (at !== -1) return complaint(source, ['strategies', stanza, 'markets', at], `the venue has no market ${markets[at]}`)
  }
  return error
}
