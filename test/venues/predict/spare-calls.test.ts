import { expect, test } from 'vitest'
import { Timestamp } from '../../../src/model/time.js'
import { createSpareCalls } from '../../../src/venues/predict/spare-calls.js'

const at = { now: Timestamp.ofSeconds(1_000) }
const spare = () => createSpareCalls({ now: () => at.now })
const rate = (remaining: number) => ({ limit: 500, remaining, resetSeconds: 20 })

test('the account is read for certainty only while more than three tenths of the trading window are left, or the next one has begun', () => {
  const calls = spare()
  calls.take('/v1/orders/matches?first=50', rate(151))
  expect(calls.mayReadAccount()).toBe(true)
  calls.take('/v1/orders', rate(150))
  expect(calls.mayReadAccount()).toBe(false)
  expect(calls.mayReadBooks()).toBe(true)
  at.now = Timestamp.add(at.now, 20_000_000)
  expect(calls.mayReadAccount()).toBe(true)
})

test('books have a window of their own, of which little is left to others', () => {
  const calls = spare()
  calls.take('/v1/markets/orderbooks?ids=1,2', rate(26))
  expect(calls.mayReadBooks()).toBe(true)
  calls.take('/v1/markets/orderbooks?ids=1,2', rate(25))
  expect(calls.mayReadBooks()).toBe(false)
})
