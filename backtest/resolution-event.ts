import type { Market } from '../src/model/market.js'

/** Name of the event that decides a market: the markets of one group are decided together, so they are one event. */
export const resolutionEvent = ({ group, id }: Pick<Market, 'group' | 'id'>): string => group?.id ?? `market ${id}`

/** Events of which every one of these markets is decided. */
export function decidedEvents(markets: readonly Pick<Market, 'group' | 'id' | 'result'>[]): ReadonlySet<string> {
  const events = new Set(markets.map(resolutionEvent))
  for (const market of markets) if (market.result === null) events.delete(resolutionEvent(market))
  return events
}
