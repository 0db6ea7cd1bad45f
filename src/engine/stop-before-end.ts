import type { StopBeforeEnd } from '../model/limits.js'
import type { Market } from '../model/market.js'

/** How many seconds before its end quoting of a market stops; 0: it does not. */
export const stopSeconds = (limit: StopBeforeEnd, { variant }: Pick<Market, 'variant'>): number =>
  typeof limit === 'number' ? limit : ((variant == null ? undefined : limit[variant]) ?? limit.default)

/** Wall time from which nothing of ours may rest in a market; positive infinity: it has no end, or the limit is disabled. */
export function stopsAt(market: Market, { stopBeforeEndSeconds }: { readonly stopBeforeEndSeconds: StopBeforeEnd }): number {
  const seconds = stopSeconds(stopBeforeEndSeconds, market)
  return market.endsAt === null || seconds === 0 ? Number.POSITIVE_INFINITY : market.endsAt - seconds * 1_000_000
}
