import fc from 'fast-check'
import { expect, test } from 'vitest'
import { optimistic, pessimistic, probabilistic } from '../../../src/exchange/core/fill-models.js'
import type { FeeFunction } from '../../../src/model/fees.js'
import { MarketIndex } from '../../../src/model/ids.js'
import type { Market } from '../../../src/model/market.js'
import { Price, Size, Wei } from '../../../src/model/money.js'
import { Timestamp } from '../../../src/model/time.js'
import { expectSame } from '../../expect-same.js'
import { runsOf } from '../../runs-of.js'
import { after, marketOf } from '../try-backtest.js'
import { TwoVenues } from './two-venues.js'

type Step = { readonly waitUs: number; readonly market: 0 | 1 } & (
  | {
      readonly what: 'place'
      readonly outcome: 'yes' | 'no'
      readonly side: 'buy' | 'sell'
      readonly style: 'post-only' | 'limit' | 'market' | 'fill-or-kill'
      readonly cents: number
      readonly millionths: number
      readonly lifeMs: number
    }
  | { readonly what: 'remove'; readonly back: number }
  | { readonly what: 'level'; readonly lane: 0 | 1; readonly cents: number; readonly shares: number; readonly cause: number }
  | { readonly what: 'print'; readonly side: 'bid' | 'ask'; readonly cents: number; readonly shares: number }
  | { readonly what: 'clear' | 'wait' }
  | { readonly what: 'trading'; readonly to: Market['trading'] }
  | { readonly what: 'tick'; readonly to: number }
  | { readonly what: 'result'; readonly yes: number }
)

const shared = { waitUs: fc.constantFrom(0, 0, 1, 700, 3_000, 40_000), market: fc.constantFrom<0 | 1>(0, 0, 1) }
const CAUSES = ['added', 'traded', 'removed', 'unexplained'] as const

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 60,
    arbitrary: fc.record({
      ...shared,
      what: fc.constant('place' as const),
      outcome: fc.constantFrom('yes', 'no'),
      side: fc.constantFrom('buy', 'sell'),
      style: fc.constantFrom('post-only', 'post-only', 'limit', 'limit', 'market', 'fill-or-kill'),
      cents: fc.oneof(fc.integer({ min: 44, max: 56 }), fc.constantFrom(1, 99, 50.5)),
      millionths: fc.oneof(
        fc.integer({ min: 1, max: 40 }).map(shares => shares * 1_000_000),
        fc.integer({ min: 1, max: 40_000_000 }),
        fc.constantFrom(100_000, 900_000_000_000),
      ),
      lifeMs: fc.constantFrom(0, 2, 30, 400, 60_000),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ ...shared, what: fc.constant('remove' as const), back: fc.integer({ min: 0, max: 6 }) }),
  },
  {
    weight: 60,
    arbitrary: fc.record({
      ...shared,
      what: fc.constant('level' as const),
      lane: fc.constantFrom<0 | 1>(0, 1),
      cents: fc.integer({ min: 42, max: 53 }),
      shares: fc.integer({ min: 0, max: 60 }),
      cause: fc.integer({ min: 0, max: 3 }),
    }),
  },
  {
    weight: 24,
    arbitrary: fc.record({
      ...shared,
      what: fc.constant('print' as const),
      side: fc.constantFrom('bid', 'ask'),
      cents: fc.integer({ min: 44, max: 56 }),
      shares: fc.integer({ min: 1, max: 60 }),
    }),
  },
  { weight: 12, arbitrary: fc.record({ ...shared, what: fc.constantFrom('clear', 'wait', 'wait', 'wait') }) },
  {
    weight: 3,
    arbitrary: fc.record({
      ...shared,
      what: fc.constant('trading' as const),
      to: fc.constantFrom('open', 'open', 'cancel-only', 'closed'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ ...shared, what: fc.constant('tick' as const), to: fc.constantFrom(100, 10) }) },
  { weight: 1, arbitrary: fc.record({ ...shared, what: fc.constant('result' as const), yes: fc.constantFrom(0, 1, 0.5) }) },
)

const CENT = Wei.of(10n ** 16n)
const FEES: readonly (FeeFunction | null)[] = [
  null,
  { curve: 'quadratic', takerBps: 700, makerBps: 0, paidIn: 'cash', unit: CENT, rounding: 'up' },
  { curve: 'quadratic', takerBps: 700, makerBps: 175, paidIn: 'cash', unit: CENT, rounding: 'up' },
  { curve: 'cheaper', takerBps: 200, makerBps: 30, paidIn: 'received', unit: Wei.of(1n), rounding: 'down' },
]
const setup = fc.record({
  model: fc.constantFrom(pessimistic, probabilistic, optimistic),
  fees: fc.constantFrom(...FEES),
  takerFeeBps: fc.constantFrom(0, 200),
  sizeStep: fc.constantFrom(1, 1, 1_000_000),
  // With a part of a product, beyond what a double counts, and too little for much.
  fund: fc.constantFrom(10n ** 21n, 10n ** 21n, 2n * 10n ** 24n + 1n, 30n * 10n ** 18n + 7n),
  terms: fc.constantFrom(
    {},
    { settlementUs: 2_000, settles: (match: number) => match % 4 !== 0 },
    { settlementUs: (match: number) => (match % 5) * 900, takerDelayUs: 2_500, settles: (match: number) => match % 3 !== 1 },
    { takerDelayUs: 1_000 },
    // Long enough for an order to be in several matches, of which the first one fails.
    { settlementUs: 30_000, settles: (match: number) => match % 3 !== 2 },
  ),
})

/** A book of both sides, of which something is bought at once, so that there is something to sell. */
const FIRST = { waitUs: 0, market: 0, what: 'level', lane: 0, cents: 48, shares: 60, cause: 0 } as const
const BOUGHT: Step = {
  waitUs: 0,
  market: 0,
  what: 'place',
  outcome: 'yes',
  side: 'buy',
  style: 'limit',
  cents: 53,
  millionths: 20_000_000,
  lifeMs: 60_000,
}

test('comes to what an exchange core comes to, event by event and to the wei, whatever one account does', async () => {
  const met = new Set<string>()
  fc.assert(
    fc.property(fc.array(step, { minLength: 30, maxLength: 160 }), setup, (steps, made) => {
      const { fees, takerFeeBps, sizeStep, fund, ...rest } = made
      const changes = { takerFeeBps, ...(fees === null ? {} : { fees, sizeStep: Size.of(sizeStep) }) }
      const markets = [marketOf(0, changes), marketOf(1, changes)]
      const venues = new TwoVenues({ markets, fund: Wei.of(fund), startedAt: after(0), ...rest })
      let at = after(1)
      let number = 0
      for (const market of [0, 1] as const) for (const lane of [0, 1] as const) take(venues, { ...FIRST, market, lane }, at, 0)
      for (const outcome of ['yes', 'no'] as const) take(venues, { ...BOUGHT, outcome }, at, ++number)
      for (const one of steps) {
        at = Timestamp.add(at, one.waitUs)
        if (one.what === 'place') number++
        // As the driver: what a venue does by itself comes before what happens at the same time.
        venues.advance(at)
        take(venues, one, at, number)
        expectSame(venues.byRows, venues.byCore)
        const [byRows, byCore] = venues.states()
        expectSame(byRows, byCore)
      }
      const [byRows, byCore] = venues.profits()
      expect(byRows).toEqual(byCore)
      for (const thing of venues.met) met.add(thing)
    }),
    { numRuns: runsOf(1_000, 250), seed: 1 },
  )
  expect([...met].toSorted()).toEqual(MET)
})

/** Every rule of a venue that one account can meet; how orders come back is in requeue.test.ts. */
const MET = [
  ...['cash-balance', 'expired', 'fee left out in part', 'filled', 'invalid-decimal'],
  ...['maker buy cash', 'maker buy free', 'maker buy shares', 'maker sell cash', 'maker sell free', 'market-closed'],
  ...['no-match', 'not-trading', 'off-tick', 'paid 0', 'paid 0.5', 'paid 1', 'post-only'],
  ...['removal noop', 'removal rejected', 'removal removed', 'removed', 'self-trade', 'settlement-failed', 'shares-balance'],
  ...['taker buy cash', 'taker buy free', 'taker buy shares', 'taker sell cash', 'taker sell free', 'value-too-small'],
]

function take(venues: TwoVenues, one: Step, at: Timestamp, number: number): void {
  const { market } = one
  switch (one.what) {
    case 'place': {
      const { outcome, side, style, cents, millionths, lifeMs } = one
      const price = Price.of(cents * 100)
      const expiresAt = Timestamp.add(at, lifeMs * 1_000)
      const size = Size.of(millionths)
      return venues.place(at, { kind: 'place', market: MarketIndex.of(market), outcome, side, style, price, size, expiresAt })
    }
    case 'remove':
      return venues.remove(at, number - one.back)
    case 'level': {
      const { lane, cents, shares, cause } = one
      const row = { at, lane, price: cents * 100, size: shares * 1_000_000, cause: CAUSES[cause] ?? 'unexplained' }
      return venues.level(row, market)
    }
    case 'print':
      return venues.print(at, market, { side: one.side, price: Price.of(one.cents * 100), size: Size.ofShares(one.shares) })
    case 'clear':
      return venues.clear(at, market)
    case 'wait':
      return venues.advance(at)
    case 'trading':
      return venues.define(at, { ...venues.marketOf(market), trading: one.to })
    case 'tick':
      return venues.define(at, { ...venues.marketOf(market), tick: Price.of(one.to) })
    case 'result':
      return venues.define(at, { ...venues.marketOf(market), trading: 'closed', result: { yes: one.yes, at } })
    default:
      one satisfies never
  }
}
