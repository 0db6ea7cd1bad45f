import { expect, test } from 'vitest'
import { createDaemonNews } from '../../src/keeper/daemon-news.js'

const hello = (clockOffsetMaxMs: number | null) =>
  ({
    kind: 'hello',
    epoch: 1,
    unattendedMaxMs: 5_000,
    orderLifeSeconds: 30,
    clockOffsetMaxMs,
    logFile: '',
  }) as const

test('orders are given the limit of the clocks’ offset beyond their expiration, and what was measured as soon as it is', () => {
  const heard = createDaemonNews(() => undefined)
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
  const heard = createDaemonNews(() => undefined)
  heard.take(hello(null))
  expect(heard.clockAllowanceMs).toBe(5_000)
  heard.take({ kind: 'clock', offsetMs: 7_000 })
  expect(heard.clockAllowanceMs).toBe(7_000)
})

test('a market is known by its index, and the newest that joined there is the one that is meant', () => {
  const heard = createDaemonNews(() => undefined)
  heard.take({ kind: 'joined', index: 0, id: '1001', strategy: 'two-sided' })
  expect([heard.marketAt(0)?.id, heard.marketAt(1)]).toEqual(['1001', undefined])
  heard.take({ kind: 'joined', index: 1, id: '1002', strategy: 'mine' })
  heard.take({ kind: 'joined', index: 0, id: '1003', strategy: null })
  expect([0, 1].map(index => heard.marketAt(index))).toMatchObject([
    { id: '1003', strategy: null },
    { id: '1002', strategy: 'mine' },
  ])
})
