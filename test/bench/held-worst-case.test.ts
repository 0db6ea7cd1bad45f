import { expect, test } from 'vitest'
import type { SimulatedFill } from '../../backtest/result.js'
import { heldWorstCase } from '../../bench/strategies/held-worst-case.js'
import { Wei } from '../../src/model/money.js'
import { Timestamp } from '../../src/model/time.js'

const wei = (units: number): Wei => Wei.of(BigInt(Math.round(units * 1e6)) * 10n ** 12n)
const fill = (seconds: number, words: string, { market = 0, fee = 0, isSettled = true } = {}): SimulatedFill => {
  const [side, outcome, shares, price] = words.split(' ')
  return {
    at: Timestamp.ofSeconds(seconds),
    order: '1-1',
    market,
    outcome: outcome === 'yes' ? 'yes' : 'no',
    side: side === 'buy' ? 'buy' : 'sell',
    isMaker: true,
    shares: wei(Number(shares)),
    value: wei(Number(shares) * Number(price)),
    fee: { in: 'shares', amount: wei(fee) },
    evidence: null,
    isAlone: false,
    isSettled,
  }
}
const ending = (...seconds: (number | null)[]) => ({
  markets: seconds.map(at => ({ result: at === null ? null : { yes: 1 as const, at: Timestamp.ofSeconds(at) } })),
})
const worst = (ends: readonly (number | null)[], ...fills: SimulatedFill[]): number => heldWorstCase(ending(...ends), { fills })

test('a pair is safe, one side of it may lose its price, and fees in shares are lost shares', () => {
  expect(worst([null], fill(1, 'buy yes 100 0.4'))).toBeCloseTo(40)
  expect(worst([null], fill(1, 'buy yes 100 0.4'), fill(2, 'buy no 100 0.5'))).toBeCloseTo(40)
  expect(worst([null], fill(1, 'buy yes 100 0.6', { fee: 2 }), fill(2, 'buy no 100 0.5'))).toBeCloseTo(60)
  expect(worst([null], fill(1, 'buy yes 100 0.4', { isSettled: false }))).toBe(0)
})

test('markets add up until their results are known', () => {
  const both = [fill(1, 'buy yes 100 0.4'), fill(9, 'buy no 100 0.3', { market: 1 })]
  expect(worst([null, null], ...both)).toBeCloseTo(70)
  expect(worst([5, null], ...both)).toBeCloseTo(40)
})
