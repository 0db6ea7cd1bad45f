import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { strategy } from '../../strategies/logit.js'
import { expectSafe } from './any-market.js'
import { answerTo } from './model-world.js'

describe('logit', () => {
  it('quotes Avellaneda and Stoikov in logits, on the grid', () => {
    // The figures of the model's own test: three quotes of 20 held, 0.5 s left of 1.
    const parameters = {
      riskAversion: 0.3,
      volatilityMinPerRootSecond: 0.4,
      horizonSeconds: 1,
      fillDecayPerLogit: 15,
      halfSpreadMinTicks: 0,
      jumpLossMaxUsdt: 60,
      nearEnd: { startSeconds: 0, reduceOnlySeconds: 0 },
    }
    const { quotes, terms } = answerTo(strategy, [{ book: 'ask 0.22 100 / bid 0.18 100' }], {
      net: 60,
      secondsLeft: 0.5,
      parameters,
    })
    expect(terms).toMatchObject({ probability: 0.2, inventory: 3, reservation: -1.458294, half: 0.078009 })
    // 0.177073 and 0.200963, and 15 shares until a jump to 0 or 1 may cost 60 USDT.
    expect(quotes).toMatchObject({ bid: { price: 1_700, size: 15_000_000 }, ask: { price: 2_100, size: 20_000_000 } })
  })

  it('bounds its position by what a jump may cost', () => {
    const at = (net: number) =>
      answerTo(strategy, [{ book: 'ask 0.81 100 / bid 0.79 100' }], { net, parameters: { jumpLossMaxUsdt: 40 } })
    // 40 USDT at max(0.8, 0.2) a share.
    expect(at(35).quotes?.bid).toMatchObject({ size: 15_000_000 })
    expect(at(50).quotes?.bid).toBeNull()
    expect(at(50).quotes?.ask).toMatchObject({ size: 20_000_000 })
    expect(at(-50).quotes?.ask).toBeNull()
  })

  it('measures belief volatility without jumps, or with them', () => {
    // A walk of quarter cents by the sizes, with a jump of 20 cents in the middle.
    const looks = Array.from({ length: 300 }, (_, i) => {
      const [bid, ask] = i < 150 ? ['0.40', '0.42'] : ['0.60', '0.62']
      return { book: `ask ${ask} ${[100, 200, 100, 50][i % 4]} / bid ${bid} 100` }
    })
    const volatility = (chosen: string) =>
      answerTo(strategy, looks, { parameters: { volatility: chosen, volatilityMinPerRootSecond: 0 } }).terms
    const diffusion = volatility('diffusion')
    const whole = volatility('whole')
    expect(whole['volatilityPerRootSecond']).toBeGreaterThan(2 * (diffusion['volatilityPerRootSecond'] ?? 0))
    expect(diffusion['volatilityPerRootSecond']).toBeGreaterThan(0)
    expect(diffusion['jumpShare']).toBeGreaterThan(0.7)
  })

  it('is narrower towards both ends until the least distance holds', () => {
    const width = (book: string) => {
      const { terms } = answerTo(strategy, [{ book }], { parameters: { halfSpreadMinTicks: 0, fillDecayPerLogit: 5 } })
      return terms['half']
    }
    // The same in logits at any price: p (1 - p) makes it narrower in dollars.
    expect(width('ask 0.06 100 / bid 0.04 100')).toBe(width('ask 0.51 100 / bid 0.49 100'))
    const edge = answerTo(strategy, [{ book: 'ask 0.08 1000 / bid 0.02 1000' }], {
      parameters: { sizeShares: 100, fillDecayPerLogit: 5 },
    })
    expect(edge.quotes).toMatchObject({ bid: { price: 400 }, ask: { price: 700 } })
    const middle = answerTo(strategy, [{ book: 'ask 0.60 100 / bid 0.40 100' }], { parameters: { fillDecayPerLogit: 5 } })
    expect(middle.quotes).toMatchObject({ bid: { price: 4_500 }, ask: { price: 5_500 } })
  })

  it('has the variant 2 / k for comparison', () => {
    const half = (spreadTerm: string) =>
      answerTo(strategy, [{ book: 'ask 0.60 100 / bid 0.40 100' }], { parameters: { spreadTerm, riskAversion: 1e-6 } }).terms[
        'half'
      ]
    expect(half('two-over-gamma')).toBeCloseTo(1 / 25, 4)
    expect(half('two-over-k')).toBeCloseTo(0, 4)
  })

  it('turns a fit by tick into one by logit at the price where it stands', () => {
    const depths = ['0.52', '0.53', '0.52', '0.54'] as const
    const looks = Array.from({ length: 400 }, (_, i) => ({
      book: 'ask 0.52 100 / bid 0.51 100',
      trades: [`ask ${depths[i % 4]} 10`],
    }))
    const { terms } = answerTo(strategy, looks, { parameters: { fillRangeTicks: 3, fillHalfLifeSeconds: 1e6 } })
    expect(terms['fillDecay']).toBeGreaterThan(0.5 * 100 * 0.25 * 0.99)
    expect(terms['fillDecay']).toBeLessThan(0.9 * 100 * 0.25)
  })

  it('pulls where a side is empty', () => {
    expect(answerTo(strategy, [{ book: 'ask 0.40 5' }])).toMatchObject({ quotes: null, why: 'no two-sided book' })
  })

  it('answers what may rest in any market', () => {
    expectSafe(
      strategy,
      fc.record({
        riskAversion: fc.constantFrom(0, 0.1, 100),
        fillDecayPerLogit: fc.constantFrom(0.1, 25, 100_000),
        horizonSeconds: fc.constantFrom(1, 300, 31_536_000),
        spreadTerm: fc.constantFrom('two-over-gamma', 'two-over-k'),
        volatility: fc.constantFrom('diffusion', 'whole'),
        jumpLossMaxUsdt: fc.constantFrom(0.01, 50, 900_000),
        halfSpreadMinTicks: fc.constantFrom(0, 1, 100),
        sizeShares: fc.constantFrom(0.001, 20, 1_234.56789),
        fillArrivalsMin: fc.constantFrom(2, 50),
      }),
    )
  })

  it('says what it expects of its parameters', () => {
    expect(() => strategy.parameters.parse({ jumpLossMaxUsdt: 0 })).toThrow()
    expect(() => strategy.parameters.parse({ prefactor: 1 })).toThrow()
  })
})
