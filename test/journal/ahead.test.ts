import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { openAhead } from '../../src/journal/ahead.js'
import { MarketIndex } from '../../src/model/ids.js'
import { Price, Size } from '../../src/model/money.js'
import { at, signed } from './lines.js'

const folder = mkdtempSync(join(tmpdir(), 'oddsmith-ahead-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const order = fc
  .record({
    market: fc.nat(999).map(MarketIndex.of),
    outcome: fc.constantFrom('yes', 'no'),
    side: fc.constantFrom('buy', 'sell'),
    style: fc.constantFrom('post-only', 'limit', 'market', 'fill-or-kill'),
    price: fc.integer({ min: 1, max: 9_999 }).map(Price.of),
    size: fc.integer({ min: 0, max: Size.ORDER_MAX }).map(Size.of),
    expiresAt: fc.nat(1e9).map(at),
  })
  .chain(place => fc.nat(2 ** 31 - 1).map(counter => signed(counter, place)))

test('gives back each order with all its fields, as it was written', () => {
  const ahead = openAhead(join(folder, 'ahead'))
  fc.assert(
    fc.property(fc.array(order, { minLength: 1, maxLength: 4 }), orders => {
      const turn = { checkpointAt: at(0), lines: { at: at(1), entries: [], orders } }
      ahead.write(turn)
      expect(ahead.read()).toEqual(turn)
    }),
    { seed: 3 },
  )
  ahead.close()
})
