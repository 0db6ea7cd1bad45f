import { describe, expect, it } from 'vitest'
import { weightedMid } from '../../../src/strategy/estimators/weighted-mid.js'
import { level } from '../../engine/desk-bench.js'

describe('a weighted mid', () => {
  it('is the microprice of the touch where one level a side is given', () => {
    expect(weightedMid([level(0.52, 30)], [level(0.54, 10)])).toBe(5_350)
  })

  it('weights the mean price of several levels by the size of the other side', () => {
    // Bids of 0.515 in the mean with 40 shares, asks of 0.545 with 20.
    const bids = [level(0.52, 20), level(0.51, 20)]
    const asks = [level(0.54, 10), level(0.55, 10)]
    expect(weightedMid(bids, asks)).toBeCloseTo((5_150 * 20 + 5_450 * 40) / 60, 9)
  })

  it('is null where a side is empty', () => {
    expect(weightedMid([], [level(0.54, 10)])).toBeNull()
    expect(weightedMid([level(0.54, 10)], [])).toBeNull()
  })
})
