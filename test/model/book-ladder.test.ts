import fc from 'fast-check'
import { expect, it } from 'vitest'
import { CrowdLevels } from '../../src/exchange/core/crowd-levels.js'
import { BookLadder, rungOf } from '../../src/model/book-ladder.js'

/** Prices at the ends of the scale and at the edges of the bitmap's words are as likely as any other. */
const prices = fc.oneof(fc.integer({ min: 1, max: 9_999 }), fc.constantFrom(1, 31, 32, 33, 5_000, 5_001, 9_983, 9_984, 9_999))
const sizes = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 1_000 }))
const rows = fc.array(
  fc.record({
    isClear: fc.nat(20).map(n => n === 0),
    side: fc.constantFrom(0 as const, 1 as const),
    price: prices,
    size: sizes,
  }),
)

const bestOf = (levels: ReadonlyMap<number, number>): number => Math.max(0, ...levels.keys())
const belowOf = (levels: ReadonlyMap<number, number>, price: number): number =>
  Math.max(0, ...[...levels.keys()].filter(other => other < price))

function setNaively(levels: Map<number, number>, price: number, size: number): void {
  if (size === 0) levels.delete(price)
  else levels.set(price, size)
}

it('a ladder is what a map of its levels is, whatever comes', () => {
  fc.assert(
    fc.property(rows, prices, (history, asked) => {
      const ladder = new BookLadder()
      const naive = new Map<number, number>()
      for (const { isClear, price, size } of history) {
        if (isClear) {
          ladder.clear()
          naive.clear()
        } else {
          ladder.set(price, size)
          setNaively(naive, price, size)
        }
        expect(ladder.best).toBe(bestOf(naive))
        expect(ladder.sizeAt(price)).toBe(naive.get(price) ?? 0)
        expect(ladder.below(price)).toBe(belowOf(naive, price))
        expect(ladder.below(asked)).toBe(belowOf(naive, asked))
      }
    }),
  )
})

it('the levels of a crowd count a move wherever a best price changes, and nowhere else but at a clear', () => {
  fc.assert(
    fc.property(rows, history => {
      const levels = new CrowdLevels()
      const naive = [new Map<number, number>(), new Map<number, number>()] as const
      for (const { isClear, side, price, size } of history) {
        const { moves } = levels
        const best = bestOf(naive[side])
        const rung = rungOf(side, price)
        if (isClear) {
          levels.clear()
          for (const lane of naive) lane.clear()
        } else {
          levels.set(side, rung, size)
          setNaively(naive[side], rung, size)
        }
        expect(levels.moves !== moves).toBe(isClear || bestOf(naive[side]) !== best)
        expect([levels.best(0), levels.best(1)]).toEqual(naive.map(bestOf))
        expect(levels.shown(side)).toEqual(naive[side])
      }
    }),
    { numRuns: 30 },
  )
})

it('a bid stands at its price and an ask at a dollar less its price', () => {
  fc.assert(
    fc.property(prices, price => {
      expect(rungOf(0, price)).toBe(price)
      expect(rungOf(1, price)).toBe(10_000 - price)
    }),
  )
})

it('a ladder knows the batch of a row from when it was told to keep them', () => {
  const ladder = new BookLadder()
  ladder.note(4_000, 1)
  expect(ladder.batchAt(4_000)).toBe(0)
  ladder.keepBatches()
  ladder.note(4_000, 2)
  expect([ladder.batchAt(4_000), ladder.batchAt(4_001)]).toEqual([2, 0])
  ladder.clear()
  expect(ladder.batchAt(4_000)).toBe(0)
})
