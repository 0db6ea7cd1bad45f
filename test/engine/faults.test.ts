import { describe, expect, it } from 'vitest'
import { foldDesk } from '../../src/engine/fold.js'
import { MarketIndex } from '../../src/model/ids.js'
import { toJson } from '../../src/model/plain.js'
import { type Decision, keep } from '../../src/model/quote.js'
import type { View } from '../../src/strategy/view.js'
import { accepted, cancelsOf, DeskBench, level, market, picture, settings, submitsOf, written } from './desk-bench.js'

const BOOKS = [...picture('ask 0.60 100 / bid 0.40 100', 0), ...picture('ask 0.60 100 / bid 0.40 100', 1)]

/** Two markets of one strategy; what the first one answers can be changed. */
const twoMarkets = () => {
  const first = { answer: (view: View<unknown>): unknown => quote(view) }
  const bench = new DeskBench({
    decide: view => (view.market.index === 0 ? first.answer(view) : quote(view)) as Decision,
    markets: [market(0), market(1)],
  })
  bench.open()
  const orders = submitsOf(bench.turn({ events: BOOKS }))
  bench.turn({ reports: orders.map(accepted) })
  return { bench, first, orders }
}

const quote = ({ book }: View<unknown>): Decision =>
  book.state === 'live' ? book.quote({ bid: level(0.45, 20), ask: level(0.55, 20) }) : keep()

/** Like a promise that is rejected. */
const lateNo = (): object =>
  // oxlint-disable-next-line unicorn/no-thenable -- It is what the test is about.
  Object.defineProperty({ kind: 'keep' }, 'then', { value: (_: unknown, no: (why: string) => void) => no('') })

describe('a strategy that throws', () => {
  it('is stopped in its market, its orders go, and the other market goes on', () => {
    const { bench, first, orders } = twoMarkets()
    first.answer = () => {
      throw new Error('no idea')
    }
    const turn = bench.turn({ timer: true })
    const ofFirst = orders.filter(({ order }) => order.market === 0).map(({ id }) => id)
    expect(cancelsOf(turn)).toEqual(ofFirst)
    expect(turn.faults).toMatchObject([{ market: 0, strategy: 'test', message: 'no idea' }])
    expect(turn.faults[0]?.stack).toContain('faults.test.ts')
    expect(turn.halt).toBeNull()
    expect(bench.desk.summary()).toMatchObject({
      isHalted: false,
      markets: [{ fault: { message: 'no idea' } }, { fault: null }],
    })

    first.answer = quote
    bench.turn({ reports: ofFirst.map(order => ({ kind: 'removal', order, answer: 'removed' }) as const) })
    const later = bench.turn({ afterMs: 60_000, timer: true })
    expect(later.faults).toEqual([])
    expect(new Set(submitsOf(later).map(({ order }) => order.market))).toEqual(new Set([1]))
  })

  it('is told once, folds away, and a new run asks a new instance', () => {
    const { bench, first } = twoMarkets()
    first.answer = () => {
      throw 'a text' as unknown as Error
    }
    expect(bench.turn({ timer: true }).faults).toMatchObject([{ message: 'a text', stack: '' }])
    expect(bench.turn({ timer: true }).faults).toEqual([])
    const state = bench.desk.state()
    const again = new DeskBench({ decide: quote, markets: bench.markets, state })
    again.now = bench.now
    again.open({ cash: state.cash })
    expect(submitsOf(again.turn({ events: BOOKS, afterMs: 200_000 })).map(written)).toContain('buy yes 0.45 20')
    expect(
      toJson(
        foldDesk(
          state,
          bench.markets,
          bench.journal.filter(({ kind }) => kind === 'fault'),
        ),
      ),
    ).toBe(toJson(state))
  })

  it.each([
    ['nothing', undefined, 'expected decide to return quotes, take, pull, keep or halt, found undefined: a return is missing'],
    [
      'a promise',
      Promise.resolve(keep()),
      'expected decide to return quotes, take, pull, keep or halt, found a promise: decide must not be async',
    ],
    [
      'another kind',
      { kind: 'quote' },
      'expected decide to return quotes, take, pull, keep or halt, found an object of another kind',
    ],
    [
      'something that is like a promise',
      lateNo(),
      'expected decide to return quotes, take, pull, keep or halt, found a promise: decide must not be async',
    ],
    ['no level', { kind: 'quotes', bid: [null], ask: null }, 'expected a level, found object'],
    [
      'a level of texts',
      { kind: 'quotes', bid: { price: '4500', size: 1_000_000 } },
      'expected a level of two numbers, found price string and size number',
    ],
    [
      'a take of another outcome',
      { kind: 'take', outcome: 'maybe', side: 'buy', style: 'market', worst: level(0.5, 20) },
      'expected a take of yes or no',
    ],
    [
      'a take of another side',
      { kind: 'take', outcome: 'yes', side: 'bid', style: 'market', worst: level(0.5, 20) },
      'expected a take that buys or sells',
    ],
    [
      'a take of another style',
      { kind: 'take', outcome: 'yes', side: 'buy', style: 'limit', worst: level(0.5, 20) },
      "expected a take of style 'market' or 'fill-or-kill'",
    ],
  ])('is one that answers with %s', (_, answer, message) => {
    const { bench, first } = twoMarkets()
    first.answer = () => answer
    expect(bench.turn({ timer: true }).faults).toMatchObject([{ message }])
  })
})

it('swallows what an answer that is a promise is rejected with later', async () => {
  const { bench, first } = twoMarkets()
  first.answer = async () => {
    throw new Error('too late')
  }
  expect(bench.turn({ timer: true }).faults).toMatchObject([{ message: expect.stringContaining('found a promise') }])
  // The test runner fails a file in which a rejection is left without an answer.
  await new Promise(setImmediate)
})

describe('an answer that is read', () => {
  const lying = (field: string, truth: unknown, lie: unknown): object => {
    let asked = 0
    return Object.defineProperty({}, field, { get: () => (asked++ === 0 ? truth : lie), enumerable: true })
  }
  const bid = { price: 4_400, size: 20_000_000 }

  it.each([
    ['its kind', lying('kind', 'quotes', 'take'), { bid }],
    ['its bid', lying('bid', bid, { price: 4_400, size: 1e12 }), { kind: 'quotes' }],
    ['a price', { bid: Object.assign(lying('price', 4_400, 9_900), { size: 20_000_000 }) }, { kind: 'quotes' }],
    ['a size', { bid: Object.assign(lying('size', 20_000_000, 1e12), { price: 4_400 }) }, { kind: 'quotes' }],
    ['a size in a list', { bid: [Object.assign(lying('size', 20_000_000, 1e12), { price: 4_400 })] }, { kind: 'quotes' }],
  ])('is used as it was checked, whatever %s says to a second look', (_, lie, rest) => {
    const { bench, first } = twoMarkets()
    const answer = Object.defineProperties(lie, Object.getOwnPropertyDescriptors(rest))
    first.answer = () => answer
    const turn = bench.turn({ timer: true })
    expect([turn.faults, turn.refusals]).toEqual([[], []])
    expect(submitsOf(turn).map(written)).toEqual(['buy yes 0.44 20'])
  })

  it.each(['kind', 'bid', 'price'])('stops its strategy where reading its %s throws', field => {
    const { bench, first, orders } = twoMarkets()
    const trap = { get: () => fail(), enumerable: true }
    const quotes = { kind: 'quotes', bid: Object.defineProperty({ ...bid }, field, trap), ask: null }
    first.answer = () => Object.defineProperty(quotes, field, trap)
    const turn = bench.turn({ timer: true })
    expect(turn.faults).toMatchObject([{ market: 0, message: 'it is a trap' }])
    expect(cancelsOf(turn)).toEqual(orders.filter(({ order }) => order.market === 0).map(({ id }) => id))
  })

  it('changes nothing afterwards', () => {
    const { bench, first } = twoMarkets()
    const levels = [{ ...bid }, { price: 4_300, size: 20_000_000 }]
    first.answer = () => ({ kind: 'quotes', bid: levels, ask: null })
    bench.turn({ timer: true })
    first.answer = () => {
      levels.splice(0, 1)
      levels[0] = { price: 9_000, size: 1e15 }
      return keep()
    }
    expect(bench.turn({ timer: true, afterMs: 5_000 })).toMatchObject({ refusals: [], faults: [] })
  })
})

const fail = (): never => {
  throw new Error('it is a trap')
}

describe('a fault that comes in by the door', () => {
  const faultOf = (bench: DeskBench, markets: readonly number[]) =>
    ({
      what: 'fault',
      strategy: 'test',
      markets: markets.map(MarketIndex.of),
      message: 'a timer threw',
      stack: '',
      who: 'stray error',
      at: bench.now,
    }) as const

  it('stops the strategy in the markets it names, pulls their orders and leaves the others alone', () => {
    const { bench, orders } = twoMarkets()
    const turn = bench.turn({ controls: [faultOf(bench, [1])] })
    expect(turn.faults).toEqual([{ market: 1, strategy: 'test', message: 'a timer threw', stack: '' }])
    expect(cancelsOf(turn)).toEqual(orders.filter(({ order }) => order.market === 1).map(({ id }) => id))
    expect(bench.desk.summary()).toMatchObject({
      isPaused: false,
      isHalted: false,
      markets: [{ fault: null }, { fault: { message: 'a timer threw' }, decision: null }],
    })
    expect(bench.turn({ controls: [faultOf(bench, [1])] }).faults).toEqual([])
    const later = bench.turn({ afterMs: 60_000, timer: true })
    expect(new Set(submitsOf(later).map(({ order }) => order.market))).toEqual(new Set([0]))
  })

  it('changes no state of the wallet, so that a restart asks the strategy again', () => {
    const { bench } = twoMarkets()
    const before = bench.desk.state()
    const control = faultOf(bench, [0, 1])
    expect(toJson(foldDesk(before, bench.markets, [{ kind: 'control', at: bench.now, control }]))).toBe(toJson(before))
  })
})

describe('what a strategy throws', () => {
  it.each([
    ['cannot be made a text', Object.create(null)],
    ['throws when it is read', Object.defineProperty(new Error('x'), 'message', { get: () => fail() })],
  ])('is told even where it %s', (_, thrown) => {
    const { bench, first } = twoMarkets()
    first.answer = () => {
      throw thrown as Error
    }
    expect(bench.turn({ timer: true }).faults).toMatchObject([{ message: 'what it threw cannot be read', stack: '' }])
  })

  it('is cut to a bounded length', () => {
    const { bench, first } = twoMarkets()
    first.answer = () => {
      throw new Error('x'.repeat(1e6))
    }
    expect(bench.turn({ timer: true }).faults[0]?.message).toHaveLength(1_000)
  })
})

describe('a quote that no order can be made of', () => {
  it.each([
    ['no number as price', { price: Number.NaN, size: 1 }, 'price', 0],
    ['no number as size', { price: 4_500, size: Number.NaN }, 'size', 0],
    ['an endless size', { price: 4_500, size: Number.POSITIVE_INFINITY }, 'size', 0],
    ['a price of nothing', { price: 0, size: 1_000_000 }, 'price', 0],
    ['a price above one', { price: 10_000, size: 1_000_000 }, 'price', 10_000],
    ['half a step of price', { price: 4_500.5, size: 1_000_000 }, 'price', 4_500.5],
    ['a negative size', { price: 4_500, size: -1 }, 'size', -1],
    ['a size beyond what an order can be', { price: 4_500, size: 1e12 }, 'orderMaxShares', 1_000_000],
    ['too many levels', Array.from({ length: 51 }, () => level(0.45, 1)), 'levelsMax', 51],
    ['a bid above its own ask', level(0.57, 20), 'crossed', 5_700],
  ])('is refused: %s', (_, bid, rule, found) => {
    const { bench, first, orders } = twoMarkets()
    first.answer = ({ book }) => (book.state === 'live' ? book.quote({ bid: bid as never, ask: level(0.55, 20) }) : keep())
    const turn = bench.turn({ timer: true })
    expect(turn.faults).toEqual([])
    expect(turn.refusals).toMatchObject([{ rule, found }])
    expect(cancelsOf(turn)).toEqual(orders.filter(({ order }) => order.market === 0).map(({ id }) => id))
    expect(JSON.parse(JSON.stringify(turn.refusals))).toEqual(turn.refusals)
  })

  it('is refused as a take as well', () => {
    const { bench, first } = twoMarkets()
    first.answer = ({ book }) =>
      book.state === 'live' ? book.take('yes', 'buy', { price: Number.NaN, size: 1 } as never) : keep()
    expect(bench.turn({ timer: true })).toMatchObject({ commands: [], refusals: [{ rule: 'price' }] })
  })

  it('is moved onto the grid where it only lies off it', () => {
    const { bench, first } = twoMarkets()
    first.answer = ({ book }) =>
      book.state === 'live' ? book.quote({ bid: { price: 4_377, size: 20_000_001 } as never }) : keep()
    expect(submitsOf(bench.turn({ timer: true })).map(written)).toEqual(['buy yes 0.43 20'])
  })
})

describe('a refused side', () => {
  const refusing = (answer: (view: View<unknown>) => Decision, limits = {}) => {
    const bench = new DeskBench({
      decide: answer,
      watches: 'depth',
      settings: settings({ limits, requote: { backoffMs: 500 } }),
    })
    bench.open()
    bench.turn({ events: BOOKS.slice(0, 3) })
    let count = 0
    for (let i = 0; i < 1_000; i++) count += bench.turn({ timer: true, afterMs: 10 }).refusals.length
    return count
  }

  it.each([
    [
      'quotes',
      ({ book }: View<unknown>) => (book.state === 'live' ? book.quote({ bid: level(0.45, 20) }) : keep()),
      { positionMaxUsdt: 2 },
    ],
    [
      'ladders',
      ({ book }: View<unknown>) =>
        book.state === 'live' ? book.quote({ bid: [level(0.45, 20), level(0.44, 20), level(0.43, 20)] }) : keep(),
      { positionMaxUsdt: 2 },
    ],
    [
      'takes',
      ({ book }: View<unknown>) => (book.state === 'live' ? book.take('yes', 'buy', level(0.45, 20)) : keep()),
      { positionMaxUsdt: 2 },
    ],
    [
      'quotes of no number',
      ({ book }: View<unknown>) =>
        book.state === 'live' ? book.quote({ bid: { price: Number.NaN, size: 1 } as never }) : keep(),
      {},
    ],
    [
      'quotes too small for an order',
      ({ book }: View<unknown>) => (book.state === 'live' ? book.quote({ bid: level(0.45, 0.5) }) : keep()),
      {},
    ],
  ])('is asked again only after its back-off: %s', (_, answer, limits) => {
    // Ten seconds, a turn every 10 ms, half a second of silence after each refusal.
    const count = refusing(answer, limits)
    expect(count).toBeGreaterThanOrEqual(19)
    expect(count).toBeLessThanOrEqual(21)
  })
})
