import { expect, test } from 'vitest'
import { createHeard } from '../../src/keeper/heard.js'

const hello = (clockOffsetMaxMs: number | null) =>
  ({
    kind: 'hello',
    epoch: 1,
    unattendedMaxMs: 5_000,
    orderLifeSeconds: 30,
    clockOffsetMaxMs,
    logFile: '',
    markets: [],
  }) as const

test('orders are given the limit of the clocks’ offset beyond their expiration, and what was measured as soon as it is', () => {
  const heard = createHeard(() => undefined)
  expect(heard.clockAllowanceMs).toBe(5_000)
  heard.take(hello(2_000))
  expect(heard.clockAllowanceMs).toBe(2_000)
  heard.take({ kind: 'clock', offsetMs: 310.2 })
  expect(heard.clockAllowanceMs).toBe(311)
  // A clock that is behind lets orders expire early.
  heard.take({ kind: 'clock', offsetMs: -90 })
  expect(heard.clockAllowanceMs).toBe(0)
})

test('without such a limit five seconds are assumed until there is a measurement', () => {
  const heard = createHeard(() => undefined)
  heard.take(hello(null))
  expect(heard.clockAllowanceMs).toBe(5_000)
  heard.take({ kind: 'clock', offsetMs: 7_000 })
  expect(heard.clockAllowanceMs).toBe(7_000)
})
