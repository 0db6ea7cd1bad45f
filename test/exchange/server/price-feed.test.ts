import { describe, expect, it } from 'vitest'
import { createPriceFeeds, DEFAULT_FEEDS, type PriceFeedSeed } from '../../../src/exchange/server/prices/price-feed.js'
import { Timestamp } from '../../../src/model/time.js'

const NOON = 1_800_000_000
const at = (second: number) => Timestamp.ofSeconds(second)
const hour = (seed: number): number[] => {
  const feed = createPriceFeeds(seed).feed('BTC')
  return Array.from({ length: 3_600 }, (_, second) => feed?.at(at(NOON + second)) ?? 0)
}

describe('the prices of things outside', () => {
  it('follow from the seed and the time alone, in whatever order they are read', () => {
    const prices = hour(7)
    expect(hour(7)).toEqual(prices)
    expect(hour(8)).not.toEqual(prices)
    expect(createPriceFeeds(7).price('btc', at(NOON + 1_234))).toBe(prices[1_234])
  })

  it('change with each whole second and stay in between', () => {
    const { price } = createPriceFeeds(7)
    expect(price('1', Timestamp.of(NOON * 1e6 + 999_999))).toBe(price('1', at(NOON)))
    expect(new Set(hour(7)).size).toBeGreaterThan(3_000)
  })

  it('wander as far as their volatility says, and stay near where they began', () => {
    const prices = hour(7)
    const squares = prices.slice(1).map((price, index) => Math.log(price / (prices[index] ?? 1)) ** 2)
    const yearly = Math.sqrt((squares.reduce((sum, square) => sum + square, 0) / squares.length) * 31_557_600)
    expect(yearly).toBeGreaterThan(0.45)
    expect(yearly).toBeLessThan(0.55)
    const { all } = createPriceFeeds(7)
    for (const feed of all)
      for (let day = 0; day < 3_650; day += 73)
        expect(Math.abs(Math.log(feed.at(at(NOON + day * 86_400)) / feed.price))).toBeLessThan(0.7)
  })

  it('answer to an id in any letter case, a small number and a symbol', () => {
    const { feed, price } = createPriceFeeds(7)
    const [btc] = DEFAULT_FEEDS
    for (const name of [btc?.id, btc?.id.toUpperCase().slice(2), '1', 'BTC', 'btc'])
      expect(feed(name ?? '')?.symbol).toBe('BTC')
    expect([feed('2')?.symbol, feed('4')?.symbol, feed('3'), price('9', at(NOON))]).toEqual(['BNB', 'ETH', null, null])
  })

  it('are never 0, however far they fall', () => {
    const cent: PriceFeedSeed = { symbol: 'X', id: `0x${'1'.repeat(64)}`, number: 9, price: 0.01, volatility: 10, decimals: 2 }
    const { price } = createPriceFeeds(7, [cent])
    const seen = Array.from({ length: 200 }, (_, day) => price('x', at(NOON + day * 86_400)) ?? 0)
    expect([Math.min(...seen), Math.max(...seen) > 0.01]).toEqual([0.01, true])
  })

  it('never move where they have no volatility, and refuse what is no feed', () => {
    const still: PriceFeedSeed = { symbol: 'USD', id: `0x${'1'.repeat(64)}`, number: 9, price: 1, volatility: 0, decimals: 2 }
    const { price } = createPriceFeeds(7, [still])
    expect([price('usd', at(NOON)), price('usd', at(NOON + 1e6))]).toEqual([1, 1])
    for (const wrong of [{ price: 0 }, { price: 0.001 }, { volatility: -1 }, { symbol: '1x' }, { id: '0x1' }, { decimals: 9 }])
      expect(() => createPriceFeeds(7, [{ ...still, ...wrong }])).toThrow(RangeError)
    expect(() => createPriceFeeds(7, [still, { ...still, id: `0x${'2'.repeat(64)}` }])).toThrow('two price feeds answer to "9"')
  })
})
