import { expect, test } from 'vitest'
import { Timestamp } from '../src/model/time.js'
import { createManualClock, draw, picture } from '../src/testing.js'

test('stands still until it is moved, and never goes back', () => {
  const clock = createManualClock(Timestamp.ofSeconds(10))
  expect(clock.now()).toBe(clock.now())
  expect(clock.advance(1.5)).toBe(10_001_500)
  expect(clock.now()).toBe(10_001_500)
  expect(() => clock.advance(-1)).toThrow('a clock goes forward, found a step of -1 ms')
  expect(() => clock.advance(Number.NaN)).toThrow('a clock goes forward')
})

test('a book is drawn as it was read', () => {
  const text = 'ask 0.55 20 / ask 0.54 10 / bid 0.52 15.5'
  const levels = picture(text)
  const side = (wanted: 'bid' | 'ask') => levels.filter(level => level.side === wanted)
  expect(draw({ bids: side('bid'), asks: side('ask').toReversed() })).toBe(text)
  expect(() => picture('bid 52 15')).toThrow('a level is drawn like "ask 0.55 20", found "bid 52 15"')
})
