import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ComparedFill, ComparedResult } from '../../../backtest/compare/compared-result.js'
import { sharedFills } from '../../../backtest/compare/shared-fills.js'

const fill = (seconds: number, shares: number, more: Partial<ComparedFill> = {}): ComparedFill => ({
  at: seconds * 1e6,
  market: 'm',
  sign: 1,
  price: 0.5,
  shares,
  ...more,
})

const named = (name: string, fillList: readonly ComparedFill[] | null) => ({ name, fillList }) as ComparedResult
const shared = (ones: readonly ComparedFill[], others: readonly ComparedFill[]) =>
  sharedFills([named('a', ones), named('b', others)])[0]!

describe('fills in common', () => {
  test('are of one market, side and price, at most a second apart', () => {
    const one = [fill(10, 5)]
    expect(shared(one, [fill(11, 5)])).toEqual({ pair: ['a', 'b'], shares: 5, parts: [1, 1] })
    for (const other of [
      fill(11.1, 5),
      fill(8.9, 5),
      fill(10, 5, { market: 'n' }),
      fill(10, 5, { sign: -1 }),
      fill(10, 5, { price: 0.51 }),
    ])
      expect(shared(one, [other]).shares).toBe(0)
  })

  test('count a share once, though several fills are near to it', () => {
    expect(shared([fill(10, 6), fill(10.2, 6)], [fill(10.1, 8)])).toMatchObject({ shares: 8, parts: [8 / 12, 1] })
    expect(shared([fill(10, 6)], [fill(9.5, 2), fill(10.5, 3)]).shares).toBe(5)
  })

  test('are told of each pair whose fills are known, and of none without a fill no part', () => {
    const results = [named('a', [fill(1, 1)]), named('run', null), named('c', [fill(1, 1)]), named('d', [])]
    expect(sharedFills(results).map(({ pair, parts }) => [pair.join(), parts])).toEqual([
      ['a,c', [1, 1]],
      ['a,d', [0, null]],
      ['c,d', [0, null]],
    ])
  })

  test('are never more than either has, and all of a list with itself', () => {
    const list = fc
      .array(fc.record({ seconds: fc.integer({ min: 0, max: 30 }), shares: fc.integer({ min: 1, max: 9 }), tick: fc.nat(2) }), {
        maxLength: 40,
      })
      .map(all =>
        all
          .map(({ seconds, shares, tick }) => fill(seconds / 3, shares, { price: 0.5 + tick / 100 }))
          .toSorted((a, b) => a.at - b.at),
      )
    const sum = (fills: readonly ComparedFill[]): number => fills.reduce((all, { shares }) => all + shares, 0)
    fc.assert(
      fc.property(list, list, (ones, others) => {
        expect(shared(ones, others).shares).toBeLessThanOrEqual(Math.min(sum(ones), sum(others)))
        expect(shared(ones, ones).shares).toBe(sum(ones))
      }),
      { numRuns: 100, seed: 3 },
    )
  })
})
