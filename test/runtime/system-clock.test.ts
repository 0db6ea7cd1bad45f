import { expect, test } from 'vitest'
import { createSystemClock } from '../../src/runtime/system-clock.js'

test('the clock is near the wall and never runs backwards', () => {
  const clock = createSystemClock()
  const times = Array.from({ length: 10_000 }, () => clock.now())
  expect(times).toEqual(times.toSorted((a, b) => a - b))
  expect(Math.abs(clock.now() / 1_000 - Date.now())).toBeLessThan(50)
})
