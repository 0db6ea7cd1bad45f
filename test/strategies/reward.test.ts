import { describe, expect, it } from 'vitest'
import { Price, Size } from '../../src/model/money.js'
import type { YieldTerms } from '../../src/strategy/models/liquidity-reward.js'
import { liquidityReward } from '../../src/strategy/models/liquidity-reward.js'
import { best, rewardedChoice, strategy } from '../../strategies/reward.js'
import { level } from '../engine/desk-bench.js'
import { drawnTrials } from './drawn-trials.js'
import { said } from './expect-resting.js'
import { StrategyBench, type Trial } from './strategy-bench.js'

const REWARDS = { spreadMax: Price.of(400), sizeMin: Size.ofShares(50), pointsPerHour: 1_000 }
const BOOK = 'ask 0.55 100 / ask 0.53 60 / ask 0.52 10 / bid 0.49 10 / bid 0.47 80'
/** Fills never come, so that only the rewards count. */
const STILL = { fillsPerHour: 0, inventoryUsdtPerHour: 0, leanTicks: 0 }

const bench = (trial: Trial = {}) => new StrategyBench(strategy, { ...trial, market: { rewards: REWARDS, ...trial.market } })
const quotes = (trial: Trial = {}, book = BOOK) => said(bench(trial).answer(book))

describe('the choice of a distance and a size', () => {
  const market = { rewards: REWARDS, tick: Price.of(100), minSize: Size.of(10_000) }

  it('has every price of the grid within the band, and sizes from the least that earns to the most that is allowed', () => {
    const choice = rewardedChoice(5_050, market, 200)
    expect(choice?.distances).toEqual([0.005, 0.015, 0.025, 0.035])
    expect(rewardedChoice(5_000, market, 200)?.distances).toEqual([0.01, 0.02, 0.03])
    expect(choice?.sizes).toHaveLength(12)
    expect([choice?.sizes[0], choice?.sizes.at(-1)]).toEqual([50, expect.closeTo(200, 9)])
  })

  it('is none where the least size is above the most', () => {
    expect(rewardedChoice(5_050, market, 49)).toBeNull()
  })

  it('is bounded where the band has thousands of prices', () => {
    const wide = { ...market, tick: Price.of(1), rewards: { ...REWARDS, spreadMax: Price.of(5_000) } }
    expect(rewardedChoice(5_000, wide, 200)?.distances.length).toBeLessThanOrEqual(200)
  })

  it('falls on the pair that earns most of all', () => {
    const terms: YieldTerms = {
      band: 0.04,
      pool: 3,
      others: 40,
      arrivals: 20,
      decay: 40,
      fillMax: 50,
      markout: 0.006,
      inventory: 2e-5,
    }
    const choice = rewardedChoice(5_050, market, 200)!
    const found = best(choice, terms)!
    for (const distance of choice.distances)
      for (const size of choice.sizes) expect(liquidityReward.yieldOf(distance, size, terms)).toBeLessThanOrEqual(found.gain)
    expect(liquidityReward.yieldOf(found.distance, found.size, terms)).toBe(found.gain)
  })
})

describe('reward', () => {
  it('stands at the middle with all it may where nothing but rewards counts', () => {
    // The middle is that of the levels that hold the least size: 0.47 and 0.53.
    expect(quotes({ parameters: STILL })).toEqual(['bid 0.49 200', 'ask 0.51 200'])
  })

  it('moves away from the middle where fills cost more than they bring', () => {
    const costly = { ...STILL, fillsPerHour: 400, markoutTicks: 3, usdtPerPoint: 0.03 }
    const far = quotes({ parameters: costly })
    expect(Number(far[0]!.split(' ')[1])).toBeLessThan(0.49)
  })

  it('takes a smaller size where inventory is dear', () => {
    const sizeOf = (parameters: object) => Number(quotes({ parameters: { ...STILL, ...parameters } })[0]!.split(' ')[2])
    expect(sizeOf({ inventoryUsdtPerHour: 20, usdtPerPoint: 0.01 })).toBeLessThan(sizeOf({}))
  })

  it('lets only levels of the least size compete where it is told so', () => {
    const others = (rivals: string) => {
      const trial = bench({ parameters: { ...STILL, rivals } })
      trial.answer('ask 0.53 60 / ask 0.52 49 / bid 0.48 49 / bid 0.47 80')
      return Number(trial.terms()['others'])
    }
    expect(others('qualifying')).toBeCloseTo(60 * (1 / 4) ** 2, 2)
    // Both sides evenly for the lesser one, and one-sided makers for the rest: (B + A + min(B, A)) / 3.
    const [bids, asks] = [49 / 4 + 80 / 16, 49 / 4 + 60 / 16]
    expect(others('all')).toBeCloseTo((bids + asks + asks) / 3, 2)
  })

  it('leans against its position, and only sells off where quoting does not pay', () => {
    expect(quotes({ parameters: { ...STILL, leanTicks: 2 }, yesShares: 150 })).toEqual(['bid 0.48 150', 'ask 0.5 200'])
    const poor = { ...STILL, usdtPerPoint: 0, fillsPerHour: 100, markoutTicks: 20 }
    expect(quotes({ parameters: poor })).toEqual(['pull: rewards and spread are less than what fills and inventory cost'])
    const selling = quotes({ parameters: poor, yesShares: 30 })
    expect(selling).toHaveLength(1)
    expect(selling[0]).toMatch(/^ask 0\.5\d 30$/)
  })

  it('pulls where there is nothing to earn', () => {
    expect(quotes({ market: { rewards: null } })).toEqual(['pull: no rewards here'])
    expect(quotes({ parameters: { sizeMaxShares: 40 } })).toEqual(['pull: the least size that earns is above sizeMaxShares'])
    expect(quotes({}, 'bid 0.5 100')).toEqual(['pull: no two-sided book'])
  })

  it('goes wider and smaller near the end', () => {
    const nearEnd = {
      startSeconds: 100,
      widthFactorAtEnd: 3,
      sizeFactorAtEnd: 0.5,
      jumpLossMaxUsdt: 10_000,
      reduceOnlySeconds: 0,
    }
    expect(quotes({ parameters: { ...STILL, nearEnd }, endsInSeconds: 50.002 })).toEqual(['bid 0.48 150', 'ask 0.52 150'])
  })

  it('measures what trades are worth later, and stands wider where takers are right', () => {
    const parameters = { ...STILL, fillsPerHour: 100, markoutTicks: 0, assumedTrades: 1, markoutMs: 1_000, usdtPerPoint: 0.003 }
    const trial = bench({ parameters })
    trial.answer(BOOK)
    const before = trial.terms()
    // After each purchase the book stands three ticks higher for a while, and after each sale as much lower.
    for (let at = 0; at < 40; at++) {
      const [hit, price, moved] = at % 2 === 0 ? (['ask', 0.52, 0.03] as const) : (['bid', 0.49, -0.03] as const)
      const print = { kind: 'trade', market: trial.market.index, side: hit, ...level(price, 5) } as const
      trial.turn({ events: [print], afterMs: 100 })
      trial.answer(
        BOOK.replaceAll(/0\.\d\d/g, text => (Number(text) + moved).toFixed(2)),
        100,
      )
      trial.answer(BOOK, 1_500)
    }
    const after = trial.terms()
    expect(before['markout']).toBe('0.000000')
    expect(Number(after['markout'])).toBeCloseTo(0.03, 2)
    expect(Number(after['distance'])).toBeGreaterThan(Number(before['distance']))
  })

  it('rests on the grid and never at the other side for any book, position and parameters', () => {
    drawnTrials(
      strategy,
      fc => ({
        usdtPerPoint: fc.double({ min: 0, max: 1, noNaN: true }),
        rivals: fc.constantFrom('all', 'qualifying'),
        sizeMaxShares: fc.double({ min: 60, max: 2_000, noNaN: true }),
        leanTicks: fc.double({ min: 0, max: 50, noNaN: true }),
        fillsPerHour: fc.double({ min: 0, max: 5_000, noNaN: true }),
        decayPerTick: fc.double({ min: 0.01, max: 10, noNaN: true }),
        markoutTicks: fc.double({ min: 0, max: 5, noNaN: true }),
      }),
      { change: { rewards: REWARDS } },
    )
  })
})
