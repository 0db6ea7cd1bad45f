import { ZERO_ADDRESS } from '../../../protocol/contracts.js'
import type { MarketSpec } from '../../core/command.js'
import type { CategoryText, MarketText, OutcomeExtras } from './market-text.js'

const MARKET_IMAGE = 'https://example.invalid/market.png'
const CATEGORY_IMAGE = 'https://example.invalid/category.png'
const NO_EXTRAS: OutcomeExtras = { team: null, variantDetails: null }

/** Defaults of a market. */
export const PLAIN_MARKET = {
  imageUrl: MARKET_IMAGE,
  isVisible: true,
  outcomeExtras: [NO_EXTRAS, NO_EXTRAS],
  // No resolver, because no contract resolves the market.
  resolverAddress: ZERO_ADDRESS,
  questionIndex: null,
  polymarketConditionIds: [],
  kalshiMarketTicker: null,
  marketVariant: 'DEFAULT',
  marketType: null,
  variantData: null,
  variantDetails: null,
  team: null,
  pointAllocationBps: 0,
} as const satisfies Partial<MarketText>

/** Defaults of a category. */
export const PLAIN_CATEGORY = {
  imageUrl: CATEGORY_IMAGE,
  isNegRisk: false,
  isYieldBearing: false,
  isVisible: true,
  isRemoved: false,
  marketVariant: 'DEFAULT',
  variantData: null,
  variantDetails: null,
  negRiskOnChainId: null,
  parentSlug: null,
  resolutionProvider: 'PREDICT_DOT_FUN',
  teams: null,
  tags: [],
} as const satisfies Partial<CategoryText>

/** Default distance from the middle within which orders earn rewards, in dollars. */
export const SPREAD_THRESHOLD = 0.06
/** Default least size that earns rewards, in shares. */
export const SHARE_THRESHOLD = 100

/** Fills in fields that an earlier version did not write. `spec`: the market's, if the log row has one. */
export const completeMarket = (written: MarketText, spec: MarketSpec | null): MarketText => ({
  ...PLAIN_MARKET,
  ...written,
  category: completeCategory({
    ...(spec !== null && { isNegRisk: spec.isNegRisk, isYieldBearing: spec.isYieldBearing }),
    ...written.category,
  }),
})

/** The same for a category; in an earlier version its tags were names alone. */
export const completeCategory = (written: CategoryText): CategoryText => ({
  ...PLAIN_CATEGORY,
  ...written,
  shortTitle: written.shortTitle ?? written.title,
  createdAt: written.createdAt ?? written.startsAt,
  publishedAt: written.publishedAt ?? written.startsAt,
  tags: written.tags.map((tag, index) =>
    typeof tag === 'string' ? { id: String(index + 1), name: tag, level: 1, parentId: null, makerRebateBps: 0 } : tag,
  ),
})
