import { afterEach, expect, test, vi } from 'vitest'
import { wakePool } from '../../src/cli/wake-pool.js'

afterEach(() => void vi.useRealTimers())

test('the pool gets work once a second, and the process may end meanwhile', () => {
  vi.useFakeTimers()
  const work = vi.fn<() => void>()
  const timer = wakePool(work)
  expect(timer.hasRef()).toBe(false)
  vi.advanceTimersByTime(3_000)
  expect(work).toHaveBeenCalledTimes(3)
  clearInterval(timer)
})
