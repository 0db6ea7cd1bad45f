import { Timestamp } from '../../../model/time.js'
import type { MarketSeed } from '../markets/market-seed.js'
import type { Tag, Team, VariantData, VariantDetails } from '../text/market-text.js'
import type { Span } from './plan-market.js'

/** The text of an occurrence: of each market, and of their category. */
export interface OccurrenceText {
  readonly title: string
  /** Whether it is traded on neg-risk contracts: it is a single market, or exactly one of its markets resolves to Yes. */
  readonly isNegRisk: boolean
  readonly teams: readonly Team[] | null
  readonly tags: readonly Tag[]
  readonly variantDetails: VariantDetails | null
  /** The provider of the result. */
  readonly resolutionProvider: 'PREDICT_DOT_FUN' | 'THREE_PO'
  readonly markets: readonly OccurrenceMarket[]
}

/** The text of one market, and the data of its variant. */
export type OccurrenceMarket = Pick<
  MarketSeed,
  | 'question'
  | 'title'
  | 'description'
  | 'outcomes'
  | 'marketVariant'
  | 'marketType'
  | 'variantData'
  | 'variantDetails'
  | 'outcomeExtras'
  | 'team'
>

/** The tag of all markets that the programme opens, for filtering. */
export const PRACTICE: Tag = { id: '1', name: 'Practice', level: 1, parentId: null, makerRebateBps: 0 }

/** The data of a variant whose result is not a price. */
export const withoutFeed = (type: VariantData['type']): VariantData => ({
  type,
  priceFeedProvider: null,
  priceFeedId: null,
  priceFeedSymbol: null,
  startPrice: null,
  endPrice: null,
})

/** A text with the times of its occurrence in place of `{start}` and `{end}`. */
export const timed = (text: string, { startsAt, endsAt }: Span): string =>
  text.replaceAll('{start}', minute(startsAt)).replaceAll('{end}', minute(endsAt))

/** A time to the minute, such as 2026-11-25 14:00 UTC. */
const minute = (time: Timestamp): string => `${Timestamp.iso(time).slice(0, 16).replace('T', ' ')} UTC`
