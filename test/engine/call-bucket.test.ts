import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Budget } from '../../src/engine/budget.js'
import { CallLog } from '../../src/engine/call-log.js'
import { DeskClock } from '../../src/engine/desk-clock.js'
import { type DeskState, freshDeskState } from '../../src/engine/desk-state.js'
import { fromJson, toJson } from '../../src/model/plain.js'
import { after } from './desk-bench.js'

const BUCKET = { route: 'trading', capacity: 10, refillPerSecond: 2 } as const

/** A desk's budget with one bucket and no window, and a clock that a test moves. */
const opened = (state: DeskState = freshDeskState(7), cancelReservePercent = 20, bucket: typeof BUCKET | object = BUCKET) => {
  const log = new CallLog(state)
  const clock = new DeskClock()
  const buckets = [{ ...BUCKET, ...bucket }]
  const budget = new Budget({ windows: [], buckets, cancelReservePercent }, log, clock, 4)
  const at = (ms: number): Budget => {
    clock.now = after(ms)
    return budget
  }
  const create = (ms: number): void => {
    at(ms).sent('create', 1)
    log.create(after(ms))
  }
  const cancel = (ms: number): void => {
    at(ms).sent('removal', 1)
    log.cancel(after(ms))
  }
  return { at, create, cancel, state }
}

describe('a bucket of tokens', () => {
  it('holds creates down to the part of the cancels, and gives them back evenly', () => {
    const desk = opened()
    expect(desk.at(0).creates()).toBe(8)
    for (let i = 0; i < 8; i++) desk.create(0)
    expect(desk.at(0).creates()).toBe(0)
    expect(desk.at(0).opensAt()).toBe(after(500))
    expect(desk.at(499).opensAt()).toBeGreaterThan(after(499))
    expect(desk.at(500).opensAt()).toBe(after(500))
    expect(desk.at(2_000).creates()).toBe(4)
    expect(desk.at(60_000).creates()).toBe(8)
  })

  it('is full for a desk that waited, and never holds more', () => {
    const desk = opened(freshDeskState(7), 0)
    desk.create(0)
    expect(desk.at(3_600_000).creates()).toBe(10)
  })

  it('lets removals leave at once while half of their part is there, then as tokens come back', () => {
    const desk = opened(freshDeskState(7), 40)
    for (let i = 0; i < 8; i++) desk.cancel(0)
    expect(desk.at(0).removesAt()).toBe(after(500))
    desk.cancel(0)
    desk.cancel(0)
    expect(desk.at(0).removesAt()).toBe(after(500))
    expect(desk.at(500).removesAt()).toBe(after(500))
  })

  it('of creates is not spent by removals', () => {
    const desk = opened(freshDeskState(7), 0, { route: 'create' })
    for (let i = 0; i < 10; i++) desk.cancel(0)
    expect(desk.at(0).creates()).toBe(10)
  })

  it('paces replacements at what comes back, once what was saved up is spent', () => {
    const desk = opened(freshDeskState(7), 0)
    desk.at(1_000).pay(30)
    expect(desk.at(1_000).canPay(1)).toBe(false)
    expect(desk.at(7_000).canPay(1)).toBe(true)
  })

  it('is never overdrawn at the venue, whatever a desk wants and when it restarts', () => {
    const step = fc.record({
      afterMs: fc.integer({ min: 0, max: 900 }),
      wanted: fc.integer({ min: 1, max: 6 }),
      restarts: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 60 }), steps => {
        let desk = opened()
        let ms = 0
        let tokens: number = BUCKET.capacity
        for (const { afterMs, wanted, restarts } of steps) {
          ms += afterMs
          tokens = Math.min(BUCKET.capacity, tokens + (afterMs * BUCKET.refillPerSecond) / 1_000)
          if (restarts) desk = opened(fromJson(toJson(desk.state)) as DeskState)
          for (let i = 0; i < wanted && desk.at(ms).opensAt() <= after(ms); i++) {
            desk.create(ms)
            tokens--
          }
          expect(tokens).toBeGreaterThan(-1e-6)
        }
      }),
      { seed: 20_261_125, numRuns: 300 },
    )
  })
})
