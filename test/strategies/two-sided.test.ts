import fc from 'fast-check'
import type { Quotes } from 'oddsmith'
import { describe, expect, it } from 'vitest'
import type { View } from '../../src/strategy/view.js'
import { strategy } from '../../strategies/two-sided.js'
import { DeskBench, market, picture, rows, submitsOf, written } from '../engine/desk-bench.js'

const parametersOf = (given: object) => strategy.parameters.parse(given)
const run = (book: string, given: object = {}, net = 0): Quotes | 'pull' => {
  const parameters = parametersOf(given)
  const instance = strategy.create(parameters)
  let answer: Quotes | 'pull' = 'pull'
  const bench = new DeskBench({
    decide: view => {
      const { book, market } = view
      const decision = instance.decide({ book, market, parameters, position: { net: net * 1_000_000 } } as View<
        typeof parameters
      >)
      answer = decision.kind === 'quotes' ? decision : 'pull'
      return decision
    },
  })
  bench.open()
  bench.turn({ events: picture(book) })
  return answer
}

describe('two-sided', () => {
  it('quotes around the microprice', () => {
    expect(run('ask 0.56 100 / bid 0.52 100')).toMatchObject({
      bid: { price: 5_300, size: 20_000_000 },
      ask: { price: 5_500, size: 20_000_000 },
    })
  })

  it('leans against its position and pulls the side that would pass the full one', () => {
    expect(run('ask 0.60 100 / bid 0.50 100', { leanTicks: 2, halfSpreadTicks: 1 }, 50)).toMatchObject({
      bid: { price: 5_300 },
      ask: { price: 5_500 },
    })
    expect(run('ask 0.60 100 / bid 0.50 100', {}, 100)).toMatchObject({ bid: null, ask: { price: 5_400 } })
    expect(run('ask 0.60 100 / bid 0.50 100', {}, -200)).toMatchObject({ bid: { price: 5_600 }, ask: null })
  })

  it('pulls on a book with one side', () => {
    expect(run('bid 0.50 10')).toBe('pull')
  })

  it("never reaches the other side's best price", () => {
    const any = fc.record({
      bid: fc.integer({ min: 1, max: 97 }),
      gap: fc.integer({ min: 1, max: 10 }),
      sizes: fc.tuple(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 1, max: 500 })),
      net: fc.integer({ min: -150, max: 150 }),
      half: fc.integer({ min: 0, max: 3 }),
    })
    fc.assert(
      fc.property(any, ({ bid, gap, sizes, net, half }) => {
        const ask = Math.min(99, bid + gap)
        const answer = run(`ask ${ask / 100} ${sizes[0]} / bid ${bid / 100} ${sizes[1]}`, { halfSpreadTicks: half }, net)
        if (answer === 'pull') throw new Error('quotes were expected')
        if (answer.bid !== null && 'price' in answer.bid && ask > 1) expect(answer.bid.price).toBeLessThan(ask * 100)
        if (answer.ask !== null && 'price' in answer.ask) expect(answer.ask.price).toBeGreaterThan(bid * 100)
      }),
      { numRuns: 60, seed: 6 },
    )
  })

  it('keeps its ask above its own bid where both would rest at the fair price', () => {
    expect(run('ask 0.54 100 / bid 0.50 100', { halfSpreadTicks: 0 })).toMatchObject({
      bid: { price: 5_200 },
      ask: { price: 5_300 },
    })
    // Without a bid of its own, nothing is in the way.
    expect(run('ask 0.54 100 / bid 0.50 100', { halfSpreadTicks: 0, leanTicks: 0 }, 100)).toMatchObject({
      bid: null,
      ask: { price: 5_200 },
    })
  })

  it('is a strategy the desk runs', () => {
    const parameters = parametersOf({})
    const instance = strategy.create(parameters)
    const bench = new DeskBench({
      decide: ({ book, market, position }) =>
        instance.decide({ book, market, position, parameters } as View<typeof parameters>),
      markets: [market(0)],
    })
    bench.open()
    expect(submitsOf(bench.turn({ events: picture('ask 0.56 100 / bid 0.52 100') })).map(written)).toEqual([
      'buy yes 0.53 20',
      'buy no 0.45 20',
    ])
    expect(bench.turn({ events: rows('bid 0.30 10') }).commands).toEqual([])
  })

  it('says what it expects of its parameters', () => {
    expect(() => parametersOf({ sizeShares: 0 })).toThrow()
    expect(() => parametersOf({ size: 5 })).toThrow()
  })
})
