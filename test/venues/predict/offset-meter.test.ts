import { expect, test } from 'vitest'
import type { Report } from '../../../src/model/report.js'
import { Timestamp } from '../../../src/model/time.js'
import { createManualClock } from '../../../src/testing/manual-clock.js'
import { createOffsetMeter } from '../../../src/venues/predict/offset-meter.js'
import { createOperator } from '../../exchange/server/operator-client.js'
import { openExchange, takeSeat, until } from './seat.js'

/** A venue whose clock is behind ours by `aheadMs`, told of over a way of `wayMs`. */
const measured = () => {
  const clock = createManualClock()
  const offset = createOffsetMeter(clock)
  const told: number[] = []
  offset.reports.subscribe(report => report.kind === 'offset' && told.push(report.aheadUs / 1_000))
  const beat = (aheadMs: number, wayMs: number, afterMs = 6_000): void => {
    const receivedAt = clock.advance(afterMs)
    offset.roundTrip(wayMs * 2_000, receivedAt)
    offset.stamp(receivedAt / 1_000 - aheadMs - wayMs, receivedAt)
  }
  /** A login that took so long, from a venue whose clock is behind ours by `aheadMs`. */
  const login = (aheadMs: number, tookMs: number): void => {
    const sentAt = clock.advance(1_000)
    const receivedAt = clock.advance(tookMs)
    offset.between(Math.floor((sentAt / 1_000 + tookMs / 2 - aheadMs) / 1_000), sentAt, receivedAt)
  }
  return { beat, login, offset, told }
}

test.each([3_600_000, -3_600_000])(
  'a login shows that the clock is %i ms away before anything was pushed, and less than it proves is not told',
  aheadMs => {
    const { login, beat, told } = measured()
    login(aheadMs, 50)
    expect(told).toHaveLength(1)
    expect(Math.abs(told[0]! - aheadMs)).toBeLessThanOrEqual(1_050)
    expect(Math.abs(told[0]!)).toBeLessThanOrEqual(Math.abs(aheadMs))
    beat(aheadMs, 10)
    expect(told.slice(1)).toEqual([aheadMs])
    login(aheadMs + 5_000, 50)
    expect(told).toHaveLength(2)
  },
)

test('a login proves nothing of a clock that is right', () => {
  const { login, told } = measured()
  for (let count = 0; count < 10; count++) login(count * 15 - 70, 40 + count * 333)
  expect(told).toEqual([])
})

test('who listens later is told what is known', () => {
  const { login, offset } = measured()
  login(10_000, 0)
  const late: number[] = []
  offset.reports.subscribe(report => report.kind === 'offset' && late.push(report.aheadUs))
  expect(late).toHaveLength(1)
})

test('the way here is no part of the offset, and a slow moment changes nothing', () => {
  const { beat, told } = measured()
  beat(40, 10)
  beat(40, 900)
  beat(40, 10)
  expect(told).toEqual([40])
})

test('a venue whose clock goes ahead of ours is told at once, one that falls behind once no older stamp says better', () => {
  const { beat, told } = measured()
  beat(0, 10)
  beat(-3_000, 10, 100)
  expect(told).toEqual([0, -3_000])
  for (let count = 0; count < 6; count++) beat(1_000, 10)
  expect(told).toEqual([0, -3_000, 1_000])
})

test('small changes are left out, and others told some seconds apart', () => {
  const { beat, told } = measured()
  beat(0, 10)
  beat(-10, 10)
  beat(-50, 10)
  beat(-90, 10, 1_000)
  beat(-90, 10)
  expect(told).toEqual([0, -50, -90])
})

const isOffset = (report: Report): report is Report & { readonly kind: 'offset' } => report.kind === 'offset'

test.each([-4_000, 4_000])('an exchange whose clock is %i ms away is found out by its heartbeats and pushes', async byMs => {
  const exchange = await openExchange({ heartbeatMs: 100, faults: [{ kind: 'clock-offset', byMs }] })
  const seat = await takeSeat(exchange, 0)
  try {
    const report = await until(() => seat.reports.find(isOffset))
    expect(report.aheadUs / 1_000).toBeGreaterThan(-byMs - 50)
    expect(report.aheadUs / 1_000).toBeLessThan(-byMs + 200)
    expect(report.at).toBeLessThanOrEqual(Timestamp.ofMs(Date.now() + 1))
  } finally {
    seat.leave()
    await exchange.close()
  }
})

test('an unchanged book is confirmed although the venue’s clock was set', async () => {
  const exchange = await openExchange()
  const operator = createOperator(exchange)
  const seat = await takeSeat(exchange, 0, true, undefined, { silentBookMs: 80, confirmCallsPerMinute: 60_000 })
  try {
    const said = (kind: string): number => seat.frames.filter(frame => 'event' in frame && frame.event.kind === kind).length
    await until(() => (said('confirmed') > 2 ? true : undefined))
    await operator.done('/faults', { kind: 'clock-offset', byMs: 5_000 })
    const before = said('confirmed')
    await until(() => (said('confirmed') > before + 4 ? true : undefined))
    expect(said('feed')).toBe(0)
  } finally {
    seat.leave()
    await exchange.close()
  }
})
