import { expect, it } from 'vitest'
import { resolutionsOf, VenueBook } from '../../backtest/venue-book.js'
import { Timestamp } from '../../src/model/time.js'
import { marketOf } from './try-backtest.js'

const ASK = 10_000 - 4_400

it.each([true, false])(
  'a recorded book that empties keeps the middle at which it last stood, looked at before or not (%s)',
  isLookedAt => {
    const book = new VenueBook(marketOf(0))
    const look = (): void => void (isLookedAt ? book.middle : null)
    book.clear()
    expect(book.middle).toBe(10_000)
    book.set(0, 4_000, 10)
    book.set(1, ASK, 10)
    look()
    book.set(1, ASK, 0)
    look()
    book.set(0, 4_000, 0)
    // If the other side is empty, that is the end of the scale.
    expect(book.middle).toBe(4_000 + 10_000)
    book.set(0, 3_000, 5)
    book.set(1, 6_000, 5)
    look()
    book.clear()
    expect(book.middle).toBe(3_000 + 4_000)
    book.set(0, 3_000, 0)
    expect(book.middle).toBe(3_000 + 4_000)
  },
)

it('counts a group as resolved once each of its markets has its result', () => {
  const group = { id: 'cup', isNegRisk: true, isExhaustive: true }
  const result = { yes: 0, at: Timestamp.of(1) } as const
  const books = [marketOf(0, { group, result }), marketOf(1, { group }), marketOf(2, { result }), marketOf(3)].map(
    market => new VenueBook(market),
  )
  expect(resolutionsOf(books)).toBe(1)
  books[1]!.define(marketOf(1, { group, result: { yes: 1, at: Timestamp.of(2) } }))
  expect(resolutionsOf(books)).toBe(2)
})
