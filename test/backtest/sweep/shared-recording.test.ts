import { expect, test } from 'vitest'
import { openChunk, shareChunk } from '../../../backtest/sweep/shared-recording.js'
import { packEvents } from '../../../src/model/columns.js'
import { MarketIndex } from '../../../src/model/ids.js'
import { Price, Size } from '../../../src/model/money.js'
import { Timestamp } from '../../../src/model/time.js'

test('every column that threads read is shared memory, and opening a chunk copies none of them', () => {
  const stamp = { at: Timestamp.of(1), receivedAt: Timestamp.of(2) }
  const level = {
    kind: 'level',
    market: MarketIndex.of(0),
    side: 'bid',
    price: Price.of(4_000),
    size: Size.of(5),
    cause: 'added',
    ...stamp,
  } as const
  const events = packEvents([level, { ...level, price: Price.of(3_900) }])
  const shared = shareChunk({ events, batchEnds: Uint32Array.of(2), byVenueTime: Uint32Array.of(0, 1) })
  const columns = [...Object.values(shared.columns), shared.batchEnds, shared.byVenueTime, shared.rare].filter(
    column => typeof column !== 'number',
  )
  expect(columns).toHaveLength(10)
  for (const { buffer } of columns) expect(buffer).toBeInstanceOf(SharedArrayBuffer)
  const [one, other] = [openChunk(shared), openChunk(shared)]
  expect([one.events.price[0], one.events.price[1]]).toEqual([4_000, 3_900])
  shared.columns.price[1] = 3_800
  expect([one.events.price[1], other.events.price[1]]).toEqual([3_800, 3_800])
})
