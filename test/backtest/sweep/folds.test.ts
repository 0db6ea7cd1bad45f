import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type EventSpan, eventSpans, splitFolds } from '../../../backtest/sweep/folds.js'
import { MarketIndex } from '../../../src/model/ids.js'
import { Timestamp } from '../../../src/model/time.js'
import { marketOf, Tape } from '../try-backtest.js'

const spans = fc
  .uniqueArray(fc.record({ event: fc.string({ minLength: 1, maxLength: 6 }), from: fc.nat(1_000), lasts: fc.nat(500) }), {
    selector: ({ event }) => event,
    maxLength: 30,
  })
  .map(all =>
    all.map(
      ({ event, from, lasts }, at): EventSpan => ({
        event,
        markets: [MarketIndex.of(at)],
        from: Timestamp.of(from),
        to: Timestamp.of(from + lasts),
      }),
    ),
  )
const options = fc.record({
  folds: fc.integer({ min: 1, max: 10 }),
  trainBlocks: fc.option(fc.integer({ min: 1, max: 5 }), { nil: undefined }),
  embargoUs: fc.nat(50),
})

describe('a split by event', () => {
  test('has no event and no moment on both sides, tests each event at most once, and never the first to end', () => {
    fc.assert(
      fc.property(spans, options, (all, split) => {
        const folds = splitFolds(all, split)
        expect(folds.length).toBeLessThanOrEqual(split.folds)
        const tested = folds.flatMap(({ test: events }) => events.map(({ event }) => event))
        expect(new Set(tested).size).toBe(tested.length)
        for (const { train, test: events, testFrom } of folds) {
          expect(train.length).toBeGreaterThan(0)
          expect(events.length).toBeGreaterThan(0)
          const known = new Set(train.map(({ event }) => event))
          for (const { event, to } of events) {
            expect(known.has(event)).toBe(false)
            expect(to).toBeGreaterThanOrEqual(testFrom)
          }
          for (const { to } of train) expect(to + split.embargoUs).toBeLessThan(testFrom)
        }
      }),
      { seed: 1, numRuns: 500 },
    )
  })

  test('does not depend on the order in which events are found', () => {
    fc.assert(
      fc.property(spans, options, (all, split) => {
        expect(splitFolds(all.toReversed(), split)).toEqual(splitFolds(all, split))
      }),
      { seed: 2 },
    )
  })

  test('trains on what ended before, as many blocks as are asked for', () => {
    const all = [0, 1, 2, 3].map(
      (at): EventSpan => ({
        event: `e${at}`,
        markets: [MarketIndex.of(at)],
        from: Timestamp.of(at * 100),
        to: Timestamp.of(at * 100 + 90),
      }),
    )
    const named = (trainBlocks?: number) =>
      splitFolds(all, { folds: 3, trainBlocks, embargoUs: 0 }).map(
        ({ train, test: events }) =>
          `${train.map(({ event }) => event).join('+')} > ${events.map(({ event }) => event).join('+')}`,
      )
    expect(named()).toEqual(['e0 > e1', 'e0+e1 > e2', 'e0+e1+e2 > e3'])
    expect(named(1)).toEqual(['e0 > e1', 'e1 > e2', 'e2 > e3'])
  })

  test('leaves events that end together in one block, however many there are at a time', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 12 }),
        fc.integer({ min: 1, max: 8 }),
        (rounds, folds) => {
          const all = rounds.flatMap((together, round) =>
            Array.from(
              { length: together },
              (_, at): EventSpan => ({
                event: `e${round}-${at}`,
                markets: [MarketIndex.of(at)],
                from: Timestamp.of(round * 1_000 + at),
                to: Timestamp.of(round * 1_000 + 900 + at),
              }),
            ),
          )
          const split = splitFolds(all, { folds, embargoUs: 0 })
          const [first] = split
          // Nothing that is not among the first to be trained on is left out.
          expect(split.reduce((sum, { test: events }) => sum + events.length, first?.train.length ?? all.length)).toBe(
            all.length,
          )
          if (rounds.length > 1) expect(split.length).toBeGreaterThan(0)
        },
      ),
      { seed: 3 },
    )
  })

  test('has no folds where events end together', () => {
    const span = (event: string, at: number): EventSpan => ({
      event,
      markets: [MarketIndex.of(at)],
      from: Timestamp.of(0),
      to: Timestamp.of(100),
    })
    expect(splitFolds([span('a', 0), span('b', 1)], { folds: 4, embargoUs: 0 })).toEqual([])
    expect(splitFolds([], { folds: 4, embargoUs: 0 })).toEqual([])
  })
})

test('markets of one group are one event, also where the group is told later', async () => {
  const group = { id: 'who wins', isNegRisk: true, isExhaustive: true }
  const markets = [marketOf(0, { group }), marketOf(1), marketOf(2), marketOf(3)]
  const tape = new Tape().book(0, 'bid 0.40 10')
  const other = new Tape(0, 1).define(10, marketOf(1, { group })).book(20, 'bid 0.50 10')
  const third = new Tape(0, 2).book(30, 'bid 0.60 10')
  tape.events.push(...other.events, ...third.events)
  const found = eventSpans(markets, [await tape.chunk()])
  expect(found.map(({ event, markets: of }) => [event, ...of])).toEqual([
    ['who wins', 0, 1],
    ['market m2', 2],
  ])
  expect((found[0]?.to ?? 0) - (found[0]?.from ?? 0)).toBe(20_000)
})

test('rows of references belong to no event', async () => {
  const tape = new Tape().book(10, 'bid 0.40 10').level(20, 'bid 0.41 10')
  const reference = { at: Timestamp.ofMs(9_000), receivedAt: Timestamp.ofMs(9_000) }
  const dark = { kind: 'reference-feed', name: 'btc', state: 'lost', why: 'a test' } as const
  tape.events.push(
    { ...reference, kind: 'reference', name: 'btc', value: 60_000 },
    { ...reference, ...dark },
    ...new Tape(0, 1).book(9_500, 'bid 0.50 10').events,
  )
  const found = eventSpans([marketOf(0), marketOf(1)], [await tape.chunk()])
  expect(found.map(({ event, from, to }) => [event, to - from])).toEqual([
    ['market m0', 10_000],
    ['market m1', 0],
  ])
})
