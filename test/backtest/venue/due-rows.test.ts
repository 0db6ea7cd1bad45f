import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DueRows } from '../../../backtest/venue/due-rows.js'
import { type DueKind, DueQueue } from '../../../src/exchange/core/due-queue.js'
import { Timestamp } from '../../../src/model/time.js'

test('brings what is due in the order of the core, also after dead rows were dropped', () => {
  const due = fc.record({
    at: fc.integer({ min: 1, max: 20 }),
    kind: fc.constantFrom<DueKind>(1, 3, 4),
    does: fc.constantFrom('push', 'push', 'push', 'shift', 'keep'),
  })
  fc.assert(
    fc.property(fc.array(due, { maxLength: 400 }), steps => {
      const rows = new DueRows<number>()
      const queue = new DueQueue()
      for (const [id, { at, kind, does }] of steps.entries()) {
        if (does === 'push') {
          rows.push(at, kind, id, id * 2)
          queue.push({ at: Timestamp.of(at), kind, id })
        } else if (does === 'keep') {
          rows.keep((thing, id) => thing === id * 2 && id % 3 !== 0)
          queue.keep(({ id }) => id % 3 !== 0)
        } else if (queue.shift() !== undefined) rows.drop()
        const first = queue.first()
        expect(rows.length).toBe(queue.length)
        expect(rows.dueAt).toBe(first?.at ?? Number.POSITIVE_INFINITY)
        if (first !== undefined) expect([rows.id, rows.thing]).toEqual([first.id, first.id * 2])
      }
    }),
    { numRuns: 200, seed: 9 },
  )
})
