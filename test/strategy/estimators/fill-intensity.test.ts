import { describe, expect, it } from 'vitest'
import { Price } from '../../../src/model/money.js'
import { FillIntensity } from '../../../src/strategy/estimators/fill-intensity.js'
import { after, shares } from '../../engine/desk-bench.js'

const OPTIONS = {
  tick: 100,
  depthTicks: 3,
  halfLifeSeconds: 1e9,
  arrivalsMin: 40,
  priorPerSecond: 0.1,
  priorPerTick: 2,
  refitEverySeconds: 10,
}

const hitting = (price: number, ms: number) => ({
  side: 'ask' as const,
  price: Price.of(price),
  size: shares(5),
  at: after(ms),
})

/** A second order in two, half a tick and one and a half from mid by turns, over `seconds`. */
function told(seconds: number, from = 0): FillIntensity {
  const fills = new FillIntensity(OPTIONS)
  for (let second = from; second < from + seconds; second++) {
    const ms = 1_000 * second
    fills.look({ now: after(ms), trades: [hitting(second % 4 === 0 ? 5_150 : 5_050, ms)], mid: 5_000 })
  }
  return fills
}

describe('the intensity of fills', () => {
  it('is its prior until there are enough arrivals, and then what fits', () => {
    expect(told(30)).toMatchObject({ fitted: null, perSecond: 0.1, perTick: 2, errorLog: 0 })
    const { fitted, perSecond, perTick } = told(400)
    // One a second reaches half a tick, one in four seconds one and a half; half of each on either side.
    expect(fitted?.perTick).toBe(perTick)
    expect(perTick).toBeGreaterThan(0.9)
    expect(perTick).toBeLessThan(1.7)
    expect(perSecond).toBeGreaterThan(0.5)
    expect(perSecond).toBeLessThan(1.2)
  })

  it('measures a print from the mid of the look before it', () => {
    const depthOf = (before: number): number | undefined => {
      const fills = new FillIntensity({ ...OPTIONS, arrivalsMin: 1 })
      for (let second = 0; second < 200; second++) {
        fills.look({ now: after(1_000 * second), trades: [], mid: before })
        // The present book has lost what the print took, so its mid has moved.
        const price = second % 4 === 0 ? 5_150 : 5_050
        fills.look({ now: after(1_000 * second + 500), trades: [hitting(price, 1_000 * second + 500)], mid: 7_000 })
      }
      return fills.fitted?.perTick
    }
    expect(depthOf(5_000)).toBeGreaterThan(0.5)
    expect(depthOf(7_000)).toBeUndefined()
  })

  it('counts neither the prints nor the time of a gap', () => {
    const fills = told(400)
    const { perSecond } = fills
    fills.pause(after(400_000))
    fills.look({ now: after(4_000_000), trades: [hitting(5_050, 3_000_000)], mid: 5_000 })
    expect(fills.perSecond).toBeCloseTo(perSecond, 2)
  })
})
