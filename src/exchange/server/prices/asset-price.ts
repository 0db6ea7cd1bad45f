import type { Timestamp } from '../../../model/time.js'
import type { PriceFeed } from './price-feed.js'

/** The price of a feed as its topic carries it: times in whole Unix seconds. */
export const assetPrice = (feed: PriceFeed, now: Timestamp): object => {
  const second = Math.floor(now / 1_000_000)
  return { price: feed.at(now), publishTime: second, timestamp: second }
}
