import { describe, expect, test } from 'vitest'
import { markouts } from '../../../backtest/report/markouts.js'
import type { BacktestResult } from '../../../backtest/result.js'
import { Timestamp } from '../../../src/model/time.js'
import { generatedResult } from './generated-result.js'

const AFTER: Readonly<Record<string, number>> = { '1 s': 1, '5 s': 5, '30 s': 30, '5 min': 300, '1 h': 3_600 }

/** The slow way: walks through every sample for every fill. */
function naive(result: BacktestResult, seconds: number): { cents: number | null; fills: number } {
  let [gained, shares, fills] = [0, 0, 0]
  for (const fill of result.accounts[0]?.fills ?? []) {
    const time = fill.at + seconds * 1e6
    const market = result.markets[fill.market]
    if (!fill.isSettled) continue
    let yes: number | null = null
    if (market?.result != null && time >= market.result.at) yes = market.result.yes
    else if (time <= result.to) {
      for (const { at, market, bid, ask } of result.books)
        if (market === fill.market && at <= time) yes = bid === null || ask === null ? null : (bid + ask) / 2 / 10_000
    }
    if (yes === null) continue
    const size = Number(fill.shares) / 1e18
    const price = Number(fill.value) / 1e18 / size
    const worth = fill.outcome === 'yes' ? yes : 1 - yes
    gained += (fill.side === 'buy' ? 1 : -1) * (worth - price) * size
    shares += size
    fills++
  }
  return { cents: shares === 0 ? null : (gained / shares) * 100, fills }
}

describe('markouts', () => {
  const result = generatedResult({ markets: 2, seconds: 4_000 })
  const curve = markouts(result, result.accounts[0]?.fills ?? [])

  test.each(Object.entries(AFTER))('%s later are what a walk through all samples finds', (horizon, seconds) => {
    const found = curve.find(point => point.horizon === horizon)
    const expected = naive(result, seconds)
    expect(found?.fills).toBe(expected.fills)
    expect(found?.cents).toBeCloseTo(expected.cents ?? Number.NaN, 9)
  })

  test('at resolution hold every settled fill against the payout', () => {
    const found = curve.at(-1)
    expect(found?.horizon).toBe('resolution')
    expect(found?.cents).toBeCloseTo(naive(result, 1e9).cents ?? Number.NaN, 9)
    expect(found?.fills).toBe(result.accounts[0]?.fills.filter(({ isSettled }) => isSettled).length)
  })

  test('say nothing of a time that the recording does not reach', () => {
    const open = generatedResult({ seconds: 1_200, isResolved: false, fillRate: 0.1 })
    const curve = markouts(open, open.accounts[0]?.fills ?? [])
    expect(curve.slice(-2)).toEqual([
      { horizon: '1 h', cents: null, error: null, fills: 0 },
      { horizon: 'resolution', cents: null, error: null, fills: 0 },
    ])
  })

  test('use the payout, not the last book, once a result is known', () => {
    const [fill] = generatedResult({ fillRate: 1, seconds: 10 }).accounts[0]?.fills ?? []
    const base = generatedResult({ seconds: 10 })
    const [market] = base.markets
    if (fill === undefined || market === undefined) throw new Error('the generator makes a fill and a market')
    const result = { ...base, markets: [{ ...market, result: { yes: 1 as const, at: Timestamp.add(fill.at, 2_000_000) } }] }
    const points = markouts(result, [fill])
    const resolved = points.at(-1)?.cents
    expect(
      points.filter(({ horizon }) => AFTER[horizon] === undefined || AFTER[horizon] >= 5).map(({ cents }) => cents),
    ).toEqual([resolved, resolved, resolved, resolved, resolved])
  })

  test('know no error from fills of one stretch, and one from several', () => {
    const result = generatedResult({ seconds: 3_000, fillRate: 0.5 })
    const fills = result.accounts[0]?.fills ?? []
    const errorOf = (count: number) => markouts(result, fills.slice(0, count)).find(({ horizon }) => horizon === '1 s')?.error
    expect(errorOf(2)).toBeNull()
    expect(errorOf(500)).toBeGreaterThan(0)
  })
})
