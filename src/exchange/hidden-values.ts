import { Timestamp } from '../model/time.js'
import { createFairValue, type FairValue, type WalkedValue } from './crowd/fair-value.js'
import { createGroupValue } from './crowd/group-value.js'
import { createRoundValue } from './crowd/round-value.js'
import { isRound } from './server/markets/follow-round.js'
import type { Reads } from './server/read-models/reads.js'
import type { MarketText } from './server/text/market-text.js'

/** True values of markets, which only the crowd knows. */
export interface HiddenValues {
  of(words: MarketText): FairValue
  /** Drops the walks of categories in which every market is decided. */
  forget(): void
  /** Number of walks that are kept. */
  readonly size: number
}

/** How long the hidden value of a market without an end moves, in microseconds. */
const ENDLESS_US = 86_400_000_000

/** The hidden value of each market: a round's follows its feed's price, another market's a walk of its own, which the markets of a group share. */
export const createHiddenValues = ({ core, prices, markets: { catalog } }: Reads, seed: number): HiddenValues => {
  const walks = new Map<number, WalkedValue>()
  const walkOf = ({ id, createdAt }: MarketText): WalkedValue => {
    const startsAt = Timestamp.ofMs(Date.parse(createdAt))
    const endsAt = core.market(id)?.spec.endsAt ?? Timestamp.add(startsAt, ENDLESS_US)
    const walk = walks.get(id) ?? createFairValue({ seed, market: id, startsAt, endsAt })
    walks.set(id, walk)
    return walk
  }
  const groupOf = (slug: string): readonly WalkedValue[] =>
    (catalog.category(slug)?.marketIds ?? []).flatMap(id => {
      const words = catalog.market(id)
      return words === null || core.market(id)?.spec.group !== slug ? [] : [walkOf(words)]
    })
  const isOver = (id: number): boolean =>
    (catalog.category(catalog.market(id)?.category.slug ?? '')?.marketIds ?? []).every(
      one => (core.market(one)?.result ?? null) !== null,
    )
  return {
    forget: () => {
      for (const id of walks.keys()) if (isOver(id)) walks.delete(id)
    },
    get size() {
      return walks.size
    },
    of: words => {
      const feed = prices.feed(words.variantData?.priceFeedId ?? '')
      const { startPrice } = words.variantData ?? { startPrice: null }
      const { endsAt, group } = core.market(words.id)?.spec ?? { endsAt: null, group: null }
      if (isRound(words) && feed !== null && startPrice !== null && endsAt !== null)
        return createRoundValue({ price: now => feed.at(now), volatility: feed.volatility, startPrice, endsAt })
      if (group !== undefined && group !== null) return createGroupValue(walkOf(words), () => groupOf(group))
      return walkOf(words)
    },
  }
}
