import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isTrading, Mark } from '../../src/engine/mark.js'
import type { Market } from '../../src/model/market.js'
import { pull } from '../../src/model/quote.js'
import type { Timestamp } from '../../src/model/time.js'
import { accepted, after, DeskBench, level, market, picture, rows, settings, submitsOf, usdt } from './desk-bench.js'

const END = after(60_000)

/** One change of a market, in words: `bid/ask` is a live book with `-` for an empty side. */
type Step = string
const told = (steps: readonly Step[], endsAt: Timestamp | null = END) => {
  const mark = new Mark()
  let now = after(0)
  let known: Market = market(0, { endsAt })
  for (const step of steps) {
    if (step === 'closed' || step === 'cancel-only' || step === 'open') known = { ...known, trading: step }
    else if (step === 'past end') now = after(60_000)
    else if (step.startsWith('pays')) known = { ...known, trading: 'closed', result: { yes: Number(step.slice(5)), at: now } }
    else if (step !== 'dark') {
      const [bid = 0, ask = 0] = step.split('/').map(side => (side === '-' ? 0 : Math.round(Number(side) * 10_000)))
      mark.see(bid, ask, isTrading(known, now))
    }
  }
  return [mark.priceOf('yes', known, now), mark.priceOf('no', known, now)]
}

describe('the mark of a market', () => {
  it.each<[string, readonly Step[], readonly [number | null, number | null]]>([
    ['no book yet: only cost is known', [], [null, null]],
    ['only a bid so far: only cost is known', ['0.40/-'], [null, null]],
    ['only an ask so far: only cost is known', ['-/0.60'], [null, null]],
    ['an empty book so far: only cost is known', ['-/-'], [null, null]],
    ['two sides: the bid, and 1 less the ask', ['0.40/0.60'], [4_000, 4_000]],
    ['two sides that moved', ['0.40/0.60', '0.70/0.80'], [7_000, 2_000]],
    ['no bids, an ask above: as before', ['0.40/0.60', '-/0.60'], [4_000, 4_000]],
    ['no bids, an ask below: YES is worth no more than that', ['0.40/0.60', '-/0.15'], [1_500, 4_000]],
    ['no bids, the ask back up: the last two-sided mark again', ['0.40/0.60', '-/0.15', '-/0.90'], [4_000, 4_000]],
    ['no asks, a bid below: as before', ['0.40/0.60', '0.40/-'], [4_000, 4_000]],
    ['no asks, a bid above: NO is worth no more than 1 less that', ['0.40/0.60', '0.95/-'], [4_000, 500]],
    ['no side at all: as before', ['0.40/0.60', '-/-'], [4_000, 4_000]],
    ['no side after a lone low ask: the last two-sided mark', ['0.40/0.60', '-/0.15', '-/-'], [4_000, 4_000]],
    ['dark: it stands still', ['0.40/0.60', 'dark'], [4_000, 4_000]],
    ['dark with a lone low ask: it stands still', ['0.40/0.60', '-/0.15', 'dark'], [1_500, 4_000]],
    ['closed with an empty book: as before', ['0.40/0.60', 'closed', '-/-'], [4_000, 4_000]],
    ['closed with a lone low ask: as before', ['0.40/0.60', 'closed', '-/0.01'], [4_000, 4_000]],
    ['closed after a lone low ask: the last two-sided mark', ['0.40/0.60', '-/0.15', 'closed'], [4_000, 4_000]],
    ['cancel-only with two sides: as before', ['0.40/0.60', 'cancel-only', '0.01/0.99'], [4_000, 4_000]],
    ['open again: the book counts again', ['0.40/0.60', 'cancel-only', 'open', '0.30/0.60'], [3_000, 4_000]],
    ['past its end with two sides: as before', ['0.40/0.60', 'past end', '0.01/0.99'], [4_000, 4_000]],
    ['past its end with a lone low ask: as before', ['0.40/0.60', 'past end', '-/0.01'], [4_000, 4_000]],
    ['YES won', ['0.40/0.60', 'pays 1'], [10_000, 0]],
    ['NO won', ['0.40/0.60', 'closed', '-/-', 'pays 0'], [0, 10_000]],
    ['half each, without any book', ['pays 0.5'], [5_000, 5_000]],
  ])('%s', (_, steps, expected) => {
    expect(told(steps)).toEqual(expected)
  })

  it('goes by the books of a market without an end for as long as it is open', () => {
    expect(told(['0.40/0.60', 'past end', '0.30/0.50'], null)).toEqual([3_000, 5_000])
  })

  it('is never 0 without a result, whichever sides are gone', () => {
    const price = fc.integer({ min: 1, max: 4_999 })
    const book = fc.record({
      bid: fc.option(price, { nil: 0 }),
      ask: fc.option(
        price.map(p => 5_000 + p),
        { nil: 0 },
      ),
      isOpen: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(book, { minLength: 1, maxLength: 40 }), fc.boolean(), (books, isOpen) => {
        const mark = new Mark()
        for (const { bid, ask, isOpen } of books) mark.see(bid, ask, isOpen)
        const now = market(0, { trading: isOpen ? 'open' : 'closed' })
        // The same from the whole history, the slow way.
        const whole = books.findLast(({ bid, ask, isOpen }) => isOpen && bid > 0 && ask > 0)
        const last = books.at(-1)
        for (const outcome of ['yes', 'no'] as const) {
          const found = mark.priceOf(outcome, now, START_NOW)
          if (whole === undefined || last === undefined) expect(found).toBeNull()
          else {
            const isYes = outcome === 'yes'
            const before = isYes ? whole.bid : 10_000 - whole.ask
            const isOffered = isYes ? last.bid === 0 && last.ask > 0 : last.ask === 0 && last.bid > 0
            const offer = isYes ? last.ask : 10_000 - last.bid
            expect(found).toBe(isOpen && isOffered ? Math.min(before, offer) : before)
            expect(found).toBeGreaterThan(0)
          }
        }
      }),
      { numRuns: 300, seed: 6 },
    )
  })
})

const START_NOW = after(0)

describe('a limit of loss at the end of a market', () => {
  const ending = market(0, { endsAt: END })
  const holder = (limits: Parameters<typeof settings>[0]) => {
    const bench = new DeskBench({ decide: () => pull('looks'), settings: settings(limits), markets: [ending] })
    bench.open({ shares: new Map([[ending.index, { yes: usdt(100), no: usdt(0) }]]) })
    bench.turn({ events: picture('ask 0.92 50 / bid 0.90 50') })
    bench.turn({ timer: true, afterMs: 2_000 })
    return bench
  }
  const emptied = rows('ask 0.92 0 / bid 0.90 0')

  it('latches nothing when the market closes and its book empties, and counts the shares at what they were worth', () => {
    const bench = holder({ limits: { drawdownMaxUsdt: 60, lossPerDayMaxUsdt: 60 } })
    expect(bench.turn({ events: emptied, afterMs: 57_990 }).halt).toBeNull()
    expect(bench.turn({ timer: true, afterMs: 2_000 }).halt).toBeNull()
    expect(
      bench.turn({ events: [{ kind: 'market', market: { ...ending, trading: 'closed' } }], afterMs: 2_000 }).halt,
    ).toBeNull()
    expect(bench.turn({ timer: true, afterMs: 2_000 }).halt).toBeNull()
    expect(bench.desk.summary().equity).toBe(usdt(1_090))
    const result = { yes: 1, at: bench.now } as const
    bench.turn({ events: [{ kind: 'market', market: { ...ending, trading: 'closed', result } }], afterMs: 4_000 })
    expect(bench.desk.summary()).toMatchObject({ equity: usdt(1_100), isHalted: false })
  })

  it('stands still while the book is dark, and sees the loss when it is live again', () => {
    const bench = holder({ limits: { drawdownMaxUsdt: 60 } })
    const dark = { kind: 'feed', market: ending.index, state: 'lost', why: 'gone' } as const
    expect(bench.turn({ events: [dark, ...emptied], afterMs: 2_000 }).halt).toBeNull()
    expect(bench.turn({ timer: true, afterMs: 2_000 }).halt).toBeNull()
    expect(bench.desk.summary().equity).toBe(usdt(1_090))
    const turn = bench.turn({ events: picture('ask 0.30 50 / bid 0.20 50'), afterMs: 2_000 })
    expect(turn.halt).toEqual({ rule: 'drawdownMaxUsdt', limit: 60, found: 70 })
  })

  it('sees the loss of a market that trades on without bids in what others ask', () => {
    const bench = holder({ limits: { drawdownMaxUsdt: 60 } })
    const turn = bench.turn({ events: rows('bid 0.90 0 / ask 0.92 0 / ask 0.20 50'), afterMs: 2_000 })
    expect(turn.halt).toEqual({ rule: 'drawdownMaxUsdt', limit: 60, found: 70 })
  })

  it('does not take our own ask for what others ask', () => {
    const bench = new DeskBench({
      decide: ({ book }) => (book.state === 'live' ? book.quote({ ask: level(0.95, 10) }) : pull('dark')),
      markets: [ending],
    })
    bench.open({ shares: new Map([[ending.index, { yes: usdt(100), no: usdt(0) }]]) })
    const [ask] = submitsOf(bench.turn({ events: picture('ask 0.98 50 / bid 0.97 50') }))
    if (ask === undefined) throw new Error('an order was expected')
    bench.turn({ reports: [accepted(ask)], events: rows('ask 0.95 10') })
    bench.turn({ events: rows('ask 0.98 0 / bid 0.97 0') })
    expect(bench.desk.summary().equity).toBe(usdt(1_097))
  })
})
