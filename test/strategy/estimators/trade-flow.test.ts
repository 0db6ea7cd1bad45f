import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../src/exchange/crowd/random.js'
import { Timestamp } from '../../../src/model/time.js'
import { TradeFlow } from '../../../src/strategy/estimators/trade-flow.js'
import { after, START, shares } from '../../engine/desk-bench.js'

const trade = (side: 'bid' | 'ask', count: number, ms: number) => ({ side, size: shares(count), at: after(ms) })

/** Trades by chance, two a second, of which `buys` bought; asks `look` at the time of each after the first ten minutes. */
function trades(seed: number, buys: number, look: (flow: TradeFlow, at: Timestamp) => void): void {
  const random = createRandom(seed)
  const flow = new TradeFlow({ halfLifeSeconds: 30 })
  let seconds = 0
  for (let count = 0; count < 8_000; count++) {
    seconds += random.exponential() / 2
    const at = Timestamp.add(START, Math.floor(seconds * 1_000_000))
    flow.add({ side: random.uniform() < buys ? 'ask' : 'bid', size: shares(1 + Math.floor(20 * random.uniform())), at })
    if (count > 1_200) look(flow, at)
  }
}

describe('trade flow', () => {
  it('counts what hit an ask as bought, and fades by half in a half-life', () => {
    const flow = new TradeFlow({ halfLifeSeconds: 10 })
    flow.add(trade('ask', 40, 0))
    expect(flow.sharesAt(after(10_000))).toBeCloseTo(20, 9)
    flow.add(trade('bid', 30, 10_000))
    expect(flow.sharesAt(after(10_000))).toBeCloseTo(-10, 9)
    expect(flow.sharesAt(after(20_000))).toBeCloseTo(-5, 9)
    expect(flow.imbalance).toBeCloseTo(-10 / 50, 9)
  })

  it('has a mean of 0 and a variance of 1 where sides are chance, within 15 %', () => {
    const found: number[] = []
    for (let seed = 1; seed <= 8; seed++) trades(seed, 0.5, (flow, at) => void found.push(flow.standardisedAt(at)))
    const mean = found.reduce((sum, value) => sum + value, 0) / found.length
    const variance = found.reduce((sum, value) => sum + (value - mean) ** 2, 0) / found.length
    expect(Math.abs(mean)).toBeLessThan(0.15)
    expect(Math.abs(variance - 1)).toBeLessThan(0.15)
  })

  it('finds the lean of takers of whom three in four buy, within 0.05', () => {
    let sum = 0
    let count = 0
    trades(3, 0.75, flow => {
      sum += flow.imbalance
      count++
    })
    expect(Math.abs(sum / count - 0.5)).toBeLessThan(0.05)
  })

  it('is nothing before a trade, at the first one and long after the last', () => {
    const flow = new TradeFlow({ halfLifeSeconds: 10 })
    expect([flow.imbalance, flow.sharesAt(START), flow.standardisedAt(START)]).toEqual([0, 0, 0])
    flow.add(trade('ask', 5, 0))
    expect(flow.standardisedAt(after(0))).toBe(0)
    expect(flow.standardisedAt(after(3_600_000))).toBeLessThan(1e-9)
  })
})
