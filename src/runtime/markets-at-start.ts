import { MarketIndex } from '../model/ids.js'
import type { Market } from '../model/market.js'
import type { MarketsWanted } from '../model/markets-wanted.js'
import type { RunClock } from '../model/time.js'
import { Timestamp } from '../model/time.js'
import type { SurveyedMarket, Venue } from '../venues/venue.js'
import { chooseMarkets, type MarketChoice } from './choose-markets.js'

/** A market of a run; `stanza`: index of its strategy in the config; null: the market is only held. */
export interface StanzaMarket {
  readonly market: Market
  readonly stanza: number | null
}

/** Whether markets may join a run of this config later. */
export const isFollowing = (wanted: readonly MarketsWanted[]): boolean => wanted.some(wants => !Array.isArray(wants))

/** What a config wants now: each market with the reason. Rejects with a `VenueError`, also for a market that the venue does not have. */
export async function choicesNow(
  venue: Pick<Venue, 'survey' | 'markets'>,
  wanted: readonly MarketsWanted[],
  clock: RunClock,
): Promise<readonly MarketChoice[]> {
  const surveyed = isFollowing(wanted) ? await venue.survey() : []
  const known = new Set<string>(surveyed.map(({ market }) => market.id))
  const named = [...new Set(wanted.flatMap(wants => (Array.isArray(wants) ? (wants as readonly string[]) : [])))]
  const missing = named.filter(id => !known.has(id))
  const read = missing.length === 0 ? [] : await venue.markets({ ids: missing })
  const offers: readonly SurveyedMarket[] = [
    ...surveyed,
    ...read.map(market => ({ market, volumeUsd: null, spreadTicks: null })),
  ]
  const now = Timestamp.of(clock.now() + clock.wallOffset())
  return chooseMarkets({ offers, wanted, now, taken: new Map() })
}

/** The markets that a run starts with, by index: first those with a strategy, then those that are only held. */
export async function marketsAtStart(
  venue: Pick<Venue, 'survey' | 'markets'>,
  {
    wanted,
    held,
    clock,
  }: { readonly wanted: readonly MarketsWanted[]; readonly held: readonly string[]; readonly clock: RunClock },
): Promise<readonly StanzaMarket[]> {
  const choices = await choicesNow(venue, wanted, clock)
  const chosen = choices.filter(({ stanza }) => stanza !== null)
  const ids = new Set<string>(chosen.map(({ offer }) => offer.market.id))
  const others = held.filter(id => !ids.has(id))
  const rest = others.length === 0 ? [] : await venue.markets({ ids: others })
  return [
    ...chosen.map(({ offer: { market }, stanza }) => ({ market, stanza })),
    ...rest.map(market => ({ market, stanza: null })),
  ].map(({ market, stanza }, index) => ({ market: { ...market, index: MarketIndex.of(index) }, stanza }))
}
