import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createEventWriter, packEvents, unpackEvent } from '../../src/model/columns.js'
import type { MarketEvent } from '../../src/model/event.js'
import { MarketIndex } from '../../src/model/ids.js'
import { Price, Size } from '../../src/model/money.js'
import { Timestamp } from '../../src/model/time.js'

const stamps = fc.record({ at: fc.nat().map(Timestamp.of), receivedAt: fc.nat().map(Timestamp.of) })
const levels = fc.record({
  market: fc.nat({ max: 300 }).map(MarketIndex.of),
  side: fc.constantFrom('bid' as const, 'ask' as const),
  price: fc.integer({ min: 1, max: 9_999 }).map(Price.of),
  size: fc.nat({ max: 900_000_000_000 }).map(Size.of),
})
const causes = fc.constantFrom('added' as const, 'traded' as const, 'removed' as const, 'unexplained' as const)
const events: fc.Arbitrary<MarketEvent> = fc.oneof(
  fc.tuple(stamps, levels, causes).map(([stamp, level, cause]) => ({ ...stamp, ...level, kind: 'level' as const, cause })),
  fc.tuple(stamps, levels).map(([stamp, level]) => ({ ...stamp, ...level, kind: 'trade' as const })),
  stamps.map(stamp => ({ ...stamp, kind: 'clear' as const, market: MarketIndex.of(3) })),
  stamps.map(stamp => ({ ...stamp, kind: 'reference' as const, name: 'BTC', value: 60_000.5 })),
  stamps.map(stamp => ({ ...stamp, kind: 'reference-feed' as const, name: 'BTC', state: 'lost' as const, why: 'cut' })),
)

test('a row read back is the event that was written, through any growth', () => {
  fc.assert(
    fc.property(fc.array(events, { maxLength: 40 }), written => {
      const writer = createEventWriter(1)
      for (const event of written) writer.push(event)
      expect(writer.columns.length).toBe(written.length)
      expect(written.map((_, row) => unpackEvent(writer.columns, row))).toEqual(written)
    }),
  )
})

test('a cleared writer starts at row 0 with the same memory', () => {
  const writer = createEventWriter(4)
  const event: MarketEvent = { kind: 'clear', market: MarketIndex.of(0), at: Timestamp.ZERO, receivedAt: Timestamp.ZERO }
  writer.push(event)
  const { kind } = writer.columns
  writer.clear()
  expect(writer.columns.length).toBe(0)
  writer.push(event)
  expect(writer.columns.kind).toBe(kind)
  expect(unpackEvent(packEvents([event]), 0)).toEqual(event)
})
