import { describe, expect, it } from 'vitest'
import type { Command } from '../../src/model/intent.js'
import { keep } from '../../src/model/quote.js'
import { type VenueMode } from '../../src/model/venue-mode.js'
import { DeskBench, level, market, picture, rows } from './desk-bench.js'

const BOOK = picture('ask 0.60 50 / bid 0.40 50')
const kinds = (commands: readonly Command[]): readonly string[] => commands.map(({ kind }) => kind).toSorted()
const mode = (mode: VenueMode) => ({ kind: 'venue', mode }) as const

const quoter = (): DeskBench => {
  const bench = new DeskBench({
    decide: ({ book }) => (book.state === 'live' ? book.quote({ bid: level(0.45, 20), ask: level(0.55, 20) }) : keep()),
    markets: [market(0), market(1)],
  })
  bench.open()
  return bench
}

describe('what the whole venue takes', () => {
  it('cancel-only pulls every market and opens nothing, until the venue is open again', () => {
    const bench = quoter()
    expect(kinds(bench.turn({ events: BOOK }).commands)).toEqual(['submit', 'submit'])
    expect(kinds(bench.turn({ events: [mode('cancel-only')] }).commands)).toEqual(['cancel', 'cancel'])
    expect(bench.books.mode).toBe('cancel-only')
    expect(
      bench.turn({ events: [...picture('ask 0.60 50 / bid 0.40 50', 1), ...rows('bid 0.41 5')], timer: true }).commands,
    ).toEqual([])
    const opened = bench.turn({ events: [mode('open')] }).commands
    expect(kinds(opened).filter(kind => kind === 'submit').length).toBeGreaterThanOrEqual(2)
  })

  it('post-only quotes on and takes nothing', () => {
    const bench = quoter()
    bench.turn({ events: [mode('post-only')] })
    expect(kinds(bench.turn({ events: BOOK }).commands)).toEqual(['submit', 'submit'])
    const taker = new DeskBench({
      decide: ({ book }) => (book.state === 'live' ? book.take('yes', 'buy', level(0.6, 5)) : keep()),
    })
    taker.open()
    taker.turn({ events: [mode('post-only')] })
    const { commands, refusals } = taker.turn({ events: BOOK })
    expect(commands).toEqual([])
    expect(refusals).toMatchObject([{ rule: 'trading', intent: { style: 'market' } }])
  })

  it('restart leaves every book dark until it comes as a whole, whatever the mode is by then', () => {
    const bench = quoter()
    bench.turn({ events: BOOK })
    const { commands } = bench.turn({ events: [mode('restart')] })
    expect(kinds(commands)).toEqual(['cancel', 'cancel'])
    expect(bench.books.book(bench.markets[0]!.index)).toMatchObject({ state: 'lost', why: 'the venue restarts' })
    expect(bench.turn({ events: [mode('open'), ...rows('bid 0.41 5')] }).commands).toEqual([])
    expect(bench.books.book(bench.markets[0]!.index).state).toBe('lost')
    bench.turn({ events: BOOK })
    expect(bench.books.book(bench.markets[0]!.index).state).toBe('live')
  })

  it('leaves a market’s own definition as it is: one that is closed stays so, and one that changes meanwhile comes back changed', () => {
    const bench = quoter()
    const [one, two] = bench.markets
    bench.turn({ events: [mode('cancel-only'), { kind: 'market', market: { ...one!, trading: 'closed' } }] })
    bench.turn({ events: [{ kind: 'market', market: { ...two!, question: 'another' } }] })
    expect(bench.books.markets().map(({ trading }) => trading)).toEqual(['closed', 'open'])
    expect(bench.books.depth(two!.index).market.trading).toBe('cancel-only')
    bench.turn({ events: [mode('open')] })
    expect(bench.books.markets()).toMatchObject([{ trading: 'closed' }, { trading: 'open', question: 'another' }])
    expect(bench.books.depth(two!.index).market).toMatchObject({ trading: 'open', question: 'another' })
  })

  it('holds for a market that joins meanwhile', () => {
    const bench = quoter()
    bench.turn({ events: [mode('cancel-only'), { kind: 'joined', market: market(2), stanza: 0 }] })
    expect(bench.turn({ events: picture('ask 0.60 50 / bid 0.40 50', 2) }).commands).toEqual([])
    expect(bench.books.depth(market(2).index).market.trading).toBe('cancel-only')
  })
})
