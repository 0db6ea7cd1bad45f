import { Timestamp } from '../../../model/time.js'
import type { PriceFeed } from '../prices/price-feed.js'
import type { CategoryText, Tag, VariantData } from '../text/market-text.js'
import type { Writes } from '../writes/writes.js'
import { plainRewards } from './market-seed.js'
import { freeCategoryId, freeMarketId, newCategory } from './new-market.js'
import { openAll } from './open-all.js'
import type { RoundsSeed } from './rounds-seed.js'

/** A series of rounds after its options were checked. */
export interface RoundSeries extends RoundsSeed {
  /** The slug of the series; a round's slug is this and its start in Unix seconds. */
  readonly slug: string
  readonly lengthUs: number
  readonly source: PriceFeed
}

interface Span {
  readonly startsAt: Timestamp
  readonly endsAt: Timestamp
}

const CRYPTO_TAG: Tag = { id: '2', name: 'Crypto', level: 1, parentId: null, makerRebateBps: 0 }
/** A quarter of the taker fees goes back to makers, as on the venue's own rounds. */
const UP_DOWN_TAG: Tag = { id: '3', name: 'Up/Down', level: 2, parentId: '2', makerRebateBps: 2_500 }
const DESCRIPTION =
  'Resolves to Up if the price of the feed is higher at the end than at the start, to Down if it is lower, and to halves if it is the same.'

/** Opens the current round, unless it was opened before. */
export const openRound = async (writes: Writes, series: RoundSeries): Promise<void> => {
  const now = writes.reads.now()
  const startsAt = Timestamp.of(Math.floor(now / series.lengthUs) * series.lengthUs)
  if (writes.reads.markets.catalog.category(slugOf(series, startsAt)) !== null) return
  const span = { startsAt, endsAt: Timestamp.add(startsAt, series.lengthUs) }
  const { symbol } = series.source
  const market = {
    id: freeMarketId(writes.reads),
    at: now,
    question: `Will ${symbol} be higher at ${Timestamp.iso(span.endsAt)} than at ${Timestamp.iso(startsAt)}?`,
    title: `${symbol} up or down`,
    description: DESCRIPTION,
    outcomeNames: ['Up', 'Down'],
    category: categoryOf(series, span, { id: freeCategoryId(writes.reads), at: now }),
    place: 0,
    group: null,
    decimals: series.decimals ?? 2,
    feeRateBps: series.feeRateBps ?? 200,
    endsAt: span.endsAt,
    resolvesTo: null,
    rewards: plainRewards(series.rewardsPerHour ?? 0, now, span.endsAt),
    details: {},
  } as const
  await openAll(writes, [market])
}

const slugOf = ({ slug }: RoundSeries, startsAt: Timestamp): string => `${slug}-${startsAt / 1_000_000}`

const categoryOf = (series: RoundSeries, { startsAt, endsAt }: Span, birth: { id: number; at: Timestamp }): CategoryText => {
  const { symbol } = series.source
  const { type, ...prices } = pricesOf(series, startsAt)
  return newCategory({
    ...birth,
    slug: slugOf(series, startsAt),
    title: `${symbol} up or down, ${Timestamp.iso(startsAt)} to ${Timestamp.iso(endsAt)}`,
    endsAt: Timestamp.iso(endsAt),
    details: {
      shortTitle: `${symbol} up or down`,
      description: DESCRIPTION,
      startsAt: Timestamp.iso(startsAt),
      isYieldBearing: series.isYieldBearing ?? false,
      marketVariant: type,
      variantData: { type, ...prices },
      variantDetails: { cryptoUpDown: { ...prices, roundMinutes: series.minutes } },
      parentSlug: series.slug,
      resolutionProvider: 'CHAINLINK',
      tags: [CRYPTO_TAG, UP_DOWN_TAG],
    },
  })
}

const pricesOf = ({ source, provider }: RoundSeries, startsAt: Timestamp): VariantData => ({
  type: 'CRYPTO_UP_DOWN',
  priceFeedProvider: provider ?? 'CHAINLINK',
  priceFeedId: source.id,
  priceFeedSymbol: source.symbol,
  startPrice: source.at(startsAt),
  endPrice: null,
})
