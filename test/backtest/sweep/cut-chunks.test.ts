import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createBacktest } from '../../../backtest/run.js'
import { cutChunks } from '../../../backtest/sweep/cut-chunks.js'
import { openChunk, shareChunk } from '../../../backtest/sweep/shared-recording.js'
import { createBooks } from '../../../src/engine/books.js'
import { unpackEvent } from '../../../src/model/columns.js'
import type { MarketEvent } from '../../../src/model/event.js'
import { MarketIndex } from '../../../src/model/ids.js'
import { Price, Size } from '../../../src/model/money.js'
import type { Timestamp } from '../../../src/model/time.js'
import type { Chunk } from '../../../src/recording/columns/recording.js'
import { after, always, type Changes, level, marketOf, optionsOf, Tape } from '../try-backtest.js'

const MARKETS = [marketOf(0), marketOf(1)]
const [FIRST, SECOND] = [MarketIndex.of(0), MarketIndex.of(1)]

const steps = fc.array(
  fc.record({
    market: fc.constantFrom(FIRST, SECOND),
    what: fc.constantFrom('level', 'level', 'level', 'level', 'clear', 'lost', 'trade', 'confirmed'),
    side: fc.constantFrom('bid' as const, 'ask' as const),
    price: fc.integer({ min: 1, max: 20 }),
    shares: fc.nat(3),
    wait: fc.nat(4),
    delay: fc.nat(6),
  }),
  { minLength: 1, maxLength: 60 },
)

const eventsOf = (drawnSteps: typeof steps extends fc.Arbitrary<infer T> ? T : never): MarketEvent[] => {
  let now = 0
  const events: MarketEvent[] = [FIRST, SECOND].map(market => ({ at: after(0), receivedAt: after(0), kind: 'clear', market }))
  let heard = 0
  for (const { market, what, side, price, shares, wait, delay } of drawnSteps) {
    now += wait
    heard = Math.max(heard, now + delay)
    const stamp = { at: after(now), receivedAt: after(heard) }
    // Bids low, asks high: a crossed book is dark, which is not what is asked here.
    const told = {
      market,
      side,
      price: Price.of(side === 'bid' ? price * 100 : 10_000 - price * 100),
      size: Size.ofShares(shares),
    }
    if (what === 'level') events.push({ ...stamp, kind: 'level', cause: 'added', ...told })
    else if (what === 'trade') events.push({ ...stamp, kind: 'trade', ...told, size: Size.ofShares(shares + 1) })
    else if (what === 'clear' || what === 'confirmed') events.push({ ...stamp, kind: what, market })
    else events.push({ ...stamp, kind: 'feed', market, state: 'lost', why: 'gone' })
  }
  return events
}

/** What each level holds at the end, whether the book is live, and how old it is. */
function endOf(chunks: Iterable<Chunk>, market: MarketIndex): unknown {
  const books = createBooks(MARKETS)
  for (const { events, batchEnds } of chunks) {
    let from = 0
    for (const to of batchEnds) {
      books.apply({
        now: events.receivedAt[to - 1] ?? after(0),
        wallOffset: 0,
        events,
        from,
        to,
        reports: [],
        controls: [],
        timer: false,
      })
      from = to
    }
  }
  const book = books.book(market)
  if (book.state !== 'live') return book.state
  const { heardAt, updatedAt } = books.depth(market)
  const levels = { bids: [...book.levels('bid', 100)], asks: [...book.levels('ask', 100)] }
  return { touch: book.touch, ...levels, heardAt, updatedAt }
}

/** When each batch arrives. */
const timesOf = (chunks: readonly Chunk[]): readonly Timestamp[] =>
  chunks.flatMap(({ events, batchEnds }) => Array.from(batchEnds, end => events.receivedAt[end - 1] ?? after(0)))

describe('a recording that is cut', () => {
  test('ends with the same books of the markets that are kept, in order in both times, and tells nothing of the others', async () => {
    await fc.assert(
      fc.asyncProperty(steps, fc.nat(150), async (drawnSteps, ms) => {
        const tape = new Tape()
        tape.events.push(...eventsOf(drawnSteps))
        const whole = [await tape.chunk()]
        const from = after(ms)
        const cut = [...cutChunks(whole, { markets: new Set([SECOND]), from })]
        for (const { events, batchEnds, byVenueTime } of cut) {
          expect([...byVenueTime].toSorted((a, b) => a - b)).toEqual([...Array(events.length).keys()])
          expect(batchEnds.at(-1)).toBe(events.length)
          const venue = Array.from(byVenueTime, row => events.at[row] ?? 0)
          expect(venue).toEqual(venue.toSorted((a, b) => a - b))
          // Rows that are told again at the cut are older than it.
          const isLate = (row: number): boolean => (events.at[row] ?? 0) > (events.receivedAt[row] ?? 0)
          for (let row = 0; row < events.length; row++) if (isLate(row)) expect(events.at[row]).toBe(from)
          expect([...events.kind].every((kind, row) => kind === 6 || events.market[row] === SECOND)).toBe(true)
        }
        const times = timesOf(cut)
        expect(times.every(time => time >= from)).toBe(true)
        expect(times).toEqual(times.toSorted((a, b) => a - b))
        if (times.length > 0) expect(endOf(cut, SECOND)).toEqual(endOf(whole, SECOND))
      }),
      { seed: 1, numRuns: 300 },
    )
  })

  test('from the beginning is its rows of the markets that are kept', async () => {
    const tape = new Tape().book(0, 'bid 0.40 10 / ask 0.50 10').print(5, 'bid 0.40 1')
    const other = new Tape(0, 1).book(1, 'bid 0.20 10')
    const both = new Tape()
    both.events.push(...tape.events, ...other.events)
    const [cut] = [...cutChunks([await both.chunk()], { markets: new Set([FIRST]), from: null })]
    const rows = Array.from({ length: cut?.events.length ?? 0 }, (_, row) => unpackEvent((cut as Chunk).events, row))
    expect(rows).toEqual(tape.events)
  })

  test('tells the newest definition at the cut', async () => {
    const tape = new Tape()
      .book(0, 'bid 0.40 10')
      .define(10, marketOf(0, { takerFeeBps: 7 }))
      .wait(100)
    const [opening] = [...cutChunks([await tape.chunk()], { markets: new Set([FIRST]), from: after(50) })]
    const [first] = opening?.events.rare ?? []
    expect(first).toMatchObject({ kind: 'market', at: after(50), market: { takerFeeBps: 7 } })
  })
})

describe('a recording in which markets join', () => {
  const stamp = (ms: number) => ({ at: after(ms), receivedAt: after(ms) })
  const joined = (ms: number, takerFeeBps = 200): MarketEvent => ({
    ...stamp(ms),
    kind: 'joined',
    market: marketOf(1, { takerFeeBps }),
  })
  const left = (ms: number, market = SECOND): MarketEvent => ({ ...stamp(ms), kind: 'left', market })
  const cutAt = async (ms: number, ...events: MarketEvent[]) => {
    const tape = new Tape().book(0, 'bid 0.40 10')
    tape.events.push(...events)
    tape.wait(1_000)
    const [opening] = [...cutChunks([await tape.chunk()], { markets: new Set([FIRST, SECOND]), from: after(ms) })]
    return Array.from({ length: opening?.events.length ?? 0 }, (_, row) => unpackEvent(opening!.events, row)).map(event =>
      event.kind === 'joined'
        ? `joined with ${event.market.takerFeeBps}`
        : [event.kind, 'market' in event && typeof event.market === 'number' ? event.market : ''].join(' '),
    )
  }

  test('tells at the cut that one has joined, with its newest definition', async () => {
    const change: MarketEvent = { ...stamp(20), kind: 'market', market: marketOf(1, { takerFeeBps: 7 }) }
    const book = new Tape(0, 1).book(15, 'bid 0.30 5').events
    const books = ['clear 0', 'level 0', 'confirmed 0', 'clear 1', 'level 1', 'confirmed 1']
    expect(await cutAt(50, joined(10), ...book, change)).toEqual(['joined with 7', ...books])
  })

  test('tells that one has left which was there from the beginning, and nothing of one that came and went', async () => {
    expect(await cutAt(50, joined(10), left(20), left(30, FIRST))).toEqual(['left 0'])
    expect(await cutAt(50, joined(10), left(20), joined(30, 9))).toEqual(['joined with 9', 'clear 0', 'level 0', 'confirmed 0'])
    const back: MarketEvent = { ...stamp(20), kind: 'joined', market: marketOf(0) }
    expect((await cutAt(50, left(10, FIRST), back)).map(told => told.split(' ')[0])).toEqual(['market'])
  })
})

test('what references were is told at a cut, each with its last value and its state, and when they were heard', async () => {
  const stamp = (ms: number) => ({ at: after(ms), receivedAt: after(ms) })
  const tape = new Tape().book(0, 'bid 0.40 10')
  tape.events.push(
    { ...stamp(1), kind: 'reference', name: 'btc', value: 1 },
    { ...stamp(2), kind: 'reference', name: 'eth', value: 7 },
    { ...stamp(3), kind: 'reference', name: 'btc', value: 2 },
    { ...stamp(4), kind: 'reference-feed', name: 'eth', state: 'lost', why: 'cut' },
    { ...stamp(5), kind: 'reference-feed', name: 'eth', state: 'lost', why: 'refused' },
    { ...stamp(90), kind: 'reference', name: 'btc', value: 3 },
  )
  const cut = [...cutChunks([await tape.chunk()], { markets: new Set([FIRST]), from: after(50) })]
  const told = cut.flatMap(({ events }) => Array.from({ length: events.length }, (_, row) => unpackEvent(events, row)))
  expect(told.filter(({ kind }) => kind === 'reference' || kind === 'reference-feed')).toMatchObject([
    { name: 'btc', value: 2, receivedAt: after(3) },
    { name: 'eth', value: 7, receivedAt: after(2) },
    { name: 'eth', state: 'lost', why: 'refused', receivedAt: after(4) },
    { name: 'btc', value: 3, receivedAt: after(90) },
  ])
})

describe('a run that begins at a cut decides as the whole run does right after it', () => {
  const btc = (ms: number): MarketEvent => ({ at: after(ms), receivedAt: after(ms), kind: 'reference', name: 'btc', value: 1 })
  const CUT_MS = 1_500
  /** When prints after the cut filled a bid that always stands while it may. */
  const fillsOf = (chunks: Iterable<Chunk>, limits: Changes['limits']): readonly number[] => {
    const options = optionsOf(always({ bid: level(0.45, 10) }), { limits: limits ?? {} })
    const running = createBacktest({
      ...options,
      assignments: options.assignments.map(own => ({ ...own, definition: { ...own.definition, references: ['btc'] } })),
    })
    for (const chunk of chunks) running.add(chunk)
    const fills = running.finish().accounts[0]?.fills ?? []
    return fills.map(({ at }) => (at - after(0)) / 1_000).filter(ms => ms > CUT_MS)
  }

  test.each([
    { what: 'no limit', limits: {}, fills: [1_900, 2_700, 4_200, 5_200] },
    { what: 'a limit of the age of references', limits: { referenceAgeMaxMs: 2_000 }, fills: [1_900, 4_200, 5_200] },
    { what: 'a limit of the age of books', limits: { inputAgeMaxMs: 3_000 }, fills: [1_900, 2_700, 5_200] },
  ])('with $what', async ({ limits, fills }) => {
    const tape = new Tape().book(0, 'bid 0.40 10 / ask 0.60 10')
    tape.events.push(btc(100))
    tape.print(1_900, 'bid 0.44 10').print(2_700, 'bid 0.44 10')
    tape.events.push(btc(4_000))
    tape.print(4_200, 'bid 0.44 10').level(5_000, 'ask 0.60 11')
    tape.events.push(btc(5_000))
    tape.print(5_200, 'bid 0.44 10')
    const whole = [await tape.chunk()]
    const cut = [...cutChunks(whole, { markets: new Set([FIRST]), from: after(CUT_MS) })]
    expect([fillsOf(whole, limits), fillsOf(cut, limits)]).toEqual([fills, fills])
  })
})

test('a shared chunk reads back as what it was', async () => {
  const tape = new Tape()
    .book(0, 'bid 0.40 10 / ask 0.50 10')
    .define(10, marketOf(0, { takerFeeBps: 7 }))
    .print(20, 'bid 0.40 1')
  const chunk = await tape.chunk()
  const opened = openChunk(shareChunk(chunk))
  const rows = (of: Chunk) => Array.from({ length: of.events.length }, (_, row) => unpackEvent(of.events, row))
  expect(rows(opened)).toEqual(rows(chunk))
  expect([opened.batchEnds, opened.byVenueTime]).toEqual([chunk.batchEnds, chunk.byVenueTime])
  expect(opened.events.kind.buffer).toBeInstanceOf(SharedArrayBuffer)
})
