import { describe, expect, test } from 'vitest'
import { fairScores } from '../../../backtest/report/fair-scores.js'
import type { BacktestResult, FairSample } from '../../../backtest/result.js'
import type { Market } from '../../../src/model/market.js'
import { Price } from '../../../src/model/money.js'
import { Timestamp } from '../../../src/model/time.js'
import { marketOf } from '../try-backtest.js'
import { generatedResult } from './generated-result.js'

const FROM = Timestamp.ofSeconds(1_700_000_000)
const at = (seconds: number): Timestamp => Timestamp.add(FROM, seconds * 1e6)

const resolved = (index: number, yes: 0 | 1 | 0.5, seconds: number, endsAt: Timestamp | null = null): Market =>
  marketOf(index, { result: { yes, at: at(seconds) }, endsAt })

const book = (market: number, seconds: number, middle: number) => ({
  ...{ at: at(seconds), market },
  bid: Price.of(middle * 10_000 - 100),
  ask: Price.of(middle * 10_000 + 100),
})
const fair = (market: number, seconds: number, value: number | null): FairSample => ({ at: at(seconds), market, fair: value })

function resultOf(
  markets: readonly Market[],
  { books, fairs = [] }: { books: BacktestResult['books']; fairs?: readonly FairSample[] },
  strategies: BacktestResult['strategies'] = [{ name: 'one', markets: markets.map(({ index }) => index) }],
): BacktestResult {
  const result = generatedResult()
  return { ...result, markets, strategies, books, accounts: [{ ...result.accounts[0]!, fairs }] }
}

const ln = (said: number): number => -Math.log(said)

describe('the fair value against results', () => {
  test('weighs time within a market, and cuts it by the time left', () => {
    // 0.6 until 40 s before the end, 0.9 from then on.
    const result = resultOf([resolved(0, 1, 100)], { books: [book(0, 0, 0.5)], fairs: [fair(0, 0, 0.6), fair(0, 60, 0.9)] })
    const [scores] = fairScores(result)
    expect(scores).toMatchObject({ strategy: 'one', source: 'terms' })
    const rows = Object.fromEntries(scores!.rows.map(({ left, ...row }) => [left, row]))
    expect(scores!.rows.map(({ left }) => left)).toEqual(['all', '1 to 5 min', '10 s to 1 min', 'under 10 s'])
    expect(rows['all']!.fair!.brier).toBeCloseTo((60 * 0.16 + 40 * 0.01) / 100, 12)
    expect(rows['all']!.fair!.log).toBeCloseTo((60 * ln(0.6) + 40 * ln(0.9)) / 100, 12)
    expect(rows['1 to 5 min']!.fair!.brier).toBeCloseTo(0.16, 12)
    expect(rows['10 s to 1 min']!.fair!.brier).toBeCloseTo((20 * 0.16 + 30 * 0.01) / 50, 12)
    expect(rows['under 10 s']!.fair!.brier).toBeCloseTo(0.01, 12)
    expect(rows['under 10 s']!.middle).toEqual({ brier: 0.25, log: expect.closeTo(Math.LN2, 12) })
  })

  test('is compared with the middle at the same moments only, and every market weighs the same', () => {
    const books = [book(0, 0, 0.8), book(1, 0, 0.8)]
    // The first one is known for 10 s, the second for 90 s.
    const fairs = [fair(0, 0, 0.7), fair(0, 10, null), fair(1, 10, 0.7)]
    const [scores] = fairScores(resultOf([resolved(0, 1, 100), resolved(1, 0, 100)], { books, fairs }))
    expect(scores!.rows[0]).toMatchObject({ left: 'all', markets: 2 })
    expect(scores!.rows[0]!.fair!.brier).toBeCloseTo((0.09 + 0.49) / 2, 12)
    expect(scores!.rows[0]!.middle.brier).toBeCloseTo((0.04 + 0.64) / 2, 12)
  })

  test('is that of the book where a strategy names none, strategy by strategy', () => {
    const strategies = [
      { name: 'says', markets: [0] },
      { name: 'silent', markets: [1] },
    ]
    const markets = [resolved(0, 1, 100), resolved(1, 0.5, 100)]
    const books = [book(0, 0, 0.5), book(1, 0, 0.5)]
    const scores = fairScores(resultOf(markets, { books, fairs: [fair(0, 0, 0.5)] }, strategies))
    expect(scores.map(({ strategy, source }) => [strategy, source])).toEqual([
      ['says', 'terms'],
      ['silent', 'book'],
    ])
    // A half of each is paid: no distance, and yet a half of everything was said.
    expect(scores[1]!.rows[0]).toMatchObject({ fair: null, middle: { brier: 0, log: expect.closeTo(Math.LN2, 12) } })
  })

  test('ends where the market ends, and a certainty that is wrong has its price', () => {
    const fairs = [fair(0, 0, 0.99999), fair(0, 50, 0.01)]
    const [scores] = fairScores(resultOf([resolved(0, 0, 100, at(50))], { books: [book(0, 0, 0.5)], fairs }))
    expect(scores!.rows[0]!.fair!.log).toBeCloseTo(ln(0.0001), 9)
    expect(scores!.rows.map(({ left }) => left)).toEqual(['all', '10 s to 1 min', 'under 10 s'])
  })

  test('says nothing where no result is known', () => {
    expect(fairScores(resultOf([marketOf(0)], { books: [book(0, 0, 0.5)], fairs: [fair(0, 0, 0.5)] }))).toEqual([])
  })
})
