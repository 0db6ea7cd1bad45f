import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Price } from '../../src/model/money.js'
import {
  boughtDownTo,
  buySizes,
  curveLevels,
  type PoolPrices,
  poolsAround,
  sellSizes,
  soldUpTo,
  splitCollateral,
  strategy,
} from '../../strategies/amm.js'
import { drawnTrials } from './drawn-trials.js'
import { levelsOf, said } from './expect-resting.js'
import { StrategyBench, type Trial } from './strategy-bench.js'

const pool = (change: Partial<PoolPrices> = {}): PoolPrices => ({
  ...{ mid: 0.5, sells: [0.52, 0.54, 0.56, 0.58, 0.6], sellsTo: 0.6, buys: [0.48, 0.46, 0.44, 0.42, 0.4], buysTo: 0.4 },
  ...change,
})
const reach = {
  mid: 0.5,
  market: { tick: Price.of(100) },
  priceMin: 0.05,
  priceMax: 0.95,
  spreadUsdt: 0.01,
  stepUsdt: 0.02,
  depthUsdt: 0.05,
}

describe('the curve', () => {
  it('sells 1000 shares from 0.50 to 0.60 in sizes that fall', () => {
    const sizes = [222.879966, 210.380151, 199.006669, 188.622368, 179.110847]
    for (const [at, size] of sellSizes(1_000, pool()).entries()) expect(size).toBeCloseTo(sizes[at]!, 6)
    expect(soldUpTo(1_000, { from: 0.5, to: 0.6, last: 0.6 })).toBeCloseTo(1_000, 9)
  })

  it('buys with 500 from 0.50 to 0.40 in sizes that grow', () => {
    const sizes = [195.322322, 207.926116, 221.946462, 237.616766, 255.222323]
    for (const [at, size] of buySizes(500, pool()).entries()) expect(size).toBeCloseTo(sizes[at]!, 6)
  })

  it('spends its collateral, integrated finely', () => {
    const steps = 20_000
    let [spent, before] = [0, 0]
    for (let step = 1; step <= steps; step++) {
      const to = 0.5 - (0.1 * step) / steps
      const bought = boughtDownTo(500, { from: 0.5, to, last: 0.4 })
      spent += (bought - before) * (to + 0.05 / steps)
      before = bought
    }
    expect(spent).toBeCloseTo(500, 3)
  })

  it('has nothing to sell or to buy where the interval ends at the mid', () => {
    expect(sellSizes(1_000, pool({ sells: [], sellsTo: 0.5 }))).toEqual([])
    expect(buySizes(1_000, pool({ buys: [], buysTo: 0.5 }))).toEqual([])
  })
})

describe('the split of collateral', () => {
  it('makes the best level of both sides the same size', () => {
    const state = { ...poolsAround({ ...reach, mid: 0.4 }), yesHeld: 30, noHeld: 5 }
    const { bids, asks } = curveLevels(state, { collateral: 200, sizeFactor: 1 })
    const best = (levels: typeof bids, price: number): number =>
      levels.filter(level => Math.round(level.price) === price).reduce((sum, { size }) => sum + size, 0)
    expect(best(bids, 3_900)).toBeGreaterThan(1)
    expect(best(bids, 3_900)).toBeCloseTo(best(asks, 4_100), 3)
  })

  it('stays between nothing and all of it', () => {
    const state = poolsAround(reach)
    expect(splitCollateral(10, { ...state, yesHeld: 5_000, noHeld: 0 })).toEqual([10, 0])
    expect(splitCollateral(10, { ...state, yesHeld: 0, noHeld: 5_000 })).toEqual([0, 10])
    expect(splitCollateral(10, { ...state, yesHeld: 0, noHeld: 0 })).toEqual([5, 5])
  })

  it('never spends more than there is, for every state', () => {
    const any = fc.record({
      mid: fc.double({ min: 0.001, max: 0.999, noNaN: true }),
      spreadUsdt: fc.double({ min: 0, max: 0.2, noNaN: true }),
      depthUsdt: fc.double({ min: 0.001, max: 1, noNaN: true }),
      stepUsdt: fc.double({ min: 0.001, max: 0.2, noNaN: true }),
      yesHeld: fc.double({ min: 0, max: 5_000, noNaN: true }),
      noHeld: fc.double({ min: 0, max: 5_000, noNaN: true }),
      collateral: fc.double({ min: 0, max: 10_000, noNaN: true }),
    })
    fc.assert(
      fc.property(any, ({ yesHeld, noHeld, collateral, ...given }) => {
        const state = { ...poolsAround({ ...reach, ...given }), yesHeld, noHeld }
        const [forYes, forNo] = splitCollateral(collateral, state)
        expect(forYes >= 0 && forNo >= 0 && forYes + forNo <= collateral * (1 + 1e-12)).toBe(true)
        const spent = (sizes: readonly number[], { buys }: PoolPrices): number =>
          sizes.reduce((sum, size, at) => sum + size * buys[at]!, 0)
        expect(spent(buySizes(forYes, state.yes), state.yes)).toBeLessThanOrEqual(forYes + 1e-6)
        const sold = sellSizes(yesHeld, state.yes).reduce((sum, size) => sum + size, 0)
        expect(sold).toBeLessThanOrEqual(yesHeld + 1e-6)
      }),
      { numRuns: 200, seed: 8 },
    )
  })
})

describe('amm', () => {
  const BOOK = 'ask 0.51 100 / bid 0.49 100'
  const quotes = (trial: Trial = {}, book = BOOK) => new StrategyBench(strategy, trial).answer(book)
  const parameters = { collateralUsdt: 100, spreadUsdt: 0.02, stepUsdt: 0.02, depthUsdt: 0.08 }

  it('rests both sides along the curve, rounded down', () => {
    // 50 USDT a side over 0.50 to 0.40: a tenth of the vector.
    const answer = said(quotes({ parameters }))
    expect(answer.slice(0, 3)).toEqual(['bid 0.48 19.532', 'bid 0.46 20.792', 'bid 0.44 22.194'])
    expect(answer.slice(5, 8)).toEqual(['ask 0.52 19.532', 'ask 0.54 20.792', 'ask 0.56 22.194'])
  })

  it('turns what it has bought into asks, and buys with what is left', () => {
    const answer = quotes({ parameters, yesShares: 40 })
    if (answer.kind === 'pull') throw new Error(answer.why)
    const sum = (side: 'bid' | 'ask') => levelsOf(answer[side]).reduce((sum, { size }) => sum + size, 0) / 1_000_000
    expect(levelsOf(answer.bid)[0]!.size).toBeCloseTo(levelsOf(answer.ask)[0]!.size, -4)
    expect(sum('bid')).toBeLessThan(223.7)
  })

  it('stays within its interval of prices', () => {
    const answer = said(quotes({ parameters: { ...parameters, priceMin: 0.46, priceMax: 0.54 } }))
    expect(answer.map(each => each.split(' ')[1])).toEqual(['0.48', '0.46', '0.52', '0.54'])
    expect(said(quotes({ parameters: { ...parameters, priceMin: 0.55 } })).every(each => each.startsWith('ask'))).toBe(true)
  })

  it('grows wider and smaller near the end', () => {
    const nearEnd = {
      startSeconds: 100,
      widthFactorAtEnd: 3,
      sizeFactorAtEnd: 0.5,
      jumpLossMaxUsdt: 1_000,
      reduceOnlySeconds: 0,
    }
    const answer = said(quotes({ parameters: { ...parameters, nearEnd }, endsInSeconds: 50.002 }))
    expect(answer[0]!.startsWith('bid 0.46 ')).toBe(true)
  })

  it('refuses an interval upside down, and pulls on a book with one side', () => {
    expect(() => strategy.parameters.parse({ priceMin: 0.5, priceMax: 0.4 })).toThrow('expected priceMin below priceMax')
    expect(said(quotes({}, 'bid 0.40 5'))).toEqual(['pull: no two-sided book'])
  })

  it('rests on the grid and never at the other side for any book, position and parameters', () => {
    drawnTrials(strategy, fc => ({
      collateralUsdt: fc.double({ min: 1, max: 5_000, noNaN: true }),
      priceMin: fc.double({ min: 0, max: 0.3, noNaN: true }),
      priceMax: fc.double({ min: 0.6, max: 1, noNaN: true }),
      spreadUsdt: fc.double({ min: 0, max: 0.1, noNaN: true }),
      stepUsdt: fc.double({ min: 0.0001, max: 0.1, noNaN: true }),
      depthUsdt: fc.double({ min: 0.01, max: 1, noNaN: true }),
    }))
  })
})
