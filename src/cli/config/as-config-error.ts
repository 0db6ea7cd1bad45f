import { RefusedError } from '../../venues/venue-error.js'
import { complaint, type LoadedConfig } from './config.js'

/** Status of a venue's answer about a market that does not exist, or an id that is not valid. */
const UNKNOWN: ReadonlySet<number> = new Set([400, 404])

/** Returns the error as it is; if the venue does not know a market that the config names, returns an error with file and line of that id instead. */
export function asConfigError(error: unknown, { config, source }: LoadedConfig): unknown {
  if (!(error instanceof RefusedError) || !UNKNOWN.has(error.status)) return error
  for (const [stanza, { markets }] of config.strategies.entries()) {
    if (!Array.isArray(markets)) continue
    const at = markets.findIndex(id => error.message.startsWith(`market ${id}: `))
    if (at !== -1) return complaint(source, ['strategies', stanza, 'markets', at], `the venue has no market ${markets[at]}`)
  }
  return error
}
