import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { poolShare, type RestingQuote } from '../../backtest/rewards.js'
import { VenueBook } from '../../backtest/venue-book.js'
import { type BookSide, Price, Size, Wei } from '../../src/model/money.js'
import { picture } from '../../src/testing/book-picture.js'
import { always, backtest, level, marketOf, Tape } from './try-backtest.js'

/** Three ticks of a cent on each side of the middle. */
const TERMS = { spreadMax: Price.of(300), sizeMin: Size.ofShares(50), pointsPerHour: 3_600 }

function bookOf(text: string): VenueBook {
  const book = new VenueBook(marketOf())
  for (const { side, price, size } of picture(text)) {
    const isBid = side === 'bid'
    book.set(isBid ? 0 : 1, isBid ? price : Price.ONE - price, size)
  }
  return book
}

const oursOf = (text: string): readonly RestingQuote[] => picture(text)

describe('our share of a pool', () => {
  test('weighs two bids and an ask as the published rule does: 66.67 and 44.44 make 44.44', () => {
    // The others' one bid and one ask at a tick weigh 44.44 too.
    const book = bookOf('ask 0.51 100 / bid 0.49 100')
    const { low, high } = poolShare(book, oursOf('ask 0.51 100 / bid 0.49 100 / bid 0.48 200'), TERMS)
    expect([low, high]).toEqual([expect.closeTo(0.5, 10), expect.closeTo(0.5, 10)])
  })

  test('counts one side alone as a third: 133.33 makes 44.44', () => {
    const book = bookOf('ask 0.51 100 / bid 0.49 100')
    const { low, high } = poolShare(book, oursOf('bid 0.49 300'), TERMS)
    expect([low, high]).toEqual([expect.closeTo(0.5, 10), expect.closeTo(0.5, 10)])
  })

  test('counts one side alone as nothing where the middle is near an end', () => {
    const book = bookOf('ask 0.06 100 / bid 0.04 100')
    expect(poolShare(book, oursOf('bid 0.04 300'), TERMS)).toEqual({ low: 0, high: 0 })
    expect(poolShare(book, oursOf('bid 0.04 100 / ask 0.06 100'), TERMS).low).toBeCloseTo(0.5, 10)
  })

  test('is lower where small levels compete too, and where a lopsided book is many makers', () => {
    const book = bookOf('ask 0.51 400 / bid 0.49 100 / bid 0.48 40')
    const { low, high } = poolShare(book, oursOf('ask 0.51 100 / bid 0.49 100'), TERMS)
    const [bid, ask] = [(100 * 4 + 40) / 9, (400 * 4) / 9]
    expect(low).toBeCloseTo(400 / 9 / (400 / 9 + (2 * bid + ask) / 3), 10)
    expect(high).toBeCloseTo(400 / 9 / (400 / 9 + Math.max(400 / 9, ask / 3)), 10)
    expect(low).toBeLessThan(high)
  })

  test('is nothing for orders that are too small or outside the band, and in a book without a middle', () => {
    const book = bookOf('ask 0.51 100 / bid 0.49 100')
    expect(poolShare(book, oursOf('bid 0.49 49 / bid 0.47 900'), TERMS)).toEqual({ low: 0, high: 0 })
    expect(poolShare(bookOf('bid 0.49 100'), oursOf('bid 0.48 100'), TERMS)).toEqual({ low: 0, high: 0 })
  })

  test('is never above 1, and its low end never above its high end', () => {
    const quote = fc.record({
      side: fc.constantFrom<BookSide>('bid', 'ask'),
      distance: fc.integer({ min: 1, max: 5 }),
      size: fc.integer({ min: 1, max: 300 }),
    })
    const quotes = fc.array(quote, { maxLength: 8 })
    fc.assert(
      fc.property(quotes, quotes, fc.integer({ min: 6, max: 94 }), (theirs, ours, middle) => {
        const placed = (one: { side: BookSide; distance: number; size: number }): RestingQuote => ({
          side: one.side,
          price: (one.side === 'bid' ? middle - one.distance : middle + one.distance) * 100,
          size: Size.ofShares(one.size),
        })
        const book = new VenueBook(marketOf())
        for (const { side, price, size } of theirs.map(placed))
          book.set(side === 'bid' ? 0 : 1, side === 'bid' ? price : Price.ONE - price, size)
        const { low, high } = poolShare(book, ours.map(placed), TERMS)
        expect(low).toBeGreaterThanOrEqual(0)
        expect(high).toBeLessThanOrEqual(1)
        expect(low).toBeLessThanOrEqual(high + 1e-12)
      }),
      { seed: 11, numRuns: 300 },
    )
  })
})

describe('rewards of a backtest', () => {
  const market = marketOf(0, { rewards: TERMS })
  const quotes = always({ bid: level(0.49, 100), ask: level(0.51, 100) })
  const tape = () => new Tape().book(0, 'ask 0.51 100 / bid 0.49 100').wait(30_000).wait(60_000)
  const run = (changes: Parameters<typeof backtest>[2] = {}) => backtest(tape(), quotes, { markets: [market], ...changes })

  test('are paid for the time that orders rest, the low estimate in a total that still adds up', async () => {
    const [account] = (await run({ rewards: { usdtPerPoint: 0.01, terms: null } })).accounts
    // A point a second, half of it ours, for a minute that begins with the first whole second.
    expect(account?.rewards.pointsLow).toBeGreaterThan(28)
    expect(account?.rewards.pointsHigh).toBeLessThanOrEqual(30.1)
    expect(account?.rewards.low).toBe(account?.profit.rewards)
    expect(Wei.toNumber(account?.profit.rewards ?? Wei.ZERO)).toBeCloseTo((account?.rewards.pointsLow ?? 0) / 100, 5)
    const { total = 0n, spread = 0n, drift = 0n, settlement = 0n, fees = 0n, rewards = 0n } = account?.profit ?? {}
    expect(total).toBe(spread + drift + settlement + fees + rewards)
  })

  test('are points without a value where the config gives none', async () => {
    const [account] = (await run()).accounts
    expect(account?.rewards.pointsLow).toBeGreaterThan(28)
    expect([account?.rewards.high, account?.profit.rewards]).toEqual([0n, 0n])
  })

  test('use the terms of the config where it has some, and are zero without any terms', async () => {
    const bare = [marketOf()]
    expect((await run({ markets: bare })).accounts[0]?.rewards.pointsHigh).toBe(0)
    const [account] = (await run({ markets: bare, rewards: { usdtPerPoint: 0, terms: TERMS } })).accounts
    expect(account?.rewards.pointsLow).toBeGreaterThan(28)
  })
})
