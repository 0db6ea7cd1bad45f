import { expect, test } from 'vitest'
import { Course } from '../../backtest/course.js'
import { Profit } from '../../backtest/profit.js'
import { VenueMatch } from '../../backtest/venue/venue-match.js'
import { VenueOrder } from '../../backtest/venue/venue-order.js'
import { VenueBook } from '../../backtest/venue-book.js'
import { Wei } from '../../src/model/money.js'
import { Timestamp } from '../../src/model/time.js'
import { marketOf, PLACE } from './try-backtest.js'

const MANY = 150_000_000_000

/** An account that bought `size` millionths at 0.50, with a fee in shares. */
function bought(size: number, fee: bigint): { profit: Profit; book: VenueBook } {
  const book = new VenueBook(marketOf())
  book.clear()
  book.set(0, 4_000, 1)
  book.set(1, 5_000, 1)
  const profit = new Profit([book])
  const order = new VenueOrder()
  order.open(1, PLACE)
  const match = new VenueMatch()
  match.add(order, true, size, 5_000 * size, { in: 'shares', amount: Wei.of(fee) })
  profit.fill(0, match.legs[0]!)
  return { profit, book }
}

test.each([
  ['whole amounts', MANY, 0n],
  ['a fee with a part of a millionth', MANY, 1n],
  ['more than a double counts', 3 * MANY, 0n],
])('%s are marked to the wei, and thinned samples keep what they were', (_, size, fee) => {
  const { profit, book } = bought(size, fee)
  const course = new Course()
  const shares = BigInt(size) * 10n ** 12n - fee
  const paid = BigInt(size) * 5n * 10n ** 11n
  const expected: { at: Timestamp; equity: bigint; byStrategy: bigint[]; net: number[] }[] = []
  let [peak, fall] = [0n, 0n]
  for (let second = 0; second < 9; second++) {
    const at = Timestamp.ofSeconds(second)
    const bid = 4_500 + ((second * 1_234) % 500)
    book.begin(at)
    book.set(0, book.bid, 0)
    book.set(0, bid, 1)
    book.begin(at + 1)
    course.take(at, profit, second !== 8)
    const equity = (shares * BigInt(bid)) / 10_000n - paid
    if (equity > peak) peak = equity
    else if (peak - equity > fall) fall = peak - equity
    if (second !== 8) expected.push({ at, equity, byStrategy: [], net: [Number(shares) / 1e18] })
  }
  expect(course.list).toEqual(expected)
  expect(course.maxDrawdown).toBe(fall)
  course.halve()
  expect(course.list).toEqual(expected.filter((_, index) => index % 2 === 0))
  expect(profit.cash).toBe(-paid)
})
