import { describe, expect, test } from 'vitest'
import { createSystemClock } from '../../src/runtime/system-clock.js'

/** Two clocks in the hand of a test, in ms. */
function handmade() {
  const times = { monotonic: 5_000, wall: 1_700_000_000_000 }
  const clock = createSystemClock({ monotonic: () => times.monotonic, wall: () => times.wall })
  const pass = (ms: number): void => {
    times.monotonic += ms
    times.wall += ms
  }
  return { clock, times, pass }
}

describe('the clock of a run', () => {
  test('begins at the wall clock’s time and counts microseconds', () => {
    const { clock, pass } = handmade()
    expect(clock.now()).toBe(1_700_000_000_000_000)
    pass(0.25)
    expect(clock.now()).toBe(1_700_000_000_000_250)
  })

  test('goes on evenly while the wall clock is an hour ahead for ten seconds', () => {
    const { clock, times, pass } = handmade()
    const start = clock.now()
    pass(1_000)
    times.wall += 3_600_000
    expect(clock.wallOffset()).toBe(3_600_000_000)
    pass(10_000)
    expect(clock.now() - start).toBe(11_000_000)
    times.wall -= 3_600_000
    expect(clock.wallOffset()).toBe(0)
    pass(500)
    expect(clock.now() - start).toBe(11_500_000)
  })

  test('leaves out the noise of a wall clock of whole milliseconds', () => {
    const { clock, times } = handmade()
    times.monotonic += 0.999
    expect(clock.wallOffset()).toBe(0)
    times.wall += 4
    expect(clock.wallOffset()).toBe(0)
    times.wall += 20
    expect(clock.wallOffset()).toBeGreaterThan(20_000)
  })

  test('of this machine counts microseconds and never goes backwards', () => {
    const clock = createSystemClock()
    const before = Date.now()
    let last = clock.now()
    // A busy machine may let time pass between any two of these.
    expect(last / 1_000).toBeGreaterThan(before - 100)
    expect(last / 1_000).toBeLessThan(Date.now() + 100)
    for (let i = 0; i < 10_000; i++) {
      const now = clock.now()
      expect(now).toBeGreaterThanOrEqual(last)
      last = now
    }
    expect(Number.isSafeInteger(last)).toBe(true)
  })
})
