import fc from 'fast-check'
import { expect } from 'vitest'
import type { z } from 'zod'
import type { Market } from '../../src/model/market.js'
import { Price, Size, Wei } from '../../src/model/money.js'
import type { StrategyDefinition } from '../../src/strategy/strategy.js'
import { expectResting } from './expect-resting.js'
import { StrategyBench } from './strategy-bench.js'

const TICKS = [10, 50, 100, 250].map(Price.of)

/** Books of nothing, one side and both, at the edges too, with one tick of spread or many. */
const books = (tick: number) => {
  const last = 10_000 / tick - 1
  const size = fc.integer({ min: 1, max: 2_000 })
  return fc
    .record({ bid: fc.integer({ min: 0, max: last }), gap: fc.integer({ min: 1, max: 12 }), sizes: fc.tuple(size, size, size) })
    .map(({ bid, gap, sizes }) => {
      const price = (ticks: number): string => ((ticks * tick) / 10_000).toFixed(4)
      const ask = bid + gap
      return [
        ...(ask <= last ? [`ask ${price(ask)} ${sizes[0]}`] : []),
        ...(bid > 0 ? [`bid ${price(bid)} ${sizes[1]}`] : []),
        ...(bid > 3 ? [`bid ${price(bid - 3)} ${sizes[2]}`] : []),
      ].join(' / ')
    })
    .filter(book => book !== '')
}

/** What risk refuses where a strategy minds neither the grid nor the touch nor what is held. */
const CARELESS = new Set(['price', 'size', 'crossed', 'levelsMax', 'grid', 'orderMinUsdt', 'sellable', 'priceCollarTicks'])
/** In per cent of the answers: a strategy that hardly ever quotes would prove nothing. */
const QUOTES_MIN = 25

interface DrawnOptions {
  /** Of the market. */
  readonly change?: Partial<Market>
  /** Told before each book. */
  readonly events?: Turn['events']
}

type Turn = Parameters<StrategyBench<z.ZodType>['turn']>[0]

/**
 * Whatever the book, what is held, the time left and the parameters: what the strategy quotes may rest, and risk refuses none of it for the grid, the
 * touch or missing shares.
 */
export function drawnTrials<S extends z.ZodType>(
  definition: StrategyDefinition<S>,
  parameters: (from: typeof fc) => Readonly<Record<string, fc.Arbitrary<unknown>>>,
  { change = {}, events = [] }: DrawnOptions = {},
): void {
  let [answers, quoting] = [0, 0]
  const trials = fc.constantFrom(...TICKS).chain(tick =>
    fc.record({
      tick: fc.constant(tick),
      books: fc.array(books(tick), { minLength: 1, maxLength: 3 }),
      yesShares: fc.constantFrom(0, 0, 0.3, 40, 400),
      noShares: fc.constantFrom(0, 0, 0.3, 40, 400),
      endsInSeconds: fc.constantFrom(0.004, 3, 60, 100_000),
      parameters: fc.record(parameters(fc)),
    }),
  )
  fc.assert(
    fc.property(trials, ({ tick, books, ...trial }) => {
      const market = { tick, minValue: Wei.ONE, minSize: Size.of(10_000), ...change }
      const bench = new StrategyBench(definition, { ...trial, market })
      for (const book of books) {
        if (events.length > 0) bench.turn({ events })
        const answer = bench.answer(book)
        answers++
        if (answer.kind === 'pull') continue
        if (answer.bid !== null || answer.ask !== null) quoting++
        expectResting(answer, book, bench.market)
      }
      expect(bench.refusals.filter(rule => CARELESS.has(rule))).toEqual([])
    }),
    { numRuns: 80, seed: 12 },
  )
  expect((100 * quoting) / answers).toBeGreaterThan(QUOTES_MIN)
}
