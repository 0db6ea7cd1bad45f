import type { MarketId } from '../model/ids.js'
import type { Limits } from './desk-options.js'

/** The limits of one market: its own by its id, else those that its strategy gives each of its markets, else those of all. */
export function limitsOf(limits: Limits, market: MarketId, stanza: number | undefined): Limits {
  const own = limits.markets?.[market]
  const perMarket = stanza === undefined ? undefined : limits.strategies?.[stanza]?.perMarket
  // One object for all markets without limits of their own.
  return own === undefined && perMarket === undefined ? limits : { ...limits, ...perMarket, ...own }
}
