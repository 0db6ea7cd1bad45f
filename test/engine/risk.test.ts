import { describe, expect, it } from 'vitest'
import { review } from '../../src/engine/risk.js'
import { UNITS } from '../../src/engine/units.js'
import { MarketIndex } from '../../src/model/ids.js'
import type { Place } from '../../src/model/intent.js'
import type { Limits } from '../../src/model/limits.js'
import type { Outcome, Side } from '../../src/model/money.js'
import { Timestamp } from '../../src/model/time.js'
import { level, market, START, settings, shares, stanceOf, usdt } from './desk-bench.js'

const place = (side: Side, outcome: Outcome, price: number, count: number): Place => ({
  kind: 'place',
  ...{ market: MarketIndex.of(0), side, outcome, style: 'post-only', expiresAt: Timestamp.add(START, 120_000_000) },
  ...level(price, count),
})
const limited = (limits: Partial<Limits>) => ({ limits: settings({ limits }).limits })
const ruleOf = (order: Place, stance: Parameters<typeof stanceOf>[0]): string | null => {
  const verdict = review(order, stanceOf(stance))
  return 'rule' in verdict ? verdict.rule : null
}

describe('review', () => {
  it('takes the band of prices as prices of YES, with its ends, and lets a position be lowered at every price', () => {
    const band = limited({ priceMin: 0.1, priceMax: 0.9 })
    expect(ruleOf(place('buy', 'yes', 0.9, 20), band)).toBeNull()
    expect(ruleOf(place('buy', 'no', 0.1, 20), band)).toBeNull()
    // An ask at 0.91.
    expect(ruleOf(place('buy', 'no', 0.09, 20), band)).toBe('priceMax')
    expect(ruleOf(place('buy', 'no', 0.09, 20), { ...band, net: shares(20) })).toBeNull()
    expect(ruleOf(place('buy', 'no', 0.09, 20), { ...band, net: shares(20), askOpen: shares(1) })).toBe('priceMax')
    expect(
      ruleOf(place('sell', 'yes', 0.95, 20), { ...band, net: shares(20), sellable: { yes: shares(20), no: shares(0) } }),
    ).toBeNull()
    expect(ruleOf(place('buy', 'yes', 0.95, 20), { ...band, net: shares(20) })).toBe('priceMax')
  })

  it.each([
    [-600_000, 600, 'the reference coin'],
    [-Number(START), Number(START) / 1_000, 'the reference coin has no value yet'],
  ])('names the reference that is too old, and its age in ms', (us, found, note) => {
    const stance = { ...limited({ referenceAgeMaxMs: 500 }), oldest: { name: 'coin', at: Timestamp.add(START, us) } }
    const order = place('buy', 'yes', 0.45, 20)
    expect(review(order, stanceOf(stance))).toMatchObject({ rule: 'referenceAgeMaxMs', limit: 500, found, note })
    expect(review(order, stanceOf({ oldest: stance.oldest }))).toBe(order)
    expect(review(order, stanceOf({ ...stance, oldest: { ...stance.oldest, at: Timestamp.add(START, -500_000) } }))).toBe(order)
  })

  it('approves an order that has room everywhere, unchanged', () => {
    const order = place('buy', 'yes', 0.45, 20)
    expect(review(order, stanceOf())).toBe(order)
  })

  it.each([
    ['a market that is not open', 'trading', { market: market(0, { trading: 'cancel-only' }) }],
    ['a book that is not live', 'feed', { isLive: false }],
    [
      'a book that is too old',
      'inputAgeMaxMs',
      { ...limited({ inputAgeMaxMs: 500 }), heardAt: Timestamp.add(START, -600_000) },
    ],
    [
      'a reference that is too old',
      'referenceAgeMaxMs',
      { ...limited({ referenceAgeMaxMs: 500 }), oldest: { name: 'coin', at: Timestamp.add(START, -600_000) } },
    ],
    [
      'a wall clock that is too far from the venue’s',
      'clockOffsetMaxMs',
      { ...limited({ clockOffsetMaxMs: 2_000 }), clockOffsetMs: 2_001 },
    ],
    ['a size the market does not take', 'grid', { market: market(0, { minValue: usdt(10) }) }],
    ['less than our own least value', 'orderMinUsdt', limited({ orderMinUsdt: 9.5 })],
    ['a price beyond the touch', 'priceCollarTicks', { ...limited({ priceCollarTicks: 2 }), ask: 4_200 }],
    ['a bid below the band of prices', 'priceMin', limited({ priceMin: 0.46 })],
    ['a bid above the band of prices', 'priceMax', limited({ priceMax: 0.44 })],
    [
      'shares beyond the position limit',
      'positionMaxShares',
      { ...limited({ positionMaxShares: 100 }), net: shares(60), bidOpen: shares(21) },
    ],
    [
      'money beyond the position limit',
      'positionMaxUsdt',
      { ...limited({ positionMaxUsdt: 20 }), heldCost: 8 * UNITS, reserved: 4 * UNITS },
    ],
    [
      'collateral beyond the limit of all markets',
      'openNotionalMaxUsdt',
      { ...limited({ openNotionalMaxUsdt: 50 }), reservedAll: 42 * UNITS },
    ],
    [
      'a worse worst case than allowed',
      'worstCaseLossMaxUsdt',
      { ...limited({ worstCaseLossMaxUsdt: 30 }), lossIfNo: 22 * UNITS },
    ],
    ['more than free cash pays', 'cash', { freeCash: UNITS / 2 }],
  ] as const)('refuses %s', (_, rule, stance) => {
    expect(ruleOf(place('buy', 'yes', 0.45, 20), stance)).toBe(rule)
  })

  it('refuses to sell what is not there to sell', () => {
    expect(ruleOf(place('sell', 'yes', 0.55, 20), { sellable: { yes: shares(19), no: 0 } })).toBe('sellable')
    expect(ruleOf(place('sell', 'yes', 0.55, 20), { sellable: { yes: shares(20), no: 0 } })).toBeNull()
  })

  it('lets through what brings a position home, however far over the limits it is', () => {
    const stance = { ...limited({ positionMaxShares: 10, worstCaseLossMaxUsdt: 5 }), net: shares(50), lossIfNo: 40 * UNITS }
    expect(ruleOf(place('buy', 'no', 0.5, 20), stance)).toBeNull()
    expect(ruleOf(place('buy', 'yes', 0.5, 20), stance)).toBe('positionMaxShares')
  })

  it('makes a buy as small as free cash pays, on the grid', () => {
    const verdict = review(place('buy', 'yes', 0.45, 20), stanceOf({ freeCash: 5 * UNITS }))
    expect(verdict).toMatchObject({ kind: 'place', size: 11_111_000 })
  })

  it('names the limit and what was found in the unit of the rule', () => {
    const verdict = review(
      place('buy', 'yes', 0.45, 20),
      stanceOf({ ...limited({ positionMaxShares: 70 }), net: shares(60), ghosts: 2 }),
    )
    expect(verdict).toEqual({ intent: expect.anything(), rule: 'positionMaxShares', limit: 70, found: 80 })
    const small = review(place('buy', 'yes', 0.45, 20), stanceOf(limited({ orderMinUsdt: 9.5 })))
    expect(small).toMatchObject({ rule: 'orderMinUsdt', limit: 9.5, found: 9 })
  })

  it('names the ghosts where they count: in the worst case', () => {
    const stance = { ...limited({ worstCaseLossMaxUsdt: 30 }), lossIfNo: 22 * UNITS, ghosts: 2 }
    expect(review(place('buy', 'yes', 0.45, 20), stanceOf(stance))).toMatchObject({
      rule: 'worstCaseLossMaxUsdt',
      limit: 30,
      found: 31,
      note: '2 removed orders may still settle',
    })
  })

  it('collars by the own side of the book if the other side is empty', () => {
    const stance = { ...limited({ priceCollarTicks: 2 }), bid: 4_000, ask: 0 }
    expect(ruleOf(place('buy', 'yes', 0.42, 20), stance)).toBeNull()
    expect(ruleOf(place('buy', 'yes', 0.43, 20), stance)).toBe('priceCollarTicks')
    expect(ruleOf(place('buy', 'no', 0.57, 20), { ...stance, bid: 0, ask: 4_500 })).toBeNull()
    expect(ruleOf(place('buy', 'no', 0.58, 20), { ...stance, bid: 0, ask: 4_500 })).toBe('priceCollarTicks')
  })

  it('counts the fee of a sell that may take', () => {
    const stance = { ...limited({ worstCaseLossMaxUsdt: 9.09 }), sellable: { yes: shares(20), no: 0 } }
    const sell = place('sell', 'yes', 0.55, 20)
    expect(ruleOf(sell, stance)).toBeNull()
    expect(review({ ...sell, style: 'market' }, stanceOf(stance))).toMatchObject({
      rule: 'worstCaseLossMaxUsdt',
      found: 9.18,
    })
  })
})
