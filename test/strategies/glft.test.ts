import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { strategy } from '../../strategies/glft.js'
import { expectSafe } from './any-market.js'
import { answerTo } from './model-world.js'

const BOOK = 'ask 0.60 100 / bid 0.40 100'

describe('glft', () => {
  it('quotes the closed form in ticks, on the grid', () => {
    // The figures of the closed form's own test, with 40 shares as two quotes.
    const parameters = {
      riskAversion: 0.05,
      arrivalsPerSecond: 0.2,
      fillDecayPerTick: 0.6,
      volatilityMinTicksPerRootSecond: 0.3,
      halfSpreadMinTicks: 0,
    }
    const { quotes, terms } = answerTo(strategy, [{ book: BOOK }], { net: 40, parameters })
    expect(terms).toMatchObject({ fair: 50, inventory: 2, reservation: 49.53923, half: 1.716047, skew: 0.230385 })
    // 47.823183 and 51.255277.
    expect(quotes).toMatchObject({ bid: { price: 4_700, size: 20_000_000 }, ask: { price: 5_200, size: 20_000_000 } })
  })

  it('fits A and k to the trades that arrive, with the prior until there are enough', () => {
    // Every second an order on one side; half of them reach half a tick from mid, a quarter one and a half, the rest two and a half.
    const depths = ['0.52', '0.53', '0.52', '0.54'] as const
    const looks = Array.from({ length: 400 }, (_, i) => ({
      book: 'ask 0.52 100 / bid 0.51 100',
      trades: [`ask ${depths[i % 4]} 10`],
    }))
    const parameters = { fillArrivalsMin: 100, fillRangeTicks: 3, fillHalfLifeSeconds: 1e6 }
    const early = answerTo(strategy, looks.slice(0, 60), { parameters })
    expect(early.terms).toMatchObject({ arrivalsPerSecond: 0.1, fillDecay: 1, fitError: 0 })
    const { terms } = answerTo(strategy, looks, { parameters })
    // From one in two halves to one in four over two ticks, a little flatter within them.
    expect(terms['fillDecay']).toBeGreaterThan(0.5)
    expect(terms['fillDecay']).toBeLessThan(0.9)
    expect(terms['arrivalsPerSecond']).toBeGreaterThan(0.5)
    expect(terms['arrivalsPerSecond']).toBeLessThan(0.8)
    expect(terms['fitError']).toBeLessThan(0.3)
  })

  it('moves its prices by no more than it may for each quote held', () => {
    const parameters = { arrivalsPerSecond: 1e-6, riskAversion: 50, skewMaxTicks: 2 }
    const { terms } = answerTo(strategy, [{ book: BOOK }], { net: 20, parameters })
    expect(terms).toMatchObject({ skew: 2, reservation: 48 })
  })

  it('takes xi apart from gamma', () => {
    const half = (parameters: object) => answerTo(strategy, [{ book: BOOK }], { parameters }).terms['half']
    expect(half({ fillAversion: 0.05, halfSpreadMinTicks: 0 })).toBe(half({ halfSpreadMinTicks: 0 }))
    expect(half({ fillAversion: 5, halfSpreadMinTicks: 0 })).not.toBe(half({ halfSpreadMinTicks: 0 }))
  })

  it('grows wider near the end, and then only reduces', () => {
    const at = (secondsLeft: number) => answerTo(strategy, [{ book: BOOK }], { net: 20, secondsLeft })
    expect(at(900).terms['half']).toBeCloseTo(2 * (at(1e6).terms['half'] ?? 0), 6)
    expect(at(60).quotes?.bid).toBeNull()
    expect(at(60).quotes?.ask).not.toBeNull()
  })

  it('pulls where a side is empty', () => {
    expect(answerTo(strategy, [{ book: 'ask 0.40 5' }])).toMatchObject({ quotes: null, why: 'no two-sided book' })
  })

  it('answers what may rest in any market', () => {
    expectSafe(
      strategy,
      fc.record({
        riskAversion: fc.constantFrom(0, 0.05, 100),
        arrivalsPerSecond: fc.constantFrom(1e-6, 0.1, 1_000),
        fillDecayPerTick: fc.constantFrom(0.001, 1, 100),
        skewMaxTicks: fc.constantFrom(0, 10, 1_000),
        sizeShares: fc.constantFrom(0.001, 20, 1_234.56789),
        fillArrivalsMin: fc.constantFrom(2, 50),
      }),
    )
  })

  it('says what it expects of its parameters', () => {
    expect(() => strategy.parameters.parse({ arrivalsPerSecond: 0 })).toThrow()
    expect(() => strategy.parameters.parse({ k: 1 })).toThrow()
  })
})
