import type { Timestamp } from '../../../model/time.js'
import { priceWalk } from './price-walk.js'

/** The price of an asset that markets refer to. */
export interface PriceFeedSeed {
  /** Such as BTC; rounds name their feed by its symbol. */
  readonly symbol: string
  /** The id of the oracle's price feed: 0x and 64 hex digits. */
  readonly id: string
  /** Another name for the feed: a small whole number. */
  readonly number: number
  /** The feed's average price, in dollars. */
  readonly price: number
  /** The standard deviation of the price's logarithmic change in a year; 0: the price is constant. */
  readonly volatility: number
  /** Digits after the point. */
  readonly decimals: number
}

/** A price as a function of the exchange's seed and of time, so that it is the same after a restart. */
export interface PriceFeed extends PriceFeedSeed {
  /** The price in dollars; it changes with each whole second. */
  at(time: Timestamp): number
}

/** All feeds of an exchange. */
export interface PriceFeeds {
  readonly all: readonly PriceFeed[]
  /** Finds a feed by its id in any letter case, its number or its symbol; `null`: there is none. */
  readonly feed: (name: string) => PriceFeed | null
  /** A feed's price in dollars; `null`: there is no such feed. */
  readonly price: (name: string, now: Timestamp) => number | null
}

/** Default feeds. Their ids are those of the oracle network that the venue's own markets use. */
export const DEFAULT_FEEDS: readonly PriceFeedSeed[] = [
  {
    symbol: 'BTC',
    id: '0xe62df6c8b4a85fe1a67db44dc12de5db330f7ac66b72dc658afedf0f4a415b43',
    number: 1,
    price: 90_000,
    volatility: 0.5,
    decimals: 2,
  },
  {
    symbol: 'BNB',
    id: '0x2f95862b045670cd22bee3114c39763a4a08beeb663b145d283c31d7d1101c4f',
    number: 2,
    price: 900,
    volatility: 0.6,
    decimals: 2,
  },
  {
    symbol: 'ETH',
    id: '0xff61491a931112ddf1bd8147cd1b641375f79f5825126d665480874634fd0ace',
    number: 4,
    price: 3_000,
    volatility: 0.7,
    decimals: 2,
  },
]

/** Feeds of one seed. Throws a RangeError on an invalid feed, and on two feeds with one name. */
export const createPriceFeeds = (seed: number, seeds: readonly PriceFeedSeed[] = DEFAULT_FEEDS): PriceFeeds => {
  const all = seeds.map(one => createFeed(seed, one))
  const byName = new Map<string, PriceFeed>()
  for (const feed of all)
    for (const name of namesOf(feed)) {
      if (byName.has(name)) throw new RangeError(`two price feeds answer to "${name}"`)
      byName.set(name, feed)
    }
  const feed = (name: string): PriceFeed | null => byName.get(plain(name)) ?? null
  return { all, feed, price: (name, now) => feed(name)?.at(now) ?? null }
}

/** Whether an exchange with the default feeds has a feed of this name. */
export const isDefaultFeed = (name: string): boolean => DEFAULT_FEEDS.some(feed => namesOf(feed).includes(plain(name)))

const namesOf = ({ id, number, symbol }: PriceFeedSeed): readonly string[] => [id, String(number), symbol].map(plain)

const plain = (name: string): string => name.toLowerCase().replace(/^0x/, '')

const SECOND_US = 1_000_000

const createFeed = (seed: number, feed: PriceFeedSeed): PriceFeed => {
  const { symbol, id, price, volatility, decimals } = feed
  if (!/^[A-Za-z][A-Za-z0-9]{0,19}$/.test(symbol) || !/^0x[0-9a-fA-F]{64}$/.test(id))
    throw new RangeError(`a price feed has a symbol and an id of 32 bytes, found "${symbol}" and "${id}"`)
  if (!(price > 0 && price <= 1e9 && volatility >= 0 && volatility <= 10 && decimals >= 0 && decimals <= 8))
    throw new RangeError(`price feed ${symbol}: price, volatility and decimals must be positive and within a sensible range`)
  // A price of 0 would have no order book, so the least price is one step.
  const step = 10 ** -decimals
  if (price < step)
    throw new RangeError(`price feed ${symbol}: a price of ${price} is below its step of ${step}; give it more decimals`)
  const walk = priceWalk(seed, id)
  return {
    ...feed,
    at: time => {
      const second = Math.floor(time / SECOND_US)
      return Number(Math.max(price * Math.exp(volatility * walk(second)), step).toFixed(decimals))
    },
  }
}
