import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pessimistic } from '../../../src/exchange/core/fill-models.js'
import { MarketIndex } from '../../../src/model/ids.js'
import type { Place } from '../../../src/model/intent.js'
import { Price, Size, Wei } from '../../../src/model/money.js'
import { after, marketOf } from '../try-backtest.js'
import { TwoVenues } from './two-venues.js'

const row = (ms: number, lane: 0 | 1, cents: number, shares: number) =>
  ({ at: after(ms), lane, price: cents * 100, size: shares * 1_000_000, cause: 'unexplained' }) as const

const bid = (cents: number, shares: number, style: Place['style'], lifeMs: number): Place => ({
  kind: 'place',
  market: MarketIndex.of(0),
  outcome: 'yes',
  side: 'buy',
  style,
  price: Price.of(cents * 100),
  size: Size.ofShares(shares),
  expiresAt: after(lifeMs),
})

test('an order whose match failed by the fault of another one comes back as it does in an exchange core', () => {
  const met = new Set<string>()
  fc.assert(
    fc.property(
      fc.record({
        style: fc.constantFrom('limit', 'post-only'),
        lifeMs: fc.constantFrom(35, 60_000),
        printed: fc.constantFrom(9, 16),
        ask: fc.constantFrom(0, 7),
        trading: fc.constantFrom('open', 'open', 'cancel-only', 'closed'),
      }),
      ({ style, lifeMs, printed, ask, trading }) => {
        const market = marketOf(0)
        const fund = Wei.of(10n ** 21n)
        const terms = { settlementUs: 30_000, settles: (match: number) => match !== 1 }
        const venues = new TwoVenues({ markets: [market], fund, model: pessimistic, terms, startedAt: after(0) })
        venues.place(after(1), bid(50, 10, 'limit', 60_000))
        venues.place(after(2), bid(49, 10, style, lifeMs))
        // The first order is in two matches, the second one in the later of them.
        for (const [ms, shares] of [
          [5, 4],
          [15, printed],
        ] as const)
          venues.print(after(ms), 0, { side: 'bid', price: Price.of(4_900), size: Size.ofShares(shares) })
        if (ask > 0) venues.level(row(20, 1, 51, ask), 0)
        venues.define(after(25), { ...market, trading })
        for (const ms of [34, 36, 50, 70]) {
          venues.advance(after(ms))
          const [byRows, byCore] = venues.states()
          expect(byRows).toBe(byCore)
        }
        expect(venues.byRows).toEqual(venues.byCore)
        for (const thing of venues.met) met.add(thing)
        met.add(venues.byRows.at(-1)?.replace(/\d+/g, '') ?? '')
      },
    ),
    { numRuns: 100, seed: 3 },
  )
  for (const end of ['came back', 'market-closed', 'expired', 'post-only', 'settlement-failed']) expect(met).toContain(end)
})

test('orders of the account that crossed in a pause meet in the order of their acceptance once the market trades again', () => {
  for (const style of ['limit', 'post-only'] as const) {
    const market = marketOf(0)
    const terms = { settlementUs: 30_000, settles: (match: number) => match !== 1 }
    const fund = Wei.of(10n ** 21n)
    const venues = new TwoVenues({ markets: [market], fund, model: pessimistic, terms, startedAt: after(0) })
    venues.place(after(1), bid(50, 10, 'limit', 60_000))
    venues.place(after(2), bid(49, 10, style, 60_000))
    for (const [ms, shares] of [
      [5, 4],
      [15, 16],
    ] as const)
      venues.print(after(ms), 0, { side: 'bid', price: Price.of(4_900), size: Size.ofShares(shares) })
    // Both bids are matched, so an ask at the price of the second one rests. Then that bid comes back.
    venues.place(after(20), { ...bid(51, 10, 'limit', 60_000), outcome: 'no' })
    venues.define(after(25), { ...market, trading: 'cancel-only' })
    venues.advance(after(50))
    expect(venues.rows.orders.find(2)?.isResting).toBe(true)
    venues.define(after(60), { ...market, trading: 'open' })
    expect(venues.byRows).toEqual(venues.byCore)
    expect(venues.byRows.at(-1)).toContain('ended 2 CANCELLED self-trade')
  }
})
