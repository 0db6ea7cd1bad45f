import { describe, expect, test } from 'vitest'
import { calibrations } from '../../../backtest/report/calibration.js'
import { fillStatistics, spreadOf } from '../../../backtest/report/fill-statistics.js'
import { Size } from '../../../src/model/money.js'
import { generatedResult } from './generated-result.js'

const [account] = generatedResult({ seconds: 3_000, fillRate: 0.1 }).accounts
if (account === undefined) throw new Error('the generator makes an account')

describe('fill statistics', () => {
  test('count what was undone apart, and give every share one reason', () => {
    const found = fillStatistics(account)
    expect(found.fills + found.undone).toBe(account.fills.length)
    expect(found.undone).toBeGreaterThan(0)
    expect(found.evidence.print + found.evidence.level + found.evidence.taking).toBeCloseTo(1, 12)
  })

  test('tell how long a quote had rested and what stood ahead, where the driver says it', () => {
    const found = fillStatistics({
      ...account,
      fills: account.fills.map(fill => ({ ...fill, aheadAtJoin: Size.ofShares(40) })),
    })
    expect(found.rested?.median).toBeGreaterThan(0)
    expect(found.rested?.ninth).toBeLessThan(121)
    expect(found.ahead).toEqual({ median: 40, ninth: 40 })
    expect(fillStatistics(account).ahead).toBeNull()
  })

  test('have no median of nothing', () => {
    expect(spreadOf([])).toBeNull()
    expect(spreadOf([3, 1, 2])).toEqual({ median: 2, ninth: 3 })
  })
})

describe('calibration', () => {
  test('weighs each market the same and needs a result', () => {
    const result = generatedResult({ markets: 3, seconds: 900 })
    const found = calibrations(result)
    expect(found.map(({ of }) => of)).toEqual(['middle of the recorded book', 'middle of our quotes'])
    for (const { bins, brier, markets } of found) {
      expect(markets).toBe(3)
      expect(brier).toBeGreaterThan(0)
      expect(brier).toBeLessThan(1)
      expect(bins.every(({ price, paid }) => price > 0 && price < 1 && paid >= 0 && paid <= 1)).toBe(true)
    }
    expect(calibrations(generatedResult({ isResolved: false }))).toEqual([])
  })
})
