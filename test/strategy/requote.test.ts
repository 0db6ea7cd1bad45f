import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Price, Size } from '../../src/model/money.js'
import type { Ladder } from '../../src/model/quote.js'
import { RequotePlan, type RequoteRule, type SideSum, stands, type WorkingOrder } from '../../src/strategy/requote.js'
import { Target } from '../../src/strategy/target.js'
import { after, level, START, shares } from '../engine/desk-bench.js'

const rule = (change: Partial<RequoteRule> = {}): RequoteRule => ({
  ...{
    side: 'bid',
    tick: Price.of(100),
    priceSlack: 0,
    sizeSlackPercent: 20,
    renewBefore: 0,
    room: Number.POSITIVE_INFINITY,
    taper: 1,
    lowest: 0,
    highest: 10_000,
    lowering: 0,
  },
  ...change,
})
const order = (price: number, count: number, ms = 0): WorkingOrder => ({
  yesPrice: level(price, 1).price,
  left: shares(count),
  placedAt: after(ms),
})
const of = (target: Ladder, orders: readonly WorkingOrder[], change: Partial<RequoteRule> = {}) => {
  const plan = new RequotePlan<WorkingOrder>()
  // What an earlier plan found is forgotten.
  plan.make(Target.of([level(0.2, 5), level(0.1, 5)]), [order(0.9, 1)], rule())
  plan.make(Target.of(target), orders, rule(change))
  return {
    cancels: plan.cancels.map(gone => orders.indexOf(gone)),
    missing: plan.prices.map((price, i) => [price / 10_000, plan.sizes[i]! / 1_000_000]),
  }
}

describe('requote', () => {
  it('wants the whole quote when nothing stands', () => {
    expect(of(level(0.5, 20), [])).toEqual({ cancels: [], missing: [[0.5, 20]] })
  })

  it('wants a level without any order even where each size that stands is near enough', () => {
    const any = { sizeSlackPercent: 100 }
    expect(of(level(0.5, 20), [], any)).toEqual({ cancels: [], missing: [[0.5, 20]] })
    expect(of(level(0.5, 20), [order(0.49, 20)], any)).toEqual({ cancels: [0], missing: [[0.5, 20]] })
    expect(of(level(0.5, 20), [order(0.5, 1)], any)).toEqual({ cancels: [], missing: [] })
    expect(of(level(0.5, 20), [order(0.5, 40)], any)).toEqual({ cancels: [], missing: [] })
  })

  it('cancels orders at other prices and wants their size again', () => {
    expect(of(level(0.5, 20), [order(0.49, 20)])).toEqual({ cancels: [0], missing: [[0.5, 20]] })
  })

  it('leaves a price within the hysteresis, and tops it up where it stands', () => {
    expect(of(level(0.5, 20), [order(0.49, 20)], { priceSlack: 100 })).toEqual({ cancels: [], missing: [] })
    expect(of(level(0.5, 20), [order(0.49, 10)], { priceSlack: 100 })).toEqual({ cancels: [], missing: [[0.49, 10]] })
  })

  it('keeps the oldest order and cancels what is too much', () => {
    expect(of(level(0.5, 20), [order(0.5, 15), order(0.5, 10)])).toEqual({ cancels: [1], missing: [[0.5, 5]] })
    expect(of(level(0.5, 20), [order(0.5, 30)])).toEqual({ cancels: [0], missing: [[0.5, 20]] })
  })

  it('renews what is old', () => {
    expect(of(level(0.5, 20), [order(0.5, 20)], { renewBefore: START })).toEqual({ cancels: [0], missing: [[0.5, 20]] })
  })

  it('matches each level of a ladder with its own orders', () => {
    const ladder = [level(0.5, 20), level(0.48, 30)]
    expect(of(ladder, [order(0.48, 30), order(0.47, 20)])).toEqual({ cancels: [1], missing: [[0.5, 20]] })
  })

  it('fills a ladder from its first level as far as there is room', () => {
    const change = { room: shares(25) }
    expect(of([level(0.5, 20), level(0.48, 30)], [], change).missing).toEqual([
      [0.5, 20],
      [0.48, 5],
    ])
    expect(of(level(0.5, 20), [order(0.5, 20)], { room: -5 })).toEqual({ cancels: [0], missing: [] })
  })

  it('takes everything away for a side that is pulled', () => {
    expect(of(null, [order(0.5, 20), order(0.4, 1)])).toEqual({ cancels: [0, 1], missing: [] })
  })

  it('has nothing to do where the two numbers of a side say that it stands', () => {
    const any = fc.record({
      price: fc.integer({ min: 40, max: 44 }),
      size: fc.integer({ min: 1, max: 40 }),
      target: fc.integer({ min: 40, max: 44 }),
      wanted: fc.integer({ min: 1, max: 40 }),
      slack: fc.constantFrom(0, 100, 200),
      parts: fc.integer({ min: 1, max: 3 }),
    })
    fc.assert(
      fc.property(any, ({ price, size, target, wanted, slack, parts }) => {
        const orders = Array.from({ length: parts }, () => order(price / 100, size / parts))
        const sum: SideSum = {
          price: price * 100,
          size: orders.reduce((all, each) => all + each.left, 0),
          count: parts,
          oldest: START,
        }
        const aim = { price: Price.of(target * 100), size: Size.of(wanted * 1_000_000) }
        if (!stands(Target.of(aim), sum, rule({ priceSlack: slack }))) return
        expect(of(aim, orders, { priceSlack: slack })).toEqual({ cancels: [], missing: [] })
      }),
      { numRuns: 800, seed: 2 },
    )
  })
})
