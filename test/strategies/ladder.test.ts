import { describe, expect, it } from 'vitest'
import { strategy } from '../../strategies/ladder.js'
import { drawnTrials } from './drawn-trials.js'
import { said } from './expect-resting.js'
import { StrategyBench, type Trial } from './strategy-bench.js'

const BOOK = 'ask 0.60 100 / bid 0.50 100'
const quotes = (trial: Trial = {}, book = BOOK) => said(new StrategyBench(strategy, trial).answer(book))

describe('ladder', () => {
  it('quotes levels around the microprice that grow wider and larger', () => {
    const parameters = { levels: 3, halfSpreadTicks: 1, stepTicks: 2, sizeShares: 10, sizeGrowth: 2 }
    expect(quotes({ parameters })).toEqual([
      'bid 0.54 10',
      'bid 0.52 20',
      'bid 0.5 40',
      'ask 0.56 10',
      'ask 0.58 20',
      'ask 0.6 40',
    ])
  })

  it('leans by ticks against its position, and cuts the side that adds to it to what is left', () => {
    const parameters = { levels: 2, halfSpreadTicks: 1, stepTicks: 1, sizeShares: 20, sizeGrowth: 1, positionMaxShares: 100 }
    expect(quotes({ parameters, yesShares: 50 })).toEqual(['bid 0.53 20', 'bid 0.52 20', 'ask 0.55 20', 'ask 0.56 20'])
    expect(quotes({ parameters, yesShares: 75 }).filter(each => each.startsWith('bid'))).toEqual(['bid 0.52 20', 'bid 0.51 5'])
    expect(quotes({ parameters, noShares: 200 }).every(each => each.startsWith('bid'))).toBe(true)
  })

  it('leans by the scoring rule to the price that was asked for', () => {
    const parameters = { levels: 1, halfSpreadTicks: 0, lean: 'scoring-rule', leanPriceAtFull: 0.58, positionMaxShares: 100 }
    const bench = new StrategyBench(strategy, { parameters, noShares: 100 })
    bench.answer('ask 0.60 100 / bid 0.40 100')
    expect(bench.terms()).toMatchObject({ fair: '0.580000', load: '-1.0000' })
  })

  it('grows wider and smaller near the end, and at last only lowers its position', () => {
    const parameters = { levels: 1, halfSpreadTicks: 2, sizeShares: 20, leanTicks: 0 }
    const near = { startSeconds: 100, widthFactorAtEnd: 3, sizeFactorAtEnd: 0.5, jumpLossMaxUsdt: 1_000, reduceOnlySeconds: 10 }
    const at = (endsInSeconds: number) => quotes({ parameters: { ...parameters, nearEnd: near }, endsInSeconds, yesShares: 8 })
    expect(at(200)).toEqual(['bid 0.53 20', 'ask 0.57 20'])
    expect(at(50.002)).toEqual(['bid 0.51 15', 'ask 0.59 15'])
    expect(at(5)).toEqual(['ask 0.61 8'])
  })

  it('leaves out levels beyond the last price', () => {
    const parameters = { levels: 4, halfSpreadTicks: 1, stepTicks: 1, sizeShares: 200, sizeGrowth: 1, positionMaxShares: 1_000 }
    expect(quotes({ parameters }, 'ask 0.04 100 / bid 0.02 100').filter(each => each.startsWith('bid'))).toEqual([
      'bid 0.02 200',
      'bid 0.01 200',
    ])
  })

  it('pulls on a book with one side', () => {
    expect(quotes({}, 'bid 0.50 10')).toEqual(['pull: no two-sided book'])
  })

  it('rests on the grid and never at the other side for any book, position and parameters', () => {
    drawnTrials(strategy, fc => ({
      levels: fc.integer({ min: 1, max: 20 }),
      halfSpreadTicks: fc.double({ min: 0, max: 10, noNaN: true }),
      stepTicks: fc.double({ min: 0.5, max: 10, noNaN: true }),
      sizeShares: fc.double({ min: 0.01, max: 500, noNaN: true }),
      sizeGrowth: fc.double({ min: 0.1, max: 5, noNaN: true }),
      lean: fc.constantFrom('ticks', 'scoring-rule'),
      leanTicks: fc.double({ min: 0, max: 50, noNaN: true }),
      leanPriceAtFull: fc.double({ min: 0.51, max: 0.99, noNaN: true }),
    }))
  })
})
