import { MarketId, MarketIndex } from './ids.js'
import type { Market } from './market.js'
import { Price, Size, Wei } from './money.js'
import { PROFILES, type ProfileName, withProfile } from './venue-profiles.js'

/** A market of a venue with published rules, of which the recording has only the name. */
export const venueMarket = (venue: ProfileName, id: string): Market => withProfile(plainMarket(id), PROFILES[venue])

/** A market of which only the name is known: cent ticks, no fee, no end. A backtest's config can give the rest. */
export const plainMarket = (id: string, question = id): Market => ({
  id: MarketId.of(id),
  index: MarketIndex.of(0),
  question,
  group: null,
  tick: Price.of(100),
  sizeDigits: 5,
  minSize: Size.of(10_000),
  minValue: Wei.ONE,
  takerFeeBps: 0,
  trading: 'open',
  endsAt: null,
  rewards: null,
  result: null,
})
