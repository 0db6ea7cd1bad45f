import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startLongTimer } from '../../../src/cli/trade/long-timer.js'

const DAY = 86_400_000

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test.each([1, 1_000, 24 * DAY, 25 * DAY, 60 * DAY])('a timer of %i ms fires once, at its time', ms => {
  let fired = 0
  startLongTimer(ms, () => fired++)
  vi.advanceTimersByTime(ms - 1)
  expect(fired).toBe(0)
  vi.advanceTimersByTime(1)
  expect(fired).toBe(1)
  vi.advanceTimersByTime(60 * DAY)
  expect(fired).toBe(1)
})

test('a canceled timer does not fire, in whichever part of its time', () => {
  let fired = 0
  const cancel = startLongTimer(60 * DAY, () => fired++)
  vi.advanceTimersByTime(40 * DAY)
  cancel()
  vi.advanceTimersByTime(60 * DAY)
  expect(fired).toBe(0)
})
