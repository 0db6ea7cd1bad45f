import type { Market } from '../src/model/market.js'

/** Name of the event that decides a market: the markets of one group are decided together, so they are one event. */
export const resolutionEvent = ({ group, id }: Pick<Market, 'group' | 'id'>): string => group?.id ?? `market ${id}`
