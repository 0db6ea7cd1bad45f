import { describe, expect, it } from 'vitest'
import { Price } from '../../src/model/money.js'
import { bandLevels, bandsOf, strategy } from '../../strategies/bands.js'
import { accepted, cancelsOf, level, picture, submitsOf, written } from '../engine/desk-bench.js'
import { drawnTrials } from './drawn-trials.js'
import { said } from './expect-resting.js'
import { StrategyBench, type Trial } from './strategy-bench.js'

const NEAR = { minMarginUsdt: 0.01, avgMarginUsdt: 0.02, maxMarginUsdt: 0.04, minShares: 10, avgShares: 20, maxShares: 30 }
const MIDDLE = { minMarginUsdt: 0.04, avgMarginUsdt: 0.05, maxMarginUsdt: 0.08, minShares: 10, avgShares: 20, maxShares: 30 }
const FAR = { minMarginUsdt: 0.08, avgMarginUsdt: 0.09, maxMarginUsdt: 0.12, minShares: 10, avgShares: 20, maxShares: 30 }
const BOOK = 'ask 0.60 100 / bid 0.40 100'

/** Orders of a side around a mid, as `0.48 20`, and what the bands make of them. */
function made(
  orders: readonly string[],
  {
    side = 'bid',
    mid = 0.5,
    bands = [NEAR, MIDDLE, FAR],
  }: { side?: 'bid' | 'ask'; mid?: number; bands?: readonly (typeof NEAR)[] } = {},
) {
  const levels = orders.map(order => order.split(' ').map(Number)).map(([price = 0, count = 0]) => level(price, count))
  const market = { tick: Price.of(100) }
  return bandLevels(bandsOf(bands), { side, orders: levels, mid: mid * 10_000, market }).map(
    ({ price, size }) => `${price / 10_000} ${size / 1_000_000}`,
  )
}

describe('membership of a band', () => {
  const bands = [NEAR]

  it('begins at the least margin and ends before the largest', () => {
    expect(made(['0.49 10'], { bands })).toEqual(['0.49 10'])
    expect(made(['0.46 15'], { bands })).toEqual(['0.48 20'])
    expect(made(['0.47 15'], { bands })).toEqual(['0.47 15'])
    expect(made(['0.5 15'], { bands })).toEqual(['0.48 20'])
  })

  it('is the same for asks, seen from the other outcome', () => {
    expect(made(['0.51 10'], { bands, side: 'ask' })).toEqual(['0.51 10'])
    expect(made(['0.54 15'], { bands, side: 'ask' })).toEqual(['0.52 20'])
    expect(made(['0.53 15', '0.5 5'], { bands, side: 'ask' })).toEqual(['0.53 15'])
  })
})

describe('a band that holds too much', () => {
  it('drops what is nearest first in the first band', () => {
    expect(made(['0.47 15', '0.49 10', '0.48 20'], { bands: [NEAR, MIDDLE] }).slice(0, 1)).toEqual(['0.47 15'])
  })

  it('drops what is farthest first in the last band', () => {
    const far = made(['0.42 15', '0.41 10', '0.39 20']).filter(each => Number(each.split(' ')[0]) <= 0.42)
    expect(far).toEqual(['0.42 15', '0.41 10'])
  })

  it('drops the largest first in between', () => {
    const middle = made(['0.46 15', '0.45 20', '0.44 8']).filter(each => /^0\.4[3-6]/.test(each))
    expect(middle).toEqual(['0.44 8', '0.46 15'])
  })

  it('is the first one where it is the only one', () => {
    expect(made(['0.49 20', '0.47 20'], { bands: [NEAR] })).toEqual(['0.47 20'])
  })

  it('drops the newest of orders that are alike', () => {
    expect(made(['0.48 20', '0.48 15'], { bands: [NEAR] })).toEqual(['0.48 20'])
  })

  it('is filled up again at once where dropping leaves too little', () => {
    expect(made(['0.48 5', '0.49 40'], { bands: [NEAR] })).toEqual(['0.48 5', '0.48 15'])
  })
})

describe('a band that holds too little', () => {
  it('is filled up to the average amount at the average margin, and left alone from the least on', () => {
    expect(made([], { bands: [NEAR] })).toEqual(['0.48 20'])
    expect(made(['0.47 9'], { bands: [NEAR] })).toEqual(['0.47 9', '0.48 11'])
    expect(made(['0.47 10'], { bands: [NEAR] })).toEqual(['0.47 10'])
  })

  it('rounds its price away from the mid, or towards it where that would leave the band', () => {
    expect(made([], { bands: [NEAR], mid: 0.505 })).toEqual(['0.48 20'])
    const narrow = { ...NEAR, minMarginUsdt: 0.005, avgMarginUsdt: 0.012, maxMarginUsdt: 0.015 }
    expect(made([], { bands: [narrow] })).toEqual(['0.49 20'])
    expect(made([], { bands: [{ ...narrow, minMarginUsdt: 0.011 }] })).toEqual([])
  })

  it('stands on the last price where the average margin lies beyond it, and is no band where all of it does', () => {
    expect(made([], { bands: [{ ...NEAR, avgMarginUsdt: 0.03 }], mid: 0.025 })).toEqual(['0.01 20'])
    expect(made([], { mid: 0.025 })).toEqual(['0.01 20'])
    expect(made([], { bands: [MIDDLE, FAR], mid: 0.03 })).toEqual([])
  })
})

describe('bands', () => {
  const trial: Trial = { parameters: { bands: [NEAR, MIDDLE] } }

  it('quotes the average amounts on an empty side, for both sides', () => {
    expect(said(new StrategyBench(strategy, trial).answer(BOOK))).toEqual([
      'bid 0.48 20',
      'bid 0.45 20',
      'ask 0.52 20',
      'ask 0.55 20',
    ])
  })

  it('leaves its orders where they are while the mid moves within the bands, and moves what has left them', () => {
    const { bench } = new StrategyBench(strategy, trial)
    const placed = submitsOf(bench.turn({ events: picture(BOOK) }))
    bench.turn({ reports: placed.map(accepted) })
    expect(bench.turn({ events: picture('ask 0.61 100 / bid 0.41 100'), afterMs: 1_000 }).commands).toEqual([])
    const moved = bench.turn({ events: picture('ask 0.64 100 / bid 0.44 100'), afterMs: 1_000 })
    // The bid at 0.45 is now beyond the outer band, and the ask at 0.52 on the wrong side of the mid; 0.48 has gone over to the outer band and 0.55 to the inner.
    expect(cancelsOf(moved).toSorted()).toEqual([placed[1]!.id, placed[2]!.id])
    expect(submitsOf(moved).map(written).toSorted()).toEqual(['buy no 0.41 20', 'buy yes 0.52 20'])
  })

  it('sells what it holds of the other outcome before it buys', () => {
    const { bench } = new StrategyBench(strategy, { ...trial, noShares: 25 })
    expect(submitsOf(bench.turn({ events: picture(BOOK) })).map(written)).toEqual([
      'sell no 0.52 20',
      'sell no 0.55 5',
      'buy yes 0.45 15',
      'buy no 0.48 20',
      'buy no 0.45 20',
    ])
  })

  it('scales margins and amounts near the end', () => {
    const nearEnd = {
      startSeconds: 100,
      widthFactorAtEnd: 2,
      sizeFactorAtEnd: 0.5,
      jumpLossMaxUsdt: 1_000,
      reduceOnlySeconds: 0,
    }
    const bench = new StrategyBench(strategy, { parameters: { bands: [NEAR], nearEnd }, endsInSeconds: 50.002 })
    expect(said(bench.answer(BOOK))).toEqual(['bid 0.47 15', 'ask 0.53 15'])
  })

  it('stops at its full position', () => {
    const answer = new StrategyBench(strategy, { parameters: { bands: [NEAR], positionMaxShares: 30 }, yesShares: 25 }).answer(
      BOOK,
    )
    expect(said(answer)).toEqual(['bid 0.48 5', 'ask 0.52 20'])
  })

  it('refuses bands that overlap or are upside down, with what was found', () => {
    const refused = (bands: readonly object[]) => strategy.parameters.safeParse({ bands }).error?.issues[0]?.message
    expect(refused([NEAR, { ...MIDDLE, minMarginUsdt: 0.039 }])).toBe(
      'bands may not overlap, found 0.01 to 0.04 and 0.039 to 0.08; one may begin where the other ends',
    )
    expect(refused([MIDDLE, NEAR])).toBeUndefined()
    expect(refused([{ ...NEAR, avgMarginUsdt: 0.04 }])).toBe(
      'expected minMarginUsdt <= avgMarginUsdt < maxMarginUsdt, found 0.01, 0.04 and 0.04',
    )
    expect(refused([{ ...NEAR, minShares: 25 }])).toBe('expected minShares <= avgShares <= maxShares, found 25, 20 and 30')
  })

  it('pulls on a book with one side', () => {
    expect(said(new StrategyBench(strategy, trial).answer('ask 0.50 10'))).toEqual(['pull: no two-sided book'])
  })

  it('rests on the grid and never at the other side for any book and position', () => {
    drawnTrials(strategy, fc => ({
      bands: fc.array(fc.tuple(fc.nat(120), fc.nat(99), fc.nat(400)), { minLength: 1, maxLength: 3 }).map(drawn => {
        let from = 0
        return drawn.map(([thousandths, at, shares]) => {
          const minMarginUsdt = from
          from += (5 + thousandths) / 1_000
          return {
            ...{ minMarginUsdt, avgMarginUsdt: minMarginUsdt + ((from - minMarginUsdt) * at) / 100, maxMarginUsdt: from },
            ...{ minShares: shares / 2, avgShares: shares, maxShares: shares * 1.5 },
          }
        })
      }),
    }))
  })
})
