import { expect, test } from 'vitest'
import { Samples } from '../../backtest/samples.js'
import { VenueBook } from '../../backtest/venue-book.js'
import { Timestamp } from '../../src/model/time.js'
import { marketOf } from './try-backtest.js'

test('thinning keeps what stood at the end of each interval, and the last book of all', () => {
  const busy = new VenueBook(marketOf(0))
  const quiet = new VenueBook(marketOf(1))
  for (const [lane, price] of [
    [0, 1_000],
    [1, 8_000],
  ] as const)
    quiet.set(lane, price, 1)
  const samples = new Samples([busy, quiet])
  const seconds = 100_001
  for (let second = 0; second < seconds; second++) {
    busy.set(0, busy.bid, 0)
    busy.set(0, 4_000 + (second % 500), 1)
    samples.take(Timestamp.ofSeconds(second), [])
  }
  expect(samples.books.length).toBeLessThanOrEqual(80_000)
  const shown = (market: number, at: number) =>
    samples.books.findLast(book => book.market === market && book.at <= Timestamp.ofSeconds(at))?.bid
  expect(shown(1, seconds)).toBe(1_000)
  // Looked at every second second since the books were thinned.
  expect(shown(0, seconds - 1)).toBe(4_000 + ((seconds - 2) % 500))
  expect(shown(0, 30_001)).toBe(4_000 + (30_001 % 500))
})
