import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { OrderSpec } from '../../../src/exchange/core/command.js'
import { QUOTE_SHARES_MAX, type QuoteWalk, type QuoteWant } from '../../../src/exchange/core/quote-walk.js'
import { type BookSide, type Outcome, Price, type Side, Size, Wei } from '../../../src/model/money.js'
import { type TryExchange, tryExchange, wei } from './try-exchange.js'

type Step =
  | {
      readonly kind: 'order'
      readonly account: string
      readonly outcome: Outcome
      readonly cents: number
      readonly shares: number
    }
  | { readonly kind: 'crowd'; readonly side: BookSide; readonly cents: number; readonly shares: number }

const cents = fc.integer({ min: 1, max: 99 })
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant('order' as const),
    account: fc.constantFrom('ann', 'bob'),
    outcome: fc.constantFrom('yes' as const, 'no' as const),
    cents,
    shares: fc.integer({ min: 1, max: 60 }),
  }),
  fc.record({
    kind: fc.constant('crowd' as const),
    side: fc.constantFrom('bid' as const, 'ask' as const),
    cents,
    shares: fc.integer({ min: 0, max: 60 }),
  }),
)

const perform = (exchange: TryExchange, one: Step): void => {
  if (one.kind === 'order')
    exchange.place(one.account, `buy ${one.outcome} ${one.cents / 100} ${one.shares}`, { isPostOnly: true })
  else
    exchange.do({
      kind: 'crowd-level',
      market: 1,
      side: one.side,
      price: Price.of(one.cents * 100),
      size: Size.ofShares(one.shares),
      cause: 'added',
    })
}

/** A book of other accounts, and a rich taker who holds shares of both outcomes. */
const bookOf = (steps: readonly Step[]): TryExchange => {
  const exchange = tryExchange({ settlementUs: 60_000_000 }, { feeRateBps: 200 })
  for (const account of ['ann', 'bob', 'cat']) exchange.do({ kind: 'fund', account, cash: wei('9000000') })
  exchange.do({ kind: 'split', account: 'cat', market: 1, shares: wei('5000') })
  for (const one of steps) perform(exchange, one)
  exchange.core.drain()
  return exchange
}

const worthless = (side: Side): Wei => (side === 'buy' ? Wei.ONE : Wei.of(1n))

/** What the MARKET order that a quote speaks of is matched with. */
const placed = (exchange: TryExchange, want: QuoteWant): Pick<QuoteWalk, 'shares' | 'value' | 'fee'> | string => {
  const { outcome, side, shares, budget } = want
  const changes: Partial<OrderSpec> = { strategy: 'MARKET', limit: worthless(side), shares, budget }
  const { answer } = exchange.place('cat', `${side} ${outcome} 0 0`, changes)
  if (answer.kind !== 'accepted') return answer.kind === 'refused' ? answer.reason : answer.kind
  const match = exchange.core.matches().at(-1)
  if (match === undefined || match.taker === null || match.taker.order.id !== answer.order)
    return { shares: Wei.ZERO, value: Wei.ZERO, fee: Wei.ZERO }
  return { shares: match.taker.shares, value: match.taker.value, fee: match.taker.fee.amount }
}

describe('a quote', () => {
  it('is exactly what the MARKET order placed right after is matched with, leg for leg, with a recorded crowd too', () => {
    fc.assert(
      fc.property(
        fc.array(step, { maxLength: 40 }),
        fc.constantFrom('yes' as const, 'no' as const),
        fc.constantFrom('buy' as const, 'sell' as const),
        fc.integer({ min: 100, max: 300_000 }),
        fc.boolean(),
        (steps, outcome, side, hundredths, isAmount) => {
          const exchange = bookOf(steps)
          const amount = Wei.of(BigInt(hundredths) * 10n ** 16n)
          const isByValue = isAmount && side === 'buy'
          const want = {
            market: 1,
            outcome,
            side,
            shares: isByValue ? QUOTE_SHARES_MAX : amount,
            budget: isByValue ? amount : null,
          }
          const before = exchange.core.stateHash()
          const quote = exchange.core.quote(want)
          expect(exchange.core.stateHash()).toBe(before)
          const { shares, value, fee } = quote
          const found = placed(exchange, want)
          if (found !== 'value-too-small') expect(found).toEqual({ shares, value, fee })
          if (side === 'sell' || !isByValue) expect(quote.isComplete).toBe(shares === amount)
          else expect(value <= amount).toBe(true)
        },
      ),
      { seed: 41, numRuns: 400 },
    )
  })

  it('knows its worst price, and whether the book is too thin', () => {
    const exchange = bookOf([
      { kind: 'order', account: 'ann', outcome: 'no', cents: 38, shares: 100 },
      { kind: 'order', account: 'ann', outcome: 'no', cents: 37, shares: 200 },
    ])
    const buy = (shares: string, budget: string | null = null): QuoteWalk =>
      exchange.core.quote({
        market: 1,
        outcome: 'yes',
        side: 'buy',
        shares: budget === null ? wei(shares) : QUOTE_SHARES_MAX,
        budget: budget === null ? null : wei(budget),
      })
    expect(buy('150')).toMatchObject({ shares: wei('150'), value: wei('93.5'), worst: 6_300, isComplete: true })
    expect(buy('301')).toMatchObject({ shares: wei('300'), value: wei('188'), worst: 6_300, isComplete: false })
    expect(buy('', '62')).toMatchObject({ shares: wei('100'), worst: 6_200, isComplete: true })
    expect(buy('', '100')).toMatchObject({ shares: wei('160.31746'), isComplete: true })
    expect(buy('', '189')).toMatchObject({ value: wei('188'), isComplete: false })
  })

  it('is nothing where the market does not trade or no order rests', () => {
    const exchange = bookOf([{ kind: 'order', account: 'ann', outcome: 'no', cents: 38, shares: 100 }])
    const want = { market: 1, outcome: 'yes', side: 'buy', shares: wei('1'), budget: null } as const
    expect(exchange.core.quote({ ...want, side: 'sell' })).toMatchObject({ shares: 0n, worst: null, isComplete: false })
    expect(exchange.core.quote({ ...want, market: 2 })).toMatchObject({ shares: 0n })
    exchange.do({ kind: 'trading', market: 1, status: 'CANCEL_ONLY' })
    expect(exchange.core.quote(want)).toMatchObject({ shares: 0n, isComplete: false })
  })
})

describe('the liquidity of a book', () => {
  it('is every resting share of both sides at its YES price', () => {
    const exchange = bookOf([
      { kind: 'order', account: 'ann', outcome: 'no', cents: 38, shares: 100 },
      { kind: 'order', account: 'bob', outcome: 'yes', cents: 50, shares: 10 },
      { kind: 'crowd', side: 'bid', cents: 50, shares: 4 },
    ])
    expect(exchange.core.liquidity(1) / 1e10).toBeCloseTo(62 + 7, 9)
    expect(exchange.core.liquidity(2)).toBe(0)
  })
})
