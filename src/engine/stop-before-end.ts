import type { StopBeforeEnd } from '../model/limits.js'
import type { Market } from '../model/market.js'

/** How many seconds before its end a market is left alone; 0: it is not. */
export const stopSeconds = (limit: StopBeforeEnd, { variant }: Pick<Market, 'variant'>): number =>
  typeof limit === 'number' ? limit : ((variant == null ? undefined : limit[variant]) ?? limit.default)

/** From when on, by the wall clock, nothing of ours may rest in a market; positive infinity: it has no end, or the limit is off. */
export function stopsAt(market: Market, { stopBeforeEndSeconds }: { readonly stopBeforeEndSeconds: StopBeforeEnd }): number {
  const seconds = stopSeconds(stopBeforeEndSeconds, market)
  return market.endsAt === null || seconds === 0 ? Number.POSITIVE_INFINITY : market.endsAt - seconds * 1_000_000
}
