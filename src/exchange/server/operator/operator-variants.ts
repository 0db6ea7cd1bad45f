import { Timestamp } from '../../../model/time.js'
import { badRequest } from '../http/refusal.js'
import type { Reads } from '../read-models/reads.js'
import type { CategoryText, VariantData } from '../text/market-text.js'

/** The fields of a category's text that describe its variant. */
type VariantWords = Pick<CategoryText, 'marketVariant' | 'variantData'>

/**
 * Fills in the data of a variant: a known feed gets its id and symbol, and once the time has begun, the start price is the feed's. Throws a refusal
 * when the data belong to another variant.
 */
export const variantOf = (
  { prices, now }: Reads,
  { marketVariant, variantData }: VariantWords,
  { startsAt, resolutionProvider }: Pick<CategoryText, 'startsAt' | 'resolutionProvider'>,
): VariantData | null => {
  if (variantData === null) return null
  if (variantData.type !== marketVariant)
    throw badRequest(`variantData.type: must be the market variant ${marketVariant}, found ${variantData.type}`)
  const name = variantData.priceFeedId ?? variantData.priceFeedSymbol
  const feed = name === null ? null : prices.feed(name)
  if (feed === null) {
    if (marketVariant === 'CRYPTO_UP_DOWN' && resolutionProvider === 'CHAINLINK' && name !== null)
      throw badRequest(`variantData.priceFeedId: the exchange has no price feed ${name}, so it could not resolve by it`)
    return variantData
  }
  const start = Timestamp.ofMs(Date.parse(startsAt))
  return {
    ...variantData,
    priceFeedProvider: variantData.priceFeedProvider ?? 'CHAINLINK',
    priceFeedId: feed.id,
    priceFeedSymbol: feed.symbol,
    startPrice: variantData.startPrice ?? (start <= now() ? feed.at(start) : null),
  }
}
