import fc from 'fast-check'
import type { z } from 'zod'
import { Price } from '../../src/model/money.js'
import type { StrategyDefinition } from '../../src/strategy/strategy.js'
import { shares, usdt } from '../engine/desk-bench.js'
import { expectResting } from './expect-resting.js'
import { answerTo, type Look } from './model-world.js'

const cents = (price: number): string => (price / 100).toFixed(2)

const touch = fc.record({
  bid: fc.integer({ min: 1, max: 98 }),
  gap: fc.integer({ min: 1, max: 60 }),
  sizes: fc.tuple(fc.integer({ min: 1, max: 900 }), fc.integer({ min: 1, max: 900 })),
  isEmpty: fc.constantFrom('no', 'no', 'no', 'no', 'bid', 'ask'),
  trades: fc.array(fc.tuple(fc.constantFrom('bid', 'ask'), fc.integer({ min: 1, max: 99 }), fc.integer({ min: 1, max: 900 })), {
    maxLength: 4,
  }),
  afterMs: fc.constantFrom(1, 40, 1_000, 61_000, 3_600_000),
})

type Drawn = typeof touch extends fc.Arbitrary<infer T> ? T : never

const bookOf = ({ bid, gap, sizes, isEmpty }: Drawn): string => {
  const sides = [`ask ${cents(Math.min(99, bid + gap))} ${sizes[0]}`, `bid ${cents(bid)} ${sizes[1]}`]
  return sides.filter(side => !side.startsWith(isEmpty)).join(' / ')
}

const lookOf = (drawn: Drawn): Look => ({
  book: bookOf(drawn),
  trades: drawn.trades.map(([side, price, size]) => `${side} ${cents(price)} ${size}`),
  afterMs: drawn.afterMs,
})

/**
 * Fails unless a strategy's answers may rest in any market: books that jump and lose sides, prices at both edges, any position, any time
 * to the end, trades at any price, and any of the parameters that `chosen` draws.
 */
export function expectSafe<S extends z.ZodType>(strategy: StrategyDefinition<S>, chosen: fc.Arbitrary<object>): void {
  const any = fc.record({
    looks: fc.array(touch, { minLength: 1, maxLength: 8 }),
    net: fc.oneof(fc.integer({ min: -150, max: 150 }), fc.double({ min: -1e6, max: 1e6, noNaN: true }).map(Math.trunc)),
    secondsLeft: fc.constantFrom(null, 0, 0.5, 5, 60, 1_000, 1e8),
    tick: fc.constantFrom(100, 100, 10),
    variant: fc.constantFrom(null, 'CRYPTO_UP_DOWN', 'SPORTS_MATCH'),
    parameters: chosen,
  })
  fc.assert(
    fc.property(any, ({ looks, net, secondsLeft, tick, variant, parameters }) => {
      const market = { tick: Price.of(tick), variant, minSize: shares(0.01), minValue: usdt(0.9) }
      const {
        quotes,
        why,
        terms,
        market: own,
      } = answerTo(strategy, looks.map(lookOf), { parameters, net, secondsLeft, market })
      const last = looks.at(-1)!
      if (quotes === null) {
        if (last.isEmpty === 'no' || why !== 'no two-sided book') throw new Error(`pulled: ${why}`)
        return
      }
      for (const [name, value] of Object.entries(terms))
        if (name !== 'spreadTerm' && !Number.isFinite(value)) throw new Error(`${name} is ${value}`)
      expectResting(quotes, bookOf(last), own)
    }),
    { numRuns: 80, seed: 16 },
  )
}
