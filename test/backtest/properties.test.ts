import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { constantLatency, drawnLatency } from '../../backtest/latency.js'
import type { BacktestResult } from '../../backtest/result.js'
import { createBacktest } from '../../backtest/run.js'
import { optimistic, pessimistic, probabilistic } from '../../src/exchange/core/fill-models.js'
import { packEvents } from '../../src/model/columns.js'
import type { LevelCause } from '../../src/model/event.js'
import { Price, Size, Wei } from '../../src/model/money.js'
import { keep } from '../../src/model/quote.js'
import { LotBook } from '../exchange/core/lot-book.js'
import { after, always, backtest, type Changes, filledShares, level, marketOf, optionsOf, Tape } from './try-backtest.js'

const ALL = [pessimistic, probabilistic, optimistic]
const RUNS = { numRuns: 40, seed: 7 }

type Move = {
  readonly kind: 'level' | 'print'
  readonly side: 'bid' | 'ask'
  readonly cents: number
  readonly shares: number
  readonly cause: LevelCause
}

/** Rows of a market around 0.50: bids below 0.53, asks above 0.49, so they may cross each other and us. */
const move: fc.Arbitrary<Move> = fc.record({
  kind: fc.constantFrom('level', 'level', 'print'),
  side: fc.constantFrom('bid', 'ask'),
  cents: fc.integer({ min: 0, max: 5 }),
  shares: fc.integer({ min: 0, max: 30 }),
  cause: fc.constantFrom('added', 'removed', 'unexplained'),
})
const moves = fc.array(move, { minLength: 5, maxLength: 80 })

function tapeOf(list: readonly Move[], least: { readonly bid: number; readonly ask: number }, delayMs = 0): Tape {
  const tape = new Tape(delayMs).book(0, 'ask 0.56 20 / ask 0.55 10 / bid 0.50 15 / bid 0.48 30')
  for (const [index, { kind, side, cents, shares, cause }] of list.entries()) {
    const ms = 10 + index * 7
    const price = side === 'bid' ? least.bid + cents : least.ask - cents
    if (kind === 'print') tape.print(ms, `${side} 0.${price} ${shares + 1}`)
    else if (shares === 0) tape.gone(ms, side, price / 100, cause)
    else tape.level(ms, `${side} 0.${price} ${shares}`, cause)
  }
  return tape.wait(20 + list.length * 7)
}

const makesBothSides: Parameters<typeof backtest>[1] = ({ book, position }) => {
  if (book.state !== 'live' || book.touch === null) return keep()
  const lean = Math.round(position.net / 10_000_000) * 100
  const bid = Price.floor(Math.min(book.touch.bid - lean, book.touch.ask - 100), Price.of(100))
  const ask = Price.ceil(Math.max(book.touch.ask - lean, book.touch.bid + 100), Price.of(100))
  return book.quote({ bid: { price: bid, size: level(0.5, 10).size }, ask: { price: ask, size: level(0.5, 10).size } })
}

/** Stands where the other side comes by, larger than all that comes. */
const waitsFor200 = always({ bid: level(0.52, 200), ask: level(0.53, 200) })

const LATE = { latency: constantLatency({ feedMs: 3, entryMs: 9, answerMs: 11 }) }

describe('on random recordings', () => {
  test('a strategy that does not react is filled least by the pessimistic and most by the optimistic model', async () => {
    await fc.assert(
      fc.asyncProperty(moves, async list => {
        const tape = tapeOf(list, { bid: 46, ask: 59 })
        const changes = { models: ALL, limits: { positionMaxShares: 12 } }
        const result = await backtest(tape, always({ bid: level(0.5, 12) }), changes)
        const [least = 0, middle = 0, most = 0] = [0, 1, 2].map(account => filledShares(result, account))
        expect(least).toBeLessThanOrEqual(middle)
        expect(middle).toBeLessThanOrEqual(most)
      }),
      RUNS,
    )
  })

  test('a level fills no more over its whole life than came to it, and a print no more than it printed, but for the optimistic bound', async () => {
    let byLevels = 0
    await fc.assert(
      fc.asyncProperty(moves, fc.constantFrom(makesBothSides, waitsFor200), async (list, decide) => {
        const tape = tapeOf(list, { bid: 47, ask: 56 }, 2)
        const result = await backtest(tape, decide, { models: ALL, ...LATE })
        for (const [index, { fills }] of result.accounts.entries()) {
          const byRow = new Map<string, bigint>()
          for (const { evidence, isMaker, shares } of fills) {
            expect(evidence === null).toBe(!isMaker)
            if (evidence?.kind !== 'level' && evidence?.kind !== 'trade') continue
            const key = evidence.kind === 'level' ? `${evidence.side} ${evidence.price}` : JSON.stringify(evidence)
            byRow.set(key, (byRow.get(key) ?? 0n) + shares)
          }
          const came = cameTo(tape, ALL[index]!.flickerUs)
          for (const [key, shares] of byRow) {
            const level = came.get(key)
            if (level !== undefined) byLevels++
            if (level !== undefined) expect(shares).toBeLessThanOrEqual(Wei.ofSize(Size.ofShares(level)))
            else if (index < 2) expect(shares).toBeLessThanOrEqual(Wei.ofSize((JSON.parse(key) as { size: Size }).size))
          }
        }
      }),
      RUNS,
    )
    expect(byLevels).toBeGreaterThan(60)
  })

  test('the parts of profit add up to what cash and marks moved by, to the wei, with settlements that fail and a result', async () => {
    const ends = fc.constantFrom(0, 0.5, 1, null)
    await fc.assert(
      fc.asyncProperty(moves, ends, fc.integer({ min: 0, max: 60 }), async (list, yes, settlementMs) => {
        const tape = tapeOf(list, { bid: 48, ask: 56 })
        const endMs = 100 + list.length * 7
        if (yes !== null)
          tape.define(endMs, marketOf(0, { trading: 'closed', result: { yes, at: after(endMs) } })).wait(endMs + 500)
        const terms = { settlementUs: settlementMs * 1_000, settles: (match: number) => match % 3 !== 0 }
        const result = await backtest(tape, makesBothSides, { models: ALL, terms, ...LATE })
        for (const { profit, fills, samples } of result.accounts) {
          const { total, spread, drift, settlement, fees, rewards } = profit
          expect(spread + drift + settlement + fees + rewards).toBe(total)
          expect(samples.at(-1)?.equity).toBe(total)
          if (yes !== null) expect(total).toBe(worthOf(fills, yes))
        }
      }),
      RUNS,
    )
  })

  test('the same recording gives the same result, whatever chunks it comes in', async () => {
    await fc.assert(
      fc.asyncProperty(moves, async list => {
        const tape = tapeOf(list, { bid: 47, ask: 56 })
        const changes: Changes = { models: ALL, ...LATE }
        const whole = await backtest(tape, makesBothSides, changes)
        expect((await backtest(tape, makesBothSides, changes)).hash).toBe(whole.hash)
        expect(inPieces(tape, changes).hash).toBe(whole.hash)
      }),
      { ...RUNS, numRuns: 20 },
    )
  })

  test('what comes later changes nothing before it', async () => {
    await fc.assert(
      fc.asyncProperty(moves, moves, async (list, tail) => {
        const until = after(10 + list.length * 7)
        const run = (more: readonly Move[]) => backtest(tapeOf([...list, ...more], { bid: 47, ask: 56 }), makesBothSides, LATE)
        const [one, other] = [await run([]), await run(tail)]
        expect(fillsBefore(other, until)).toEqual(fillsBefore(one, until))
        expect(quotesBefore(other, until)).toEqual(quotesBefore(one, until))
      }),
      { ...RUNS, numRuns: 30 },
    )
  })
})

describe('a strategy', () => {
  test('never sees an event before it has arrived, nor a result before its time', async () => {
    const latency = drawnLatency({ seed: 3, feedMs: [5, 6, 40], entryMs: [1, 2], answerMs: [1, 2] })
    const tape = new Tape(20).book(0, 'ask 0.55 20 / bid 0.50 15')
    for (let ms = 10; ms < 500; ms += 10) tape.level(ms, `bid 0.50 ${15 + ms}`)
    tape.define(500, marketOf(0, { trading: 'closed', result: { yes: 1, at: after(500) } })).wait(600)
    const seen: string[] = []
    await backtest(
      tape,
      ({ book, now, market }) => {
        const shown = book.state === 'live' ? book.sizeAt('bid', Price.of(5_000)) / 1_000_000 - 15 : null
        if (shown !== null && now < after(shown + 25)) seen.push(`level of ${shown} ms at ${now}`)
        if (market.result !== null && now < after(525)) seen.push(`result at ${now}`)
        return keep()
      },
      { latency },
    )
    expect(seen).toEqual([])
  })
})

/** Shares that came to each level of a tape, what came back after a flicker not counted. */
function cameTo({ events }: Tape, flickerUs: number): ReadonlyMap<string, number> {
  const came = new Map<string, number>()
  for (const side of ['bid', 'ask'] as const) {
    const lots = new LotBook(flickerUs)
    for (const event of events)
      if (event.kind === 'level' && event.side === side) lots.show(event.at, event.price, event.size / 1_000_000)
    for (const [price, shares] of lots.came) came.set(`${side} ${price}`, shares)
  }
  return came
}

/** Cash of the fills that settled, and what their shares paid. */
function worthOf(fills: BacktestResult['accounts'][number]['fills'], yes: number): bigint {
  let worth = 0n
  const held = { yes: 0n, no: 0n }
  for (const { isSettled, side, outcome, shares, value, fee } of fills) {
    if (!isSettled) continue
    worth += (side === 'buy' ? -value : value) - (fee.in === 'cash' ? fee.amount : 0n)
    held[outcome] += side === 'buy' ? shares - (fee.in === 'shares' ? fee.amount : 0n) : -shares
  }
  return worth + (held.yes * BigInt(yes * 2) + held.no * BigInt(2 - yes * 2)) / 2n
}

/** Every venue moment a chunk of its own. */
function inPieces({ events }: Tape, changes: Changes): BacktestResult {
  const running = createBacktest(optionsOf(makesBothSides, changes))
  for (let from = 0, to = 1; from < events.length; from = to) {
    for (to = from + 1; events[to]?.receivedAt === events[from]?.receivedAt; ) to++
    const rows = packEvents(events.slice(from, to))
    const batchEnds = Uint32Array.of(to - from)
    running.add({ events: rows, batchEnds, byVenueTime: Uint32Array.from({ length: to - from }, (_, row) => row) })
  }
  return running.finish()
}

const fillsBefore = ({ accounts }: BacktestResult, until: number) => accounts[0]?.fills.filter(({ at }) => at < until)
const quotesBefore = ({ accounts }: BacktestResult, until: number) =>
  accounts[0]?.quotes.filter(({ from }) => from < until).map(({ side, price, size, from }) => ({ side, price, size, from }))
