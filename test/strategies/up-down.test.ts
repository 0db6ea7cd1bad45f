import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRandom } from '../../src/exchange/crowd/random.js'
import { digital, strategy } from '../../strategies/up-down.js'
import { picture } from '../engine/desk-bench.js'
import { drawnTrials } from './drawn-trials.js'
import { said } from './expect-resting.js'
import { StrategyBench, type Trial } from './strategy-bench.js'

const YEAR_SECONDS = 31_557_600
const BOOK = 'ask 0.55 100 / bid 0.45 100'
const coin = (value: number, name = 'coin') => ({ kind: 'reference', name, value }) as const
const dark = { kind: 'reference-feed', name: 'coin', state: 'suspect', why: 'nothing came for 10 s' } as const

/** A round on a price of 60,000 that ends in five minutes. */
function round({ parameters, market, ...trial }: Trial = {}) {
  return new StrategyBench(strategy, {
    endsInSeconds: 300,
    ...trial,
    parameters: { references: { '0xfeed': 'coin' }, leanTicks: 0, ...parameters },
    market: { variant: 'CRYPTO_UP_DOWN', priceFeed: { name: '0xfeed', startPrice: 60_000 }, ...market },
  })
}
const quotes = (price: number, trial: Trial = {}, book = BOOK) => {
  const bench = round(trial)
  bench.turn({ events: [coin(price)] })
  return said(bench.answer(book))
}

describe('the value of a digital option', () => {
  const at = (price: number, perYear: number, secondsLeft: number) =>
    digital({ price, startPrice: 60_000, perRootSecond: perYear / Math.sqrt(YEAR_SECONDS), secondsLeft }).up

  it('is the normal probability of the distance to the start', () => {
    for (const [price, perYear, secondsLeft, up] of VECTORS) expect(at(price, perYear, secondsLeft)).toBeCloseTo(up, 12)
  })

  it('is certain where nothing can move any more', () => {
    expect([at(60_001, 0.6, 0), at(59_999, 0.6, 0), at(60_000, 0.6, 0), at(60_001, 0, 100)]).toEqual([1, 0, 0.5, 1])
  })

  it('rises with the price and stays a probability', () => {
    const any = fc.record({
      price: fc.double({ min: 1, max: 1e6, noNaN: true }),
      more: fc.double({ min: 0, max: 1e5, noNaN: true }),
      perYear: fc.double({ min: 0, max: 10, noNaN: true }),
      left: fc.double({ min: -5, max: 1e6, noNaN: true }),
    })
    fc.assert(
      fc.property(any, ({ price, more, perYear, left }) => {
        const up = at(price, perYear, left)
        expect(up >= 0 && up <= 1).toBe(true)
        expect(at(price + more, perYear, left)).toBeGreaterThanOrEqual(up)
      }),
      { numRuns: 300, seed: 2 },
    )
  })
})

/** Price, volatility of a year, seconds left, and the probability with a start of 60,000. */
const VECTORS = [
  [60_000, 0.6, 300, 0.4996309884986762],
  [60_100, 0.6, 300, 0.8157403864204075],
  [59_940, 0.5, 900, 0.3534472439329759],
  [60_030, 0.5, 10, 0.9621221009321992],
] as const

describe('up-down', () => {
  it('quotes around the digital value, whatever the book says within reason', () => {
    expect(quotes(60_000, { parameters: { reactionMs: 0, halfSpreadTicks: 2 } })).toEqual(['bid 0.47 20', 'ask 0.52 20'])
    const up = quotes(60_100, { parameters: { reactionMs: 0, halfSpreadTicks: 1 } }, 'ask 0.85 100 / bid 0.75 100')
    expect(up).toEqual(['bid 0.8 20', 'ask 0.83 20'])
  })

  it('grows wider by what the fair price may move until it reacts, most near the end and near the start price', () => {
    const width = (price: number, endsInSeconds: number): number => {
      const bench = round({ endsInSeconds })
      bench.turn({ events: [coin(price)] })
      bench.answer(BOOK)
      return Number(bench.terms()['half'])
    }
    expect(width(60_000, 300)).toBeLessThan(width(60_000, 30))
    expect(width(60_000, 30)).toBeLessThan(width(60_000, 5))
    expect(width(60_200, 300)).toBeLessThan(width(60_000, 300))
  })

  it('leans against its position and stops at the full one', () => {
    const parameters = { reactionMs: 0, halfSpreadTicks: 2, leanTicks: 4, positionMaxShares: 40, sizeShares: 30 }
    expect(quotes(60_000, { parameters, yesShares: 20 })).toEqual(['bid 0.45 20', 'ask 0.5 30'])
    expect(quotes(60_000, { parameters, yesShares: 40 })).toEqual(['ask 0.48 30'])
  })

  it('pulls with the reason of the reference while that is dark, and goes on when it is back', () => {
    const bench = round()
    expect(said(bench.answer(BOOK))[0]).toMatch(/^pull: /)
    expect(said(bench.turn({ events: [coin(60_000)] }))).toHaveLength(2)
    expect(said(bench.turn({ events: [dark] }))).toEqual(['pull: nothing came for 10 s'])
    expect(said(bench.turn({ events: [coin(60_000)] }))).toHaveLength(2)
  })

  it('pulls where the round cannot be priced, or the book says something else', () => {
    expect(quotes(60_000, { market: { priceFeed: { name: '0xfeed', startPrice: null } } })).toEqual([
      'pull: the price at the start is not known yet',
    ])
    expect(quotes(60_000, {}, 'ask 0.90 10 / bid 0.85 10')).toEqual(['pull: fair price and book disagree'])
    expect(quotes(0)).toEqual(['pull: the reference is no price'])
  })

  it('pulls where the one side of a book contradicts the fair price', () => {
    const disagrees = ['pull: fair price and book disagree']
    // A reference of the wrong scale makes YES worthless, or certain.
    expect(quotes(60, {}, 'bid 0.50 10')).toEqual(disagrees)
    expect(quotes(60_000_000, {}, 'ask 0.50 10')).toEqual(disagrees)
    expect(quotes(60, { parameters: { disagreementMaxTicks: null } }, 'bid 0.50 10')).toEqual(['ask 0.51 20'])
    expect(quotes(60, {}, 'ask 0.05 10')).toHaveLength(1)
  })

  it('reads the reference of the venue’s own name where none is listed, and none where no price decides', () => {
    const named = { priceFeed: { name: 'BTC', startPrice: 1 } }
    const parameters = strategy.parameters.parse({ references: { ETH: 'ether' } })
    const of = (priceFeed?: { name: string; startPrice: number }) =>
      strategy.references(parameters, { ...round().market, priceFeed } as never)
    expect([of(named.priceFeed), of({ name: 'ETH', startPrice: 1 }), of({ name: 'toString', startPrice: 1 }), of()]).toEqual([
      ['BTC'],
      ['ether'],
      ['toString'],
      [],
    ])
  })

  it('quotes a side that is empty', () => {
    expect(quotes(60_000, { parameters: { reactionMs: 0, halfSpreadTicks: 2 } }, 'bid 0.30 10')).toEqual([
      'bid 0.47 20',
      'ask 0.52 20',
    ])
  })

  it('measures the volatility of the price, and weighs it with what is assumed', () => {
    const bench = round({
      endsInSeconds: 100_000,
      parameters: { volatilityPerYear: 2, assumedSeconds: 1, volatilityHalfLifeSeconds: 5_000 },
    })
    const random = createRandom(5)
    let price = 60_000
    bench.turn({ events: [...picture(BOOK), coin(price)] })
    for (let second = 0; second < 1_500; second++) {
      price *= Math.exp((random.normal() * 0.4) / Math.sqrt(YEAR_SECONDS))
      bench.turn({ events: [coin(price)], afterMs: 1_000 })
    }
    // 1,500 samples: the standard error is 1.8 %, and three times that is allowed.
    expect(Number(bench.terms()['volatilityPerYear'])).toBeGreaterThan(0.4 * 0.945)
    expect(Number(bench.terms()['volatilityPerYear'])).toBeLessThan(0.4 * 1.055)
  })

  it('rests on the grid and never at the other side for any book, position and parameters', () => {
    drawnTrials(
      strategy,
      fc => ({
        references: fc.constant({ '0xfeed': 'coin' }),
        volatilityPerYear: fc.double({ min: 0.01, max: 10, noNaN: true }),
        halfSpreadTicks: fc.double({ min: 0, max: 10, noNaN: true }),
        reactionMs: fc.double({ min: 0, max: 60_000, noNaN: true }),
        leanTicks: fc.double({ min: 0, max: 50, noNaN: true }),
        sizeShares: fc.double({ min: 0.01, max: 500, noNaN: true }),
        disagreementMaxTicks: fc.constantFrom(null, 1_000),
      }),
      { change: { priceFeed: { name: '0xfeed', startPrice: 60_000 } }, events: [coin(60_010)] },
    )
  })
})
