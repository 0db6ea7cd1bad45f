import { expect, it } from 'vitest'
import type { Report } from '../../../src/model/report.js'
import { createManualClock } from '../../../src/testing/manual-clock.js'
import { createRateReports } from '../../../src/venues/predict/rate-reports.js'

const opened = () => {
  const clock = createManualClock()
  const rates = createRateReports(clock)
  const told: Report[] = []
  rates.reports.subscribe(report => told.push(report))
  return { clock, rates, told }
}
const GET = { method: 'GET', path: '/v1/orders/matches?first=100' } as const
const POST = { method: 'POST', path: '/v1/orders' } as const

it('tells the time at which the request left, and how many reads left since the last report', () => {
  const { clock, rates, told } = opened()
  const sentAt = clock.now()
  rates.sent(GET)
  rates.sent(POST)
  const heard = rates.sent(GET)
  clock.advance(40)
  heard({ limit: 500, remaining: 497, resetSeconds: 20 })
  expect(told).toMatchObject([{ kind: 'rate', at: sentAt, receivedAt: clock.now(), remaining: 497, reads: 2 }])
  clock.advance(1_000)
  rates.sent(POST)({ limit: 500, remaining: 496, resetSeconds: 19 })
  expect(told[1]).toMatchObject({ remaining: 496, reads: 0 })
})

it('tells at most once a second while there is plenty, and each time when little is left', () => {
  const { clock, rates, told } = opened()
  rates.sent(POST)({ limit: 500, remaining: 400, resetSeconds: 20 })
  clock.advance(500)
  rates.sent(POST)({ limit: 500, remaining: 399, resetSeconds: 20 })
  expect(told).toHaveLength(1)
  rates.sent(POST)({ limit: 500, remaining: 99, resetSeconds: 20 })
  rates.sent(POST)({ limit: 500, remaining: 98, resetSeconds: 20 })
  expect(told).toHaveLength(3)
})

it('says nothing of routes that are counted elsewhere', () => {
  const { rates, told } = opened()
  rates.sent({ method: 'GET', path: '/v1/markets' })({ limit: 250, remaining: 3, resetSeconds: 20 })
  expect(told).toEqual([])
})
