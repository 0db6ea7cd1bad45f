import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { strategy } from '../../strategies/avellaneda-stoikov.js'
import { expectSafe } from './any-market.js'
import { answerTo, type Stand } from './model-world.js'

const BOOK = 'ask 0.60 100 / bid 0.40 100'
/** Volatility as it is set and fills by the prior, so that figures can be told beforehand. */
const PLAIN = {
  volatilityMinPerRootSecond: 0.002,
  horizonSeconds: 100,
  riskAversion: 20,
  fillDecayPerDollar: 50,
  halfSpreadMinTicks: 0,
}
const run = (stand: Stand = {}, parameters: object = {}) =>
  answerTo(strategy, [{ book: BOOK }], { ...stand, parameters: { ...PLAIN, ...parameters } })

describe('avellaneda-stoikov', () => {
  it("quotes the paper's reservation price and spread, on the grid", () => {
    // sigma² (T - t) is 0.0004. Reservation 0.5 - 2 x 20 x 0.0004, half 0.004 + ln(1.4) / 20.
    const { quotes, terms } = run({ net: 40 })
    expect(terms).toMatchObject({ fair: 0.5, shares: 40, reservation: 0.484, half: 0.020824, volatility: 0.002, fillDecay: 50 })
    expect(quotes).toMatchObject({ bid: { price: 4_600, size: 20_000_000 }, ask: { price: 5_100, size: 20_000_000 } })
  })

  it('quotes the practical form with the position as a share of the most', () => {
    // A deviation of 0.02 over 100 s; 40 of 100 shares move the price by 0.4 x 2 of them.
    const { terms } = run({ net: 40 }, { model: 'practical', riskAversion: 2 })
    expect(terms).toMatchObject({ reservation: 0.484, half: 0.03961 })
  })

  it('leans the other way where it is short, and not at all where nothing is left to carry', () => {
    expect(run({ net: -40 }).terms['reservation']).toBeCloseTo(0.516, 6)
    expect(run({ net: 40, secondsLeft: 0 }).terms['reservation']).toBeCloseTo(0.5, 6)
    expect(run({ net: 40, secondsLeft: 50 }).terms['reservation']).toBeCloseTo(0.492, 6)
  })

  it('carries no more variance than a share may have', () => {
    const { terms } = run({ net: 20 }, { volatilityMinPerRootSecond: 1, riskAversion: 0.2 })
    expect(terms['reservation']).toBeCloseTo(0.5 - 0.2 * 0.25, 6)
  })

  it('keeps the least distance, cuts a side to what is left of the position, and leaves a full side out', () => {
    const { quotes } = run({ net: 92 }, { riskAversion: 0, fillDecayPerDollar: 1e5, halfSpreadMinTicks: 3 })
    expect(quotes).toMatchObject({ bid: { price: 4_700, size: 8_000_000 }, ask: { price: 5_300, size: 20_000_000 } })
    expect(run({ net: 100 }).quotes?.bid).toBeNull()
    expect(run({ net: -100 }).quotes?.ask).toBeNull()
  })

  it('shrinks the side that adds to a position by e^(-eta x share)', () => {
    const { quotes } = run({ net: 50 }, { sizeDecay: 1, riskAversion: 0 })
    expect(quotes).toMatchObject({ bid: { size: 12_130_000 }, ask: { size: 20_000_000 } })
  })

  it('measures volatility and k by what it sees', () => {
    const looks = Array.from({ length: 400 }, (_, i) => ({
      book: i % 2 === 0 ? 'ask 0.52 100 / bid 0.50 100' : 'ask 0.53 100 / bid 0.51 100',
      trades: [`ask ${(i % 3 === 0 ? 0.54 : 0.53).toFixed(2)} 10`],
    }))
    const { terms } = answerTo(strategy, looks, { parameters: { volatilityMinPerRootSecond: 0 } })
    // A cent each way every second.
    expect(terms['volatility']).toBeCloseTo(0.01, 3)
    expect(terms['fillDecay']).not.toBe(100)
    expect(answerTo(strategy, looks, { parameters: { fitFills: false } }).terms['fillDecay']).toBe(100)
  })

  it('pulls where a side is empty', () => {
    expect(answerTo(strategy, [{ book: 'bid 0.40 5' }])).toMatchObject({ quotes: null, why: 'no two-sided book' })
  })

  it('answers what may rest in any market', () => {
    expectSafe(
      strategy,
      fc.record({
        model: fc.constantFrom('paper', 'practical'),
        riskAversion: fc.constantFrom(0, 0.2, 5, 100),
        fillDecayPerDollar: fc.constantFrom(0.1, 100, 100_000),
        horizonSeconds: fc.constantFrom(1, 300, 31_536_000),
        sizeShares: fc.constantFrom(0.001, 20, 1_234.56789),
        sizeDecay: fc.constantFrom(0, 3),
        halfSpreadMinTicks: fc.constantFrom(0, 1, 100),
        fillArrivalsMin: fc.constantFrom(2, 50),
      }),
    )
  })

  it('says what it expects of its parameters', () => {
    expect(() => strategy.parameters.parse({ model: 'best' })).toThrow()
    expect(() => strategy.parameters.parse({ sizeShares: 0 })).toThrow()
    expect(() => strategy.parameters.parse({ gamma: 1 })).toThrow()
  })
})
