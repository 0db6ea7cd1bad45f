import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../src/exchange/crowd/random.js'
import { Timestamp } from '../../../src/model/time.js'
import { RealisedVolatility } from '../../../src/strategy/estimators/realised-volatility.js'
import { logistic } from '../../../src/strategy/models/logit.js'
import { after, START } from '../../engine/desk-bench.js'

const OPTIONS = { clockMs: 1_000, halfLifeSeconds: 600, of: 'price' } as const

/** A walk of 4 steps a second, told at times that are not the clock's. */
function walk(volatility: number, seconds: number, tell: (at: Timestamp, value: number) => void, start = 0): void {
  const random = createRandom(11)
  let value = start
  for (let step = 1; step <= 4 * seconds; step++) {
    value += (volatility / 2) * random.normal()
    tell(Timestamp.add(START, step * 250_000 + Math.floor(random.uniform() * 1_000)), value)
  }
}

describe('realised volatility', () => {
  // 600 s of half-life weigh as 866 samples: a standard error of 1 / sqrt(2 x 866), 2.4 %. Three of them are allowed.
  it.each([5, 40])('finds a volatility of %d (1/10,000 per root second) within 8 %%', volatility => {
    const measured = new RealisedVolatility(OPTIONS)
    walk(volatility, 4_000, (at, value) => measured.update(at, value), 5_000)
    expect(Math.abs(measured.perRootSecond / volatility - 1)).toBeLessThan(0.08)
  })

  it('finds that of a logit within 8 %, near the edge too', () => {
    const measured = new RealisedVolatility({ ...OPTIONS, of: 'logit' })
    walk(0.01, 4_000, (at, value) => measured.update(at, 10_000 * logistic(value)), -3)
    expect(Math.abs(measured.perRootSecond / 0.01 - 1)).toBeLessThan(0.08)
  })

  it('is the root of a change by time, and fades by half in a half-life', () => {
    const measured = new RealisedVolatility({ ...OPTIONS, halfLifeSeconds: 10 })
    measured.update(after(0), 5_000)
    measured.update(after(1_000), 5_006)
    measured.update(after(2_000), 5_006)
    expect(measured.perRootSecond).toBeCloseTo(6, 9)
    expect(measured.seconds).toBeCloseTo(1, 9)
    const twin = new RealisedVolatility({ ...OPTIONS, halfLifeSeconds: 10 })
    for (const seconds of [0, 1]) twin.update(after(1_000 * seconds), 5_000 + 6 * seconds)
    for (let seconds = 2; seconds <= 12; seconds++) twin.update(after(1_000 * seconds), 5_006)
    measured.update(after(12_000), 5_006)
    expect(measured.perRootSecond).toBeCloseTo(twin.perRootSecond, 9)
    expect(measured.seconds).toBeCloseTo(twin.seconds, 9)
    // One change of 6, ten quiet seconds behind it: 36 / 2 over the weights of 11 samples.
    const weights = Array.from({ length: 11 }, (_, age) => 2 ** (-age / 10)).reduce((sum, weight) => sum + weight, 0)
    expect(measured.perRootSecond).toBeCloseTo(Math.sqrt(18 / weights), 9)
  })

  it('says its floor where nothing was told or nothing moved', () => {
    const measured = new RealisedVolatility({ ...OPTIONS, floorPerRootSecond: 3 })
    expect(measured.perRootSecond).toBe(3)
    for (let second = 0; second < 5; second++) measured.update(after(1_000 * second), 5_000)
    expect(measured.perRootSecond).toBe(3)
  })

  it('does not take a gap for a jump', () => {
    const measured = new RealisedVolatility(OPTIONS)
    for (let second = 0; second < 5; second++) measured.update(after(1_000 * second), 5_000)
    measured.pause()
    for (let second = 60; second < 65; second++) measured.update(after(1_000 * second), 9_000)
    expect(measured.perRootSecond).toBe(0)
  })

  it('is a number for prices at the edge, in logits too', () => {
    const measured = new RealisedVolatility({ ...OPTIONS, of: 'logit' })
    for (const [second, price] of [0, 10_000, 0, 1, 9_999].entries()) measured.update(after(1_000 * second), price)
    expect(Number.isFinite(measured.perRootSecond)).toBe(true)
  })
})
