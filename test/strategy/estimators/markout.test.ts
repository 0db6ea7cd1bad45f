import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../src/exchange/crowd/random.js'
import { Markout } from '../../../src/strategy/estimators/markout.js'
import { after } from '../../engine/desk-bench.js'

const OPTIONS = { horizonMs: 1_000, halfLifeTrades: 50 } as const

describe('markout', () => {
  it('is side x (fair value at t + h - fair value at t), side +1 for a buy', () => {
    const bought = new Markout(OPTIONS)
    bought.add(after(0), 'buy', 5_000)
    bought.update(after(1_000), 5_030)
    expect([bought.mean, bought.toxicity, bought.trades]).toEqual([30, 30, 1])
    const sold = new Markout(OPTIONS)
    sold.add(after(0), 'sell', 5_000)
    sold.update(after(1_000), 5_030)
    expect([sold.mean, sold.toxicity]).toEqual([-30, 0])
  })

  it('looks at the last value before the horizon, not at the first one after it', () => {
    const markout = new Markout(OPTIONS)
    markout.add(after(0), 'buy', 5_000)
    markout.update(after(900), 5_010)
    markout.update(after(5_000), 9_000)
    expect(markout.mean).toBe(10)
  })

  it('finds what informed takers gain within 10 %', () => {
    const random = createRandom(9)
    const markout = new Markout({ horizonMs: 1_000, halfLifeTrades: 2_000 })
    let fair = 5_000
    for (let second = 0; second < 8_000; second++) {
      markout.update(after(2_000 * second), fair)
      const side = random.uniform() < 0.5 ? 'buy' : 'sell'
      markout.add(after(2_000 * second), side, fair)
      // Three in five takers know the next 25; the others trade by chance before a move of 25 either way.
      const isInformed = random.uniform() < 0.6
      const up = isInformed ? side === 'buy' : random.uniform() < 0.5
      fair += up ? 25 : -25
      markout.update(after(2_000 * second + 500), fair)
      // Back to where one more walk cannot leave the range of prices.
      fair = 5_000 + (fair - 5_000) / 2
      markout.update(after(2_000 * second + 1_500), fair)
    }
    expect(Math.abs(markout.toxicity / 15 - 1)).toBeLessThan(0.1)
  })

  it('weighs a trade half after a half-life of trades', () => {
    const markout = new Markout({ horizonMs: 1, halfLifeTrades: 1 })
    for (const [index, move] of [40, 10].entries()) {
      markout.add(after(10 * index), 'buy', 5_000)
      markout.update(after(10 * index + 1), 5_000 + move)
    }
    expect(markout.mean).toBeCloseTo((40 / 2 + 10) / 1.5, 9)
  })

  it('leaves out what waits over a gap, what has no room and what has no value', () => {
    const markout = new Markout({ ...OPTIONS, capacity: 2 })
    markout.add(after(0), 'buy', 5_000)
    markout.pause()
    markout.update(after(5_000), 9_000)
    expect(markout.trades).toBe(0)
    for (let ms = 6_000; ms < 6_003; ms++) markout.add(after(ms), 'buy', 5_000)
    markout.add(after(6_004), 'buy', Number.NaN)
    expect(markout.dropped).toBe(1)
    markout.update(after(6_500), 5_001)
    markout.update(after(8_000), 5_001)
    markout.update(after(8_001), Number.NaN)
    expect([markout.trades > 1.9, markout.mean]).toEqual([true, 1])
  })
})
