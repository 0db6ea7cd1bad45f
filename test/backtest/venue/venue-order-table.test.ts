import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AnswerState, type VenueOrder } from '../../../backtest/venue/venue-order.js'
import { VenueOrderTable } from '../../../backtest/venue/venue-order-table.js'
import { PLACE } from '../try-backtest.js'

test('finds by its number what a map would find, whatever comes and goes', () => {
  const step = fc.record({ isNew: fc.boolean(), stride: fc.constantFrom(1, 1, 3, 64), back: fc.integer({ min: 0, max: 300 }) })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 600 }), steps => {
      const table = new VenueOrderTable()
      const known = new Map<number, VenueOrder>()
      let last = 0
      for (const { isNew, stride, back } of steps) {
        const number = isNew ? (last += stride) : last - back
        if (isNew) known.set(number, table.open(number, PLACE))
        else release(table, known, number)
        expect(table.find(number)).toBe(known.get(number) ?? null)
      }
      for (const [number, order] of known) expect(table.find(number)).toBe(order)
      expect(table.count).toBe(known.size)
    }),
    { numRuns: 100, seed: 5 },
  )
})

function release(table: VenueOrderTable, known: Map<number, VenueOrder>, number: number): void {
  const order = known.get(number)
  if (order === undefined) return
  order.status = 'CANCELLED'
  table.release(order)
  expect(table.find(number)).toBe(order)
  order.answer = AnswerState.HEARD
  table.release(order)
  known.delete(number)
}
