import type { Payout } from '../../../model/payout.js'
import { Timestamp } from '../../../model/time.js'
import type { CoreMarket } from '../../core/core-reads.js'
import type { CategoryText, MarketText, VariantDetails } from '../text/market-text.js'
import type { Writes } from '../writes/writes.js'

/** Whether a market is a round: it resolves by the price of a feed at its end. */
export const isRound = ({ marketVariant, category, variantData }: MarketText): boolean =>
  marketVariant === 'CRYPTO_UP_DOWN' &&
  category.resolutionProvider === 'CHAINLINK' &&
  (variantData?.priceFeedId ?? null) !== null

/**
 * Notes the start price of a round once it has begun, and resolves it at its end: Up if the price is higher than at the start, Down if it is lower,
 * halves if it is equal. Returns whether the round is over. A round that an operator paused, or for which a result is proposed, is left to the
 * operator.
 */
export const followRound = async (writes: Writes, id: number): Promise<boolean> => {
  const { core, now: clock, prices, markets } = writes.reads
  const words = markets.catalog.market(id)
  const market = core.market(id)
  const feed = prices.feed(words?.variantData?.priceFeedId ?? '')
  if (words === null || market === null || market.result !== null || feed === null) return true
  const now = clock()
  const startsAt = Timestamp.ofMs(Date.parse(words.category.startsAt))
  if (now < startsAt) return false
  const startPrice = words.variantData?.startPrice ?? feed.at(startsAt)
  if (isOver(market, now)) return resolveRound(writes, words, { startPrice, endPrice: feed.at(market.spec.endsAt ?? now) })
  if ((words.variantData?.startPrice ?? null) === null) await Promise.all(tell(writes, words, { startPrice, endPrice: null }))
  return false
}

const isOver = ({ spec, status }: CoreMarket, now: Timestamp): boolean =>
  spec.endsAt !== null && spec.endsAt <= now && (status === 'REGISTERED' || status === 'UNPAUSED')

interface Prices {
  readonly startPrice: number
  readonly endPrice: number | null
}

const resolveRound = async (writes: Writes, words: MarketText, prices: Prices & { endPrice: number }): Promise<boolean> => {
  const { sequencer } = writes
  const command = { kind: 'resolve' as const, at: sequencer.now(), market: words.id, yes: payoutOf(prices) }
  // All in one commit, so that the result is never visible without the price that decided it.
  const [answer] = await Promise.all([sequencer.apply({ command }), ...tell(writes, words, prices)])
  if (answer.kind === 'refused')
    writes.log('a round was not resolved', { market: words.id, reason: answer.note ?? answer.reason })
  return true
}

const payoutOf = ({ startPrice, endPrice }: Prices & { endPrice: number }): Payout => {
  if (endPrice === startPrice) return 0.5
  return endPrice > startPrice ? 1 : 0
}

const tell = ({ sequencer }: Writes, words: MarketText, prices: Prices): readonly Promise<void>[] => {
  const at = sequencer.now()
  const { category } = words
  return [
    sequencer.note({ at, kind: 'category', category: priced(category, prices) }),
    sequencer.note({ at, kind: 'market-words', words: priced(words, prices) }),
  ]
}

const priced = <T extends CategoryText | MarketText>(words: T, prices: Prices): T => ({
  ...words,
  variantData: words.variantData === null ? null : { ...words.variantData, ...prices },
  variantDetails: detailsOf(words.variantDetails, prices),
})

const detailsOf = (details: VariantDetails | null, prices: Prices): VariantDetails | null =>
  details?.cryptoUpDown === undefined ? details : { ...details, cryptoUpDown: { ...details.cryptoUpDown, ...prices } }
