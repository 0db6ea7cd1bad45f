import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { scoringRule } from '../../src/strategy/scoring-rule.js'

describe('the skew by the scoring rule', () => {
  it('has the depth at which a full short position reaches the price that was asked for', () => {
    expect(scoringRule.depth(200, 0.9)).toBeCloseTo(91.023923, 6)
    expect(scoringRule.lean(0.5, -200, scoringRule.depth(200, 0.9))).toBeCloseTo(0.9, 12)
  })

  it('shifts the logit by the position over the depth', () => {
    expect(scoringRule.lean(0.6, 50, 100)).toBeCloseTo(0.476384, 6)
    expect(scoringRule.lean(0.6, 0, 100)).toBeCloseTo(0.6, 15)
  })

  it('stays a price, and falls with the position', () => {
    const any = fc.record({
      price: fc.double({ min: 0.001, max: 0.999, noNaN: true }),
      net: fc.double({ min: -500, max: 500, noNaN: true }),
      more: fc.double({ min: 0, max: 100, noNaN: true }),
    })
    fc.assert(
      fc.property(any, ({ price, net, more }) => {
        const leaned = scoringRule.lean(price, net, 60)
        expect(leaned > 0 && leaned < 1).toBe(true)
        expect(scoringRule.lean(price, net + more, 60)).toBeLessThanOrEqual(leaned)
      }),
      { numRuns: 200, seed: 3 },
    )
  })
})
