import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NO_MARKET, Order } from '../../src/engine/order.js'
import { OrderTable } from '../../src/engine/order-table.js'
import { MarketId } from '../../src/model/ids.js'
import { level, START } from './desk-bench.js'

const orderOf = (number: number): Order => {
  const order = new Order()
  const where = { marketId: MarketId.of('m'), market: NO_MARKET, outcome: 'yes', side: 'buy', style: 'limit' } as const
  order.open({ ...where, ...level(0.5, 1), number, expiresAt: START, placedAt: START, wallOffset: 0 }, START)
  return order
}

/** Mostly in turn, as a desk numbers its orders; some far away, as a wallet shows them that were placed long ago. */
const numbers = fc.uniqueArray(
  fc.oneof(
    { weight: 8, arbitrary: fc.integer({ min: 1, max: 600 }) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 2 ** 32 - 1 }) },
    { weight: 2, arbitrary: fc.integer({ min: 1, max: 40 }).map(n => n * 65_536 + 7) },
  ),
  { minLength: 1, maxLength: 400 },
)

test('finds and forgets the orders that a map finds and forgets, in the order in which they came', () => {
  fc.assert(
    fc.property(numbers, fc.infiniteStream(fc.constantFrom('keep', 'forget', 'forget')), (added, verdicts) => {
      const table = new OrderTable()
      const twin = new Map<number, Order>()
      for (const [i, number] of added.entries()) {
        const order = orderOf(number)
        table.add(order)
        twin.set(number, order)
        if (i % 50 !== 49) continue
        const stopAt = [...twin.keys()][30]
        const gone: number[] = []
        const judge = (each: Order): 'keep' | 'forget' | 'stop' => {
          if (each.terms.number === stopAt) return 'stop'
          const verdict = verdicts.next().value as 'keep' | 'forget'
          if (verdict === 'forget') twin.delete(each.terms.number)
          return verdict
        }
        table.forget(judge, each => void gone.push(each.terms.number))
        for (const number of gone) expect(table.find(number)).toBe(undefined)
      }
      expect(table.all).toEqual([...twin.values()])
      for (const number of added) expect(table.find(number)).toBe(twin.get(number))
    }),
    { numRuns: 60, seed: 5 },
  )
})
