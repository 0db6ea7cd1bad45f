import { expect, test } from 'vitest'
import type { Fill } from '../../../src/model/fill.js'
import { FillKey, MarketIndex, OrderHash } from '../../../src/model/ids.js'
import { Wei } from '../../../src/model/money.js'
import { Timestamp } from '../../../src/model/time.js'
import { createFillMemory } from '../../../src/venues/predict/fill-memory.js'

const fill = (name: string): Fill => ({
  key: FillKey.of(name, OrderHash.of('0x1'), 0),
  order: null,
  market: MarketIndex.of(0),
  outcome: 'yes',
  side: 'buy',
  shares: Wei.ONE,
  value: Wei.ONE,
  fee: { in: 'shares', amount: Wei.ZERO },
})
const fresh = () => createFillMemory({ sinceMs: 0, done: [], unsettled: [] })
const HOUR_MS = 3_600_000

test('a state is told once, and a match that comes after its end not at all', () => {
  const memory = fresh()
  expect(
    ['matched', 'matched', 'settled', 'settled', 'matched'].map(state => memory.note(state as 'matched', fill('a'), 1)),
  ).toEqual([true, false, true, false, false])
  expect(memory.unsettled()).toEqual([])
})

test('a settlement may be the first that is heard of a fill', () => {
  expect(fresh().note('settled', fill('a'), 1)).toBe(true)
})

test('fills of an earlier life are known', () => {
  const memory = createFillMemory({ sinceMs: 5, done: [fill('a').key], unsettled: [fill('b')] })
  expect(memory.note('settled', fill('a'), 9)).toBe(false)
  expect(memory.note('matched', fill('b'), 9)).toBe(false)
  expect(memory.note('failed', fill('b'), 9)).toBe(true)
})

test('what need not be read again moves on, but never past an open fill', () => {
  const memory = fresh()
  memory.note('matched', fill('a'), HOUR_MS)
  memory.caughtUp(Timestamp.ofMs(9 * HOUR_MS))
  expect(memory.sinceMs).toBe(0.75 * HOUR_MS)
  memory.note('settled', fill('a'), 9 * HOUR_MS)
  memory.caughtUp(Timestamp.ofMs(9 * HOUR_MS))
  expect(memory.sinceMs).toBe(8.75 * HOUR_MS)
})

test('what need not be read again stays where the venue’s clock is not known', () => {
  const memory = fresh()
  memory.caughtUp(null)
  expect(memory.sinceMs).toBe(0)
})

test('fills that can be read no more are forgotten', () => {
  const memory = fresh()
  memory.note('settled', fill('a'), HOUR_MS)
  memory.caughtUp(Timestamp.ofMs(3 * HOUR_MS))
  expect(memory.isDone(fill('a').key)).toBe(false)
})
