import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../src/exchange/crowd/random.js'
import { Price } from '../../../src/model/money.js'
import { Timestamp } from '../../../src/model/time.js'
import { ArrivalIntensity, type Intensity } from '../../../src/strategy/estimators/arrival-intensity.js'
import { after, START } from '../../engine/desk-bench.js'

const OPTIONS = { tick: 100, depthTicks: 4, halfLifeSeconds: 20_000, arrivalsMin: 100 } as const

interface Market {
  readonly perSecond: number
  readonly perTick: number
  readonly options?: Partial<typeof OPTIONS>
}

/** Orders on both sides, each side's reaching d ticks at `perSecond` x e^(-`perTick` x d), for `seconds`. */
function fitted({ perSecond, perTick, options }: Market, seconds = 20_000): Intensity | null {
  const random = createRandom(17)
  const intensity = new ArrivalIntensity({ ...OPTIONS, ...options })
  intensity.begin(START)
  let now = 0
  for (;;) {
    now += random.exponential() / (2 * perSecond)
    if (now > seconds) break
    // Depths of a whole 1/10,000 at least: then there are enough ticks for the steps of prices not to matter.
    const depth = Math.round((random.exponential() / perTick) * 100)
    const side = random.uniform() < 0.5 ? 'bid' : 'ask'
    const price = Price.of(side === 'ask' ? 5_000 + depth : 5_000 - depth)
    intensity.add({ side, price, at: Timestamp.add(START, Math.floor(now * 1_000_000)) }, 5_000)
  }
  return intensity.fit(Timestamp.add(START, seconds * 1_000_000))
}

describe('arrival intensity', () => {
  it.each([
    { perSecond: 0.5, perTick: 0.6 },
    { perSecond: 0.2, perTick: 1.5 },
    { perSecond: 2, perTick: 1 },
  ])('finds A $perSecond and k $perTick within 8 %, and says that the line fits', market => {
    const found = fitted(market)
    expect(Math.abs((found?.perSecond ?? 0) / market.perSecond - 1)).toBeLessThan(0.08)
    expect(Math.abs((found?.perTick ?? 0) / market.perTick - 1)).toBeLessThan(0.08)
    expect(found?.errorLog).toBeLessThan(0.1)
  })

  it('fits the near range only: far arrivals that break the law change k by less than 12 %', () => {
    const random = createRandom(23)
    const intensity = new ArrivalIntensity({ ...OPTIONS, depthTicks: 2 })
    intensity.begin(START)
    for (let second = 1; second <= 20_000; second++) {
      // One order in fifty sweeps the whole book.
      const depth = second % 50 === 0 ? 2_000 : Math.round(random.exponential() * 100)
      intensity.add({ side: 'ask', price: Price.of(5_000 + Math.min(4_000, depth)), at: after(1_000 * second) }, 5_000)
    }
    const found = intensity.fit(after(20_000_000))
    expect(Math.abs((found?.perTick ?? 0) - 1)).toBeLessThan(0.12)
  })

  it('is exact of orders on half ticks: no half tick is left in', () => {
    const intensity = new ArrivalIntensity({ ...OPTIONS, depthTicks: 3, arrivalsMin: 2, halfLifeSeconds: 1e12 })
    intensity.begin(START)
    // 8 orders reach half a tick, 4 a tick, 2 one and a half, 1 two: halved for each half tick further.
    const reached = [...Array<number>(4).fill(50), 100, 100, 150, 200]
    for (const [index, depth] of reached.entries())
      intensity.add({ side: 'bid', price: Price.of(5_050 - depth), at: after(index + 1) }, 5_050)
    const found = intensity.fit(after(100_000))
    expect(found?.perTick).toBeCloseTo(2 * Math.LN2, 6)
    expect(found?.perSecond).toBeCloseTo(16 / 2 / 100, 6)
    expect(found?.errorLog).toBeCloseTo(0, 6)
  })

  it('takes the prints of one moment and side for one order, as deep as its deepest', () => {
    const arrivals = (prints: readonly (readonly [ms: number, depth: number])[]) => {
      const intensity = new ArrivalIntensity({ ...OPTIONS, arrivalsMin: 1, halfLifeSeconds: 1e12 })
      intensity.begin(START)
      for (const [ms, depth] of prints) intensity.add({ side: 'ask', price: Price.of(5_000 + depth), at: after(ms) }, 5_000)
      const found = intensity.fit(after(60_000))
      return [found?.arrivals.toFixed(3), found?.perTick.toFixed(3)]
    }
    const sweeps = [
      [1, 50],
      [1, 150],
      [1, 100],
      [2, 50],
      [2, 100],
      [3, 50],
      [4, 50],
    ] as const
    const orders = [
      [1, 150],
      [2, 100],
      [3, 50],
      [4, 50],
    ] as const
    expect(arrivals(sweeps)).toEqual(arrivals(orders))
    expect(arrivals(orders)[0]).toBe('4.000')
  })

  it('says nothing of too few orders, of one depth alone and of counts that do not fall', () => {
    expect(fitted({ perSecond: 0.5, perTick: 1 }, 50)).toBeNull()
    const alone = new ArrivalIntensity({ ...OPTIONS, arrivalsMin: 1 })
    expect(alone.fit(after(1))).toBeNull()
    for (let ms = 1; ms < 50; ms++) alone.add({ side: 'ask', price: Price.of(5_050), at: after(ms) }, 5_000)
    expect(alone.fit(after(60_000))).toBeNull()
    const far = new ArrivalIntensity({ ...OPTIONS, arrivalsMin: 1 })
    for (let ms = 1; ms < 50; ms++) far.add({ side: 'ask', price: Price.of(9_000), at: after(ms) }, 5_000)
    expect(far.fit(after(60_000))).toBeNull()
  })

  it('forgets by its half-life, so that it follows a market that grows quiet', () => {
    const intensity = new ArrivalIntensity({ ...OPTIONS, arrivalsMin: 1, halfLifeSeconds: 60 })
    for (let ms = 0; ms < 600_000; ms += 100)
      intensity.add({ side: 'ask', price: Price.of(5_050 + (ms % 200)), at: after(ms) }, 5_000)
    const busy = intensity.fit(after(600_000))?.arrivals ?? 0
    expect((intensity.fit(after(660_000))?.arrivals ?? 0) / busy).toBeCloseTo(0.5, 6)
  })
})
