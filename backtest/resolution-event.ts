import type { Market } from '../src/model/market.js'

/** Names the event that decides a market: markets of one group stand and fall together, so they are one event. */
export const eventOf = ({ group, id }: Pick<Market, 'group' | 'id'>): string => group?.id ?? `market ${id}`
