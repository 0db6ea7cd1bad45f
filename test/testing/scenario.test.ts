import { keep, Price, pull, Size, type StrategyDefinition, type View, z } from 'oddsmith'
import { scenario } from 'oddsmith/testing'
import { describe, expect, test } from 'vitest'
import { MarketId } from '../../src/model/ids.js'
import type { Decision } from '../../src/model/quote.js'
import { strategy } from '../../strategies/two-sided.js'

const BOOK = 'ask 0.56 100 / bid 0.52 100'
const parameters = z.strictObject({ sizeShares: z.number().default(10) })
type Parameters = z.output<typeof parameters>
const deciding = (
  decide: (view: View<Parameters>) => Decision,
  references: readonly string[] = [],
): StrategyDefinition<typeof parameters> => ({
  ...{ name: 'drawn', version: 1, watches: 'depth', parameters, references },
  create: () => ({ decide }),
})
const size = Size.ofShares(10)

/** What a call throws. */
const thrown = (call: () => unknown): string => {
  try {
    call()
  } catch (error) {
    return (error as Error).message
  }
  return 'nothing'
}

describe('a scenario', () => {
  test('plays books, fills and time to a strategy, and says what it wants and what rests', () => {
    const play = scenario(strategy, { parameters: { leanTicks: 2, positionMaxShares: 40 } })
      .book(BOOK)
      .expectQuotes('ask 0.55 20 / bid 0.53 20')
      .expectResting('bid 0.53 20 / ask 0.55 20')
      .fill('bid 0.53 20')
    expect(play.net).toBe(20)
    play.expectQuotes('ask 0.54 20 / bid 0.52 20').wait(120).expectResting('ask 0.54 20 / bid 0.52 20')
    play.fill('bid 0.52 20').expectQuotes('ask 0.53 20').expectResting('ask 0.53 20')
    play.fill('ask 0.53 5')
    expect(play.net).toBe(35)
  })

  test('pulls while the book is dark, and goes on with the next one', () => {
    scenario(strategy)
      .book(BOOK)
      .dark('cut')
      .expectResting('')
      .expectPull()
      .book('bid 0.52 100')
      .expectPull('no two-sided book')
      .expectQuotes('')
      .book(BOOK)
      .expectResting('ask 0.55 20 / bid 0.53 20')
  })

  test('says what was expected, what was found and what went before', () => {
    const play = scenario(strategy).book(BOOK)
    expect(thrown(() => play.expectQuotes('ask 0.56 20 / bid 0.53 20'))).toBe(
      `expected quotes
    ask 0.56 20 / bid 0.53 20
found
    ask 0.55 20 / bid 0.53 20
after
    book ${BOOK}
`,
    )
    expect(thrown(() => play.expectPull('too wide'))).toMatch(/expected an answer\n {4}pull: too wide\nfound\n {4}ask 0\.55 20/)
    expect(thrown(() => play.wait(1).fill('bid 0.50 1'))).toBe(
      'cannot fill "bid 0.5 1": of ours rests 0 there; all that rests: ask 0.55 20 / bid 0.53 20',
    )
    expect(thrown(() => scenario(strategy).expectQuotes('bid 0.5 1'))).toContain('found\n    pull: no two-sided book')
    expect(thrown(() => scenario(deciding(keep)).expectPull())).toContain('found\n    no answer yet')
  })

  test('fills a take from the drawn book, as far as it reaches', () => {
    const taking = (style: 'market' | 'fill-or-kill') => {
      let isDone = false
      return deciding(({ book }) => {
        if (book.state !== 'live' || isDone) return keep()
        isDone = true
        return book.take('yes', 'buy', { price: Price.of(5_700), size: Size.ofShares(30) }, style)
      })
    }
    const book = 'ask 0.58 50 / ask 0.57 10 / ask 0.56 15 / bid 0.52 100'
    expect(scenario(taking('market')).book(book).expectTake('buy yes 0.57 30').net).toBe(25)
    expect(scenario(taking('fill-or-kill')).book(book).expectTake('buy yes 0.57 30 fill-or-kill').net).toBe(0)
  })

  test('shows prints, references and a new definition', () => {
    const seen: string[] = []
    const watching = deciding(
      view => {
        const coin = view.reference('coin')
        seen.push(
          `${view.trades.length} prints, coin ${coin.state === 'live' ? coin.value : coin.state}, tick ${view.market.tick}`,
        )
        return keep()
      },
      ['coin'],
    )
    scenario(watching)
      .book(BOOK)
      .print('bid 0.52 5 / ask 0.56 5')
      .reference('coin', 7)
      .reference('coin', null)
      .define({ tick: Price.of(10) })
    expect(seen).toEqual([
      '0 prints, coin lost, tick 100',
      '0 prints, coin lost, tick 100',
      '2 prints, coin lost, tick 100',
      '0 prints, coin 7, tick 100',
      '0 prints, coin lost, tick 100',
      '0 prints, coin lost, tick 10',
    ])
  })

  test('keeps the limits that it is given, and lists what they refuse', () => {
    const play = scenario(strategy, { limits: { positionMaxShares: 30 }, parameters: { positionMaxShares: 1_000 } })
    play.book(BOOK).fill('bid 0.53 20').expectQuotes('ask 0.55 20 / bid 0.52 20').expectResting('ask 0.55 20 / bid 0.52 10')
    expect(scenario(strategy, { cashUsdt: 1 }).book(BOOK).refusals.length).toBeGreaterThan(0)
  })

  test('sells what is held first', () => {
    const play = scenario(strategy, { held: { yesShares: 20 } }).book(BOOK)
    expect(play.fill(play.resting.split(' / ')[0] ?? '').net).toBe(0)
  })

  test('throws what the strategy throws, with its own stack', () => {
    const failing = deciding(() => {
      throw new Error('nothing works')
    })
    try {
      scenario(failing)
      throw new Error('it did not throw')
    } catch (error) {
      expect((error as Error).message).toBe('nothing works')
      expect((error as Error).stack).toMatch(/scenario\.test\.ts/)
    }
    expect(() => scenario(deciding(() => 5 as never))).toThrow(
      'expected decide to return quotes, take, pull, keep or halt, found a number',
    )
  })

  test('refuses a post-only order that would trade, as a venue does', () => {
    const crossing = deciding(({ book }) =>
      book.state === 'live' ? book.quote({ bid: { price: Price.of(5_600), size } }) : pull('dark'),
    )
    scenario(crossing).book(BOOK).expectQuotes('bid 0.56 10').expectResting('')
  })
})

describe('a scenario of several markets', () => {
  /** Bids in each market what a sibling's bid leaves of a dollar: both together cost less than one. */
  const pairs = {
    name: 'pairs',
    version: 1,
    watches: 'touch',
    parameters: z.strictObject({}),
    create: (_, own) => ({
      decide({ book, sibling, position }) {
        const other = sibling(MarketId.of(String(own.id) === 'rain' ? 'sun' : 'rain'))
        if (book.state !== 'live' || other === undefined || other.book.state !== 'live' || other.book.touch === null)
          return pull('the other market is dark')
        if (position.net > 0) return pull('it is held')
        return book.quote({ bid: { price: Price.floor(9_900 - other.book.touch.ask, own.tick), size: Size.ofShares(5) } })
      },
    }),
  } satisfies StrategyDefinition<z.ZodType>
  const play = () => scenario(pairs, { market: { id: 'rain' }, others: [{ id: 'sun', tick: Price.of(10) }] })

  test('sees its siblings, and each market has its book, orders, fills and position', () => {
    const both = play().book('ask 0.45 50 / bid 0.40 50').expectPull('the other market is dark')
    both.on('sun').book('ask 0.56 50 / bid 0.50 50').expectQuotes('bid 0.54 5').expectResting('bid 0.54 5')
    both.on('rain').wait(0.25).expectQuotes('bid 0.43 5').expectResting('bid 0.43 5').fill('bid 0.43 5')
    expect(both.net).toBe(5)
    both.expectPull('it is held').expectResting('')
    expect(both.on('sun').net).toBe(0)
    both.expectResting('bid 0.54 5').dark().expectQuotes('').expectResting('')
    both.on('rain').wait(0.25).expectPull('the other market is dark')
  })

  test('says of which market a step was, and refuses one that is not there or is there twice', () => {
    const both = play().book('ask 0.45 50 / bid 0.40 50').on('sun').book('ask 0.56 50 / bid 0.50 50')
    expect(() => both.expectQuotes('bid 0.99 5')).toThrow(/rain: book ask 0\.45 50[\s\S]+sun: book ask 0\.56 50/)
    expect(() => both.on('snow')).toThrow('expected one of the scenario\'s markets, rain, sun; found "snow"')
    expect(() => scenario(pairs, { others: [{ id: 'drawn' }] })).toThrow('two called "drawn"')
  })
})
