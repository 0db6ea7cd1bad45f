import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createBooks } from '../../src/engine/books.js'
import { countGhosts, deriveSlot } from '../../src/engine/derive-slot.js'
import type { Limits } from '../../src/engine/desk-options.js'
import { type DeskState, freshDeskState, statusOf } from '../../src/engine/desk-state.js'
import { Ledger } from '../../src/engine/ledger.js'
import { review, UNITS } from '../../src/engine/risk.js'
import { Slot } from '../../src/engine/slot.js'
import { type MarketId, MarketIndex, OrderId } from '../../src/model/ids.js'
import type { Place, Submit } from '../../src/model/intent.js'
import { cost, type Outcome, type Side } from '../../src/model/money.js'
import { Timestamp } from '../../src/model/time.js'
import { after, fillOf, level, market, START, settings, shares, stanceOf, type Told, usdt } from './desk-bench.js'
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
      { ...limited({ inputAgeMaxMs: 500 }), heardAt: Timestamp.add(START, -600_000) },
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

  it('collars by the own side of the book where nobody stands on the other', () => {
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

  it('is the oracle’s to the unit, with every kind of order and fill', () => {
    const order = fc.record({
      side: fc.constantFrom('buy' as const, 'sell' as const),
      outcome: fc.constantFrom('yes' as const, 'no' as const),
      price: fc.integer({ min: 1, max: 99 }),
      count: fc.integer({ min: 1, max: 40 }),
      filled: fc.constantFrom(0, 0.25, 0.5),
      fate: fc.constantFrom('matched' as const, 'settled' as const, 'failed' as const),
      end: fc.constantFrom('working' as const, 'unknown' as const, 'ghost' as const, 'gone' as const),
    })
    fc.assert(
      fc.property(fc.array(order, { minLength: 1, maxLength: 4 }), orders => {
        const ledger = new Ledger(freshDeskState(7), [market(0)])
        orders.forEach(({ side, outcome, price, count, filled, fate, end }, i) => {
          const submit = approved(place(side, outcome, price / 100, count), i + 1)
          ledger.submit(submit, START)
          const tell = (told: Told, ms: number) => ledger.report({ ...told, at: after(ms), receivedAt: after(ms) })
          if (filled > 0) tell({ kind: 'matched', fill: fillOf(submit, count * filled) }, 10)
          if (filled > 0 && fate !== 'matched') tell({ kind: fate, fill: fillOf(submit, count * filled) }, 20)
          if (end === 'unknown') tell({ kind: 'unanswered', order: submit.id, what: 'submit' }, 30)
          if (end === 'ghost') tell({ kind: 'removal', order: submit.id, answer: 'removed' }, 9_000)
          if (end === 'gone') tell({ kind: 'removal', order: submit.id, answer: 'removed' }, 40)
        })
        const loss = derivedLoss(ledger, after(10_000))
        const oracle = bruteForceLoss(ledger.state, market(0).id, after(10_000))
        expect(Math.abs(Math.max(0, loss) - Number(oracle) / 1e8)).toBeLessThanOrEqual(orders.length * 2)
      }),
      { numRuns: 400, seed: 5 },
    )
  })
})

const approved = (order: Place, counter: number): Submit => {
  const verdict = review(
    order,
    stanceOf({ market: market(0, { minValue: usdt(0) }), sellable: { yes: shares(1_000), no: shares(1_000) } }),
  )
  if ('rule' in verdict) throw new Error(`refused by ${verdict.rule}`)
  return { kind: 'submit', id: OrderId.of(7, counter), order: verdict }
}

/** What risk reckons with, in 1e-10. */
function derivedLoss(ledger: Ledger, now: Timestamp): number {
  const depth = createBooks([market(0)]).depth(MarketIndex.of(0))
  const clock = { now, wallOffset: 0, grace: 3_000_000, bornAt: START }
  const slot = new Slot({ depth, assignment: null, ledger, clock, sibling: () => undefined, reference: () => undefined })
  deriveSlot(slot, ledger, clock, settings())
  countGhosts(slot, clock)
  const { lossIfYes, lossIfNo, bid, ask } = slot
  return Math.max(lossIfYes + ask.loss + ask.ghostLoss, lossIfNo + bid.loss + bid.ghostLoss)
}

/** In wei; null where there are too many to try. */
function bruteForceLoss(state: DeskState, market: MarketId, now: Timestamp): bigint | null {
  const held = state.positions.get(market)
  const maybe = [...state.pending.values()].filter(fill => fill.market === market)
  const clock = { now, wallOffset: 0, grace: 3_000_000, bornAt: START }
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
