import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Limits } from '../../src/engine/desk-options.js'
import { type DeskState, statusOf } from '../../src/engine/desk-state.js'
import { review, UNITS } from '../../src/engine/risk.js'
import { type MarketId, MarketIndex } from '../../src/model/ids.js'
import type { Place } from '../../src/model/intent.js'
import { cost, type Outcome, type Side } from '../../src/model/money.js'
import { Timestamp } from '../../src/model/time.js'
import { level, market, START, settings, shares, stanceOf, usdt } from './desk-bench.js'
import { RandomSession } from './random-session.js'

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
      { ...limited({ inputAgeMaxMs: 500 }), updatedAt: Timestamp.add(START, -600_000) },
    ],
    ['a size the market does not take', 'grid', { market: market(0, { minValue: usdt(10) }) }],
    ['less than our own least value', 'orderMinUsdt', limited({ orderMinUsdt: 9.5 })],
    ['a price beyond the touch', 'priceCollarTicks', { ...limited({ priceCollarTicks: 2 }), ask: 4_200 }],
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
    expect(verdict).toMatchObject({
      rule: 'positionMaxShares',
      limit: 70,
      found: 80,
      note: '2 removed orders may still settle',
    })
  })
})

describe('the worst case of a market', () => {
  it('never passes its limit, by brute force over every outcome of every order and fill the desk knows', () => {
    let looked = 0
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 ** 31 - 1 }), seed => {
        const session = new RandomSession(seed, true)
        for (let i = 0; i < 80; i++) {
          session.step()
          const { desk, now, markets } = session.bench
          const state = desk.state()
          for (const { id } of markets) {
            const loss = bruteForceLoss(state, id, now)
            if (loss === null) continue
            looked++
            expect(loss).toBeLessThanOrEqual(usdt(40))
          }
        }
      }),
      { numRuns: 12, seed: 3 },
    )
    expect(looked).toBeGreaterThan(500)
  })
})

/** In wei; null where there are too many to try. */
function bruteForceLoss(state: DeskState, market: MarketId, now: Timestamp): bigint | null {
  const held = state.positions.get(market)
  const maybe = [...state.pending.values()].filter(fill => fill.market === market)
  const clock = { now, grace: 3_000_000, bornAt: START }
  const orders = [...state.orders.values()].filter(order => order.market === market && statusOf(order, clock) !== 'done')
  const events = [
    ...maybe,
    ...orders.map(({ outcome, side, price, left }) => ({
      outcome,
      side,
      shares: BigInt(left) * 10n ** 12n,
      value: cost(price, left),
    })),
  ]
  if (events.length > 9) return null
  const spent = held === undefined ? 0n : held.yes.boughtFor - held.yes.soldFor + held.no.boughtFor - held.no.soldFor
  let worst = 0n
  for (let choice = 0; choice < 2 ** events.length; choice++) {
    const end = { yes: held?.yes.shares ?? 0n, no: held?.no.shares ?? 0n, spent }
    events.forEach(({ outcome, side, shares, value }, i) => {
      if ((choice & (1 << i)) === 0) return
      end[outcome] += side === 'buy' ? shares : -shares
      end.spent += side === 'buy' ? value : -value
    })
    for (const paid of [end.yes, end.no]) if (end.spent - paid > worst) worst = end.spent - paid
  }
  return worst
}
