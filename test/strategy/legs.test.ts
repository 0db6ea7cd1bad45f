import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { grid } from '../../src/model/grid.js'
import { type BookSide, inYesTerms, type Level, type Outcome, Price, type Side, Size, Wei } from '../../src/model/money.js'
import { Legs, type Missing } from '../../src/strategy/legs.js'
import { level, market, shares, usdt } from '../engine/desk-bench.js'

interface Leg extends Level {
  readonly outcome: Outcome
  readonly side: Side
}

/** The legs as orders, in the order in which they are opened. */
function legs({
  missing: { price, size },
  ...given
}: Omit<Missing, 'price' | 'size'> & { readonly missing: Level }): readonly Leg[] {
  const split = new Legs()
  const count = split.split({ ...given, price, size })
  const sold: Leg = { outcome: split.sells, side: 'sell', price: split.sellPrice, size: split.sold }
  const bought: Leg = { outcome: split.buys, side: 'buy', price: split.buyPrice, size: split.bought }
  const orders = [sold, bought].filter(leg => leg.size > 0)
  expect(orders).toHaveLength(count)
  return orders
}

const of = (
  side: BookSide,
  price: number,
  count: number,
  change: { sellable?: number; locked?: number; minValue?: Wei; sellsOnly?: boolean } = {},
) =>
  legs({
    ...{
      side,
      missing: level(price, count),
      market: market(0),
      minValue: change.minValue ?? Wei.ZERO,
      sellsOnly: change.sellsOnly ?? false,
    },
    ...{ sellable: shares(change.sellable ?? 0), locked: shares(change.locked ?? 0) },
  }).map(leg => `${leg.side} ${leg.outcome} ${leg.price / 10_000} ${leg.size / 1_000_000}`)

describe('legs', () => {
  it('buys YES for a bid and NO for an ask when nothing is held', () => {
    expect(of('bid', 0.4, 20)).toEqual(['buy yes 0.4 20'])
    expect(of('ask', 0.6, 20)).toEqual(['buy no 0.4 20'])
  })

  it('sells what is held of the other outcome first', () => {
    expect(of('bid', 0.4, 20, { sellable: 15 })).toEqual(['sell no 0.6 15', 'buy yes 0.4 5'])
    expect(of('ask', 0.6, 20, { sellable: 50 })).toEqual(['sell yes 0.6 20'])
  })

  it('buys all where the held part is too little for an order', () => {
    expect(of('bid', 0.4, 20, { sellable: 1 })).toEqual(['buy yes 0.4 20'])
  })

  it('buys nothing where a position is closed', () => {
    expect(of('bid', 0.4, 20, { sellable: 15, sellsOnly: true })).toEqual(['sell no 0.6 15'])
    expect(of('ask', 0.6, 20, { sellable: 1, sellsOnly: true })).toEqual([])
  })

  it('neither sells nor replaces shares that are still in a leaving order', () => {
    expect(of('ask', 0.6, 20, { sellable: 5, locked: 10 })).toEqual(['sell yes 0.6 5', 'buy no 0.4 5'])
    expect(of('ask', 0.6, 20, { locked: 30 })).toEqual([])
  })

  it("leaves out what is below the least value, ours or the venue's", () => {
    expect(of('bid', 0.4, 2)).toEqual([])
    expect(of('bid', 0.4, 20, { minValue: usdt(9) })).toEqual([])
  })

  it('rounds a bid down and an ask up to the tick', () => {
    expect(of('bid', 0.405, 20)).toEqual(['buy yes 0.4 20'])
    expect(of('ask', 0.595, 20)).toEqual(['buy no 0.4 20'])
  })

  it('makes only orders the market takes, never more than is missing, all at one YES price', () => {
    const any = fc.record({
      side: fc.constantFrom('bid' as const, 'ask' as const),
      price: fc.integer({ min: 1, max: 9_999 }),
      size: fc.integer({ min: 0, max: 2_000_000_000_000 }),
      sellable: fc.integer({ min: 0, max: 1_000_000_000_000 }),
    })
    fc.assert(
      fc.property(any, ({ side, price, size, sellable }) => {
        const missing = { price: Price.of(price), size: Size.of(size) }
        const orders = legs({
          side,
          missing,
          sellable: Size.of(sellable),
          locked: Size.ZERO,
          market: market(0),
          minValue: Wei.ZERO,
          sellsOnly: false,
        })
        for (const order of orders) {
          expect(grid.accepts(order, market(0))).toBe(true)
          expect(order.size).toBeLessThanOrEqual(Size.ORDER_MAX)
          expect(inYesTerms(order).side).toBe(side)
          expect(
            side === 'bid'
              ? inYesTerms(order).price <= Math.max(price, 100)
              : inYesTerms(order).price >= Math.min(price, 9_900),
          ).toBe(true)
          if (order.side === 'sell') expect(order.size).toBeLessThanOrEqual(sellable)
        }
        expect(new Set(orders.map(order => inYesTerms(order).price)).size).toBeLessThanOrEqual(1)
        expect(orders.reduce((sum, order) => sum + order.size, 0)).toBeLessThanOrEqual(size)
      }),
      { seed: 4 },
    )
  })
})
