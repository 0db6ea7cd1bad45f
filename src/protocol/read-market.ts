import { MarketId, type MarketIndex } from '../model/ids.js'
import type { Market } from '../model/market.js'
import { Price, Size, Wei } from '../model/money.js'
import { Timestamp } from '../model/time.js'
import type { WireCategory, WireMarket } from './wire.js'

/** Context that a market's own row lacks. */
export interface MarketContext {
  readonly index: MarketIndex
  readonly group: Market['group']
  readonly endsAt: Timestamp | null
  /** Tags of its category; absent: not read. */
  readonly tags?: readonly string[] | undefined
  /** When the row was read; used as the time of a result in the row. */
  readonly readAt: Timestamp
}

const SIZE_DIGITS = 5
const SIZE_MIN = Size.of(10_000)
// The venue's helpers require a whole unit of collateral; its server refuses below 0.9. A quote must satisfy both.
const VALUE_MIN = Wei.ONE

/** A market from its wire row. */
export const readMarket = (row: WireMarket, { index, group, endsAt, tags, readAt }: MarketContext): Market => ({
  id: MarketId.of(row.id),
  index,
  question: row.question,
  variant: row.marketVariant ?? null,
  category: row.categorySlug,
  ...(tags !== undefined && { tags }),
  ...readPriceFeed(row),
  group,
  tick: Price.of(10 ** (4 - row.decimalPrecision)),
  sizeDigits: SIZE_DIGITS,
  minSize: SIZE_MIN,
  minValue: VALUE_MIN,
  takerFeeBps: row.feeRateBps,
  trading: worseTrading(tradingOf(row.tradingStatus), tradingOfStatus(row.status)),
  endsAt,
  rewards: readRewards(row),
  result: readResult(row, readAt),
})

function readPriceFeed({ variantData }: WireMarket): Pick<Market, 'priceFeed'> {
  const name = variantData?.priceFeedId ?? variantData?.priceFeedSymbol
  if (name === null || name === undefined) return {}
  return { priceFeed: { name, startPrice: variantData?.startPrice ?? null } }
}

/** The names of a category's tags; undefined: it has no such field. */
export const tagsOf = (category: Pick<WireCategory, 'tags'> | undefined): readonly string[] | undefined =>
  category?.tags?.map(({ name }) => name)

/** When the markets of a category end; null: not stated. */
export const endOf = (category: Pick<WireCategory, 'endsAt'> | undefined): Timestamp | null =>
  typeof category?.endsAt === 'number' ? Timestamp.ofMs(category.endsAt) : null

/** What a trading status allows. An unknown one allows only cancels, which is the safe choice. */
export function tradingOf(tradingStatus: string): Market['trading'] {
  if (tradingStatus === 'OPEN') return 'open'
  return tradingStatus === 'CLOSED' ? 'closed' : 'cancel-only'
}

/** What a market's status allows: a market with a proposed or disputed result may still be listed as open. */
export function tradingOfStatus(status: string): Market['trading'] {
  if (status === 'REGISTERED' || status === 'UNPAUSED') return 'open'
  return isFinal(status) ? 'closed' : 'cancel-only'
}

const RANK: readonly Market['trading'][] = ['open', 'post-only', 'cancel-only', 'closed']

/** The less permissive of two. */
export const worseTrading = (a: Market['trading'], b: Market['trading']): Market['trading'] =>
  RANK.indexOf(a) > RANK.indexOf(b) ? a : b

/** Whether a status is final, so that outcomes are paid: a removed market pays too, half a dollar here. */
export const isFinal = (status: string): boolean => status === 'RESOLVED' || status === 'REMOVED'

/** What YES pays by the row; null if it does not say so clearly: a winner is never guessed. */
export function readResult(row: WireMarket, at: Timestamp): Market['result'] {
  if (!isFinal(row.status)) return null
  if (row.resolution?.indexSet === 1) return { yes: 1, at }
  if (row.resolution?.indexSet === 2) return { yes: 0, at }
  const [first, second] = [1, 2].map(indexSet => row.outcomes.find(outcome => outcome.indexSet === indexSet)?.status ?? null)
  if (first === null || second === null) return null
  if (first === second) return { yes: 0.5, at }
  if (first === 'WON') return { yes: 1, at }
  return second === 'WON' ? { yes: 0, at } : null
}

function readRewards(row: WireMarket): Market['rewards'] {
  const rate = row.rewards?.current?.hourlyRate
  const spread = Math.round((row.spreadThreshold ?? 0) * 10_000)
  if (rate === undefined || spread <= 0 || spread >= 10_000) return null
  return { spreadMax: Price.of(spread), sizeMin: Size.ofShares(Math.max(0, row.shareThreshold ?? 0)), pointsPerHour: rate }
}
