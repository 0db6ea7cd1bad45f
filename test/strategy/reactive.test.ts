import {
  asyncScheduler,
  combineLatest,
  concat,
  debounceTime,
  filter,
  take as first,
  from,
  interval,
  map,
  merge,
  mergeMap,
  NEVER,
  type Observable,
  observeOn,
  of,
  pairwise,
  queueScheduler,
  reactive,
  retry,
  scan,
  shareReplay,
  throttleTime,
  timeInterval,
  timestamp,
} from 'oddsmith/reactive'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { plainMarket } from '../../src/model/plain-market.js'
import { type Decision, halt, keep, pull } from '../../src/model/quote.js'
import type { ExplainedStream, ReactiveOptions, ReactiveParts } from '../../src/strategy/reactive.js'
import type { LiveBook } from '../../src/strategy/view.js'
import { accepted, DeskBench, fillOf, level, picture, rows, submitsOf, written } from '../engine/desk-bench.js'

const BOOK = picture('ask 0.60 100 / bid 0.40 100')
const parameters = z.unknown()
type Parts = ReactiveParts<unknown>

/** A desk of one market that is quoted by a stream. */
function benchOf(
  build: (parts: Parts) => Observable<Decision> | ExplainedStream,
  more: Partial<ReactiveOptions<typeof parameters>> = {},
): DeskBench {
  const bench = closedBench(build, more)
  bench.open()
  return bench
}

function closedBench(
  build: (parts: Parts) => Observable<Decision> | ExplainedStream,
  more: Partial<ReactiveOptions<typeof parameters>> = {},
): DeskBench {
  const definition = reactive({ name: 'stream', version: 1, watches: 'touch', parameters, build, ...more })
  const instance = definition.create({}, plainMarket('m0'))
  const { references } = more
  return new DeskBench({ decide: view => instance.decide(view), ...(references !== undefined && { references }) })
}

/** How a strategy failed in its first two turns. */
function failuresOf(build: (parts: Parts) => Observable<Decision> | ExplainedStream): readonly string[] {
  const bench = closedBench(build)
  return [bench.open(), bench.turn({ events: BOOK })].flatMap(messagesOf)
}

const isLive = (book: { readonly state: string }): book is LiveBook => book.state === 'live'
const bidding = (book: LiveBook, price = 0.45): Decision => book.quote({ bid: level(price, 20) })
const messagesOf = ({ faults }: ReturnType<DeskBench['turn']>): readonly string[] => faults.map(({ message }) => message)

/** What a stream was told, with the time in milliseconds since the first. */
const heardOf = (build: (parts: Parts) => Observable<string>, more: Partial<ReactiveOptions<typeof parameters>> = {}) => {
  const heard: string[] = []
  const bench = benchOf(parts => {
    const begun = parts.scheduler.now()
    return build(parts).pipe(
      map(text => {
        heard.push(`${text} at ${Math.round(parts.scheduler.now() - begun)}`)
        return keep()
      }),
    )
  }, more)
  return { bench, heard }
}

describe('a strategy of a stream', () => {
  test('quotes what its stream says, and keeps that until the stream says more', () => {
    const bench = benchOf(({ books }) =>
      books.pipe(
        filter(isLive),
        first(1),
        map(book => bidding(book)),
        later => merge(later, NEVER),
      ),
    )
    expect(submitsOf(bench.turn({ events: BOOK })).map(written)).toEqual(['buy yes 0.45 20'])
    expect(bench.turn({ events: rows('bid 0.41 5') }).commands).toEqual([])
    expect(bench.desk.summary().markets[0]?.decision).toBe('keep')
  })

  test('is told of books, prints, fills, positions and time, each when it changed', () => {
    const { bench, heard } = heardOf(({ books, trades, fills, positions, timer }) =>
      merge(
        fills.pipe(map(fill => `fill ${fill.outcome}`)),
        positions.pipe(map(position => `net ${position.net / 1e6}`)),
        trades.pipe(map(trade => `print ${trade.price}`)),
        books.pipe(map(book => (book.state === 'live' ? `touch ${book.touch?.bid}` : book.state))),
        timer.pipe(map(() => 'asked')),
      ),
    )
    bench.turn({ events: BOOK })
    bench.turn({ timer: true, afterMs: 250 })
    bench.turn({ events: [{ kind: 'trade', market: bench.markets[0]!.index, side: 'bid', ...level(0.4, 3) }] })
    expect(heard).toEqual([
      'net 0 at 0',
      'lost at 0',
      'asked at 0',
      ...['touch 4000 at 1', 'asked at 1'],
      'asked at 251',
      ...['print 4000 at 252', 'touch 4000 at 252', 'asked at 252'],
    ])
  })

  test('hears of its own fills and of the position after them', () => {
    const heard: string[] = []
    const bench = benchOf(({ books, fills, positions }) =>
      merge(
        books.pipe(
          filter(isLive),
          map(book => bidding(book)),
        ),
        fills.pipe(
          map(({ shares }) => void heard.push(`filled ${shares / 10n ** 18n}`)),
          map(keep),
        ),
        positions.pipe(
          map(({ yes }) => void heard.push(`yes ${yes / 1e6}`)),
          map(keep),
        ),
      ),
    )
    const [bid] = submitsOf(bench.turn({ events: BOOK }))
    if (bid === undefined) throw new Error('an order was expected')
    bench.turn({ reports: [accepted(bid), { kind: 'matched', fill: fillOf(bid, 7) }] })
    expect(heard).toEqual(['yes 0', 'filled 7', 'yes 7'])
  })

  test('runs operators of time by the engine’s time, at the moment that each was due', () => {
    const { bench, heard } = heardOf(({ scheduler }) => interval(100, scheduler).pipe(map(count => `tick ${count}`)))
    bench.turn({ events: BOOK })
    bench.turn({ timer: true, afterMs: 98 })
    expect(heard).toEqual([])
    bench.turn({ timer: true, afterMs: 251 })
    expect(heard).toEqual(['tick 0 at 100', 'tick 1 at 200', 'tick 2 at 300'])
  })

  test('debounces and throttles without an end at fractions of a millisecond', () => {
    const { bench, heard } = heardOf(({ books, scheduler }) =>
      merge(
        books.pipe(
          debounceTime(0.1, scheduler),
          map(({ state }) => `settled ${state}`),
        ),
        books.pipe(
          throttleTime(1_000, scheduler),
          map(({ state }) => `let through ${state}`),
        ),
      ),
    )
    for (let i = 0; i < 5; i++) bench.turn({ events: picture(`ask 0.60 ${100 + i} / bid 0.40 100`), afterMs: 10 })
    bench.turn({ timer: true, afterMs: 2_000 })
    expect(heard).toEqual([
      'let through lost at 0',
      'settled lost at 0',
      ...[10, 20, 30, 40].map(at => `settled live at ${at}`),
      'settled live at 50',
    ])
  })

  test('keeps a moment of the book as it was, and reads deeper levels in its own turn only', () => {
    const { bench, heard } = heardOf(({ books }) =>
      books.pipe(
        filter(isLive),
        pairwise(),
        map(([before, now]) => `${before.touch?.bid} to ${now.touch?.bid} of ${now.levels('bid', 9).length}`),
      ),
    )
    bench.turn({ events: BOOK })
    bench.turn({ events: rows('bid 0.42 5') })
    expect(heard.map(text => text.split(' at ')[0])).toEqual(['4000 to 4200 of 2'])
    const late = benchOf(({ books, scheduler }) =>
      books.pipe(
        filter(isLive),
        debounceTime(50, scheduler),
        map(book => pull(`${book.levels('bid', 2).length}`)),
      ),
    )
    late.turn({ events: BOOK })
    expect(messagesOf(late.turn({ timer: true, afterMs: 60 }))).toEqual([
      expect.stringContaining('"levels" of a book is read in a later turn'),
    ])
  })

  test('reads the references that it declares, and no other', () => {
    const bench = benchOf(
      ({ references }) => references('coin').pipe(map(coin => pull(coin.state === 'live' ? `${coin.value}` : coin.why))),
      {
        references: ['coin'],
      },
    )
    bench.turn({ events: [...BOOK, { kind: 'reference', name: 'coin', value: 7 }] })
    bench.turn({ timer: true, afterMs: 1_000 })
    expect(bench.desk.summary().markets[0]?.pulledFor).toBe('7')
    expect(failuresOf(({ references }) => references('stock').pipe(map(keep)))).toEqual([
      'it reads the reference "stock" and declares none: name it in "references" of the strategy',
    ])
  })

  test('answers the last quotes of a turn, and a take before them', () => {
    const bench = benchOf(({ books }) =>
      books.pipe(
        filter(isLive),
        first(1),
        mergeMap(book => concat(of(bidding(book, 0.41), book.take('yes', 'buy', level(0.6, 5)), bidding(book, 0.44)), NEVER)),
      ),
    )
    expect(submitsOf(bench.turn({ events: BOOK })).map(written)).toEqual(['buy yes 0.60 5'])
    expect(submitsOf(bench.turn({ timer: true, afterMs: 250 })).map(written)).toEqual(['buy yes 0.44 20'])
  })
})

describe('a stream that asks for a halt', () => {
  test('halts, and a take that it wanted before in the turn is dropped', () => {
    const bench = benchOf(({ books }) =>
      books.pipe(
        filter(isLive),
        mergeMap(book => of(book.take('yes', 'buy', level(0.6, 5)), halt('enough'))),
      ),
    )
    const turn = bench.turn({ events: BOOK })
    expect(turn).toMatchObject({ commands: [], halt: { rule: 'asked by the strategy test', note: 'enough (market m0)' } })
  })
})

describe('a stream that cannot be followed', () => {
  test('pulls where it has completed, and says so', () => {
    const bench = benchOf(({ books }) =>
      books.pipe(
        filter(isLive),
        first(2),
        map(book => bidding(book)),
      ),
    )
    expect(submitsOf(bench.turn({ events: BOOK }))).toHaveLength(1)
    bench.turn({ events: rows('bid 0.41 5') })
    bench.turn({ timer: true, afterMs: 1_000 })
    expect(bench.desk.summary().markets[0]?.pulledFor).toBe('the stream of stream has completed')
  })

  test('fails as its strategy, with its own error', () => {
    const bench = benchOf(({ books }) =>
      books.pipe(
        filter(isLive),
        map(() => {
          throw new Error('nothing works')
        }),
      ),
    )
    expect(bench.turn({ events: BOOK }).faults).toMatchObject([
      { message: 'nothing works', stack: expect.stringContaining('reactive.test.ts') },
    ])
  })

  test.each<readonly [string, string, (parts: Parts) => Observable<unknown>]>([
    ['debounceTime', 'asyncScheduler', ({ books }) => books.pipe(debounceTime(100))],
    ['interval', 'asyncScheduler', () => interval(100)],
    ['observeOn', 'asyncScheduler', ({ books }) => books.pipe(observeOn(asyncScheduler))],
    [
      'a queue with a delay',
      'queueScheduler',
      ({ books }) => books.pipe(map(() => queueScheduler.schedule(() => undefined, 10))),
    ],
    ['now()', 'asyncScheduler', ({ books }) => books.pipe(map(() => asyncScheduler.now()))],
    ['debounceTime that is tried again', 'asyncScheduler', ({ books }) => books.pipe(debounceTime(100), retry(3))],
    ['timestamp', 'clock', ({ books }) => books.pipe(timestamp())],
    ['timeInterval', 'asyncScheduler', ({ books }) => books.pipe(timeInterval())],
    ['a timed replay', 'clock', ({ books }) => books.pipe(shareReplay(1, 5_000))],
  ])('is refused for %s on rxjs’s own %s, with what to hand it', (_, scheduler, build) => {
    const [message] = failuresOf(parts => build(parts).pipe(map(keep)))
    expect(message).toContain(`"stream" uses rxjs's ${scheduler}, `)
    expect(message).toContain('hand every operator of time the scheduler that "build" is given')
  })

  test('runs timestamp, timeInterval and a timed replay by the engine’s time, where they are handed its scheduler', () => {
    const told: number[] = []
    const bench = benchOf(({ books, scheduler, view }) =>
      books.pipe(
        shareReplay(1, 5_000, scheduler),
        timeInterval(scheduler),
        timestamp(scheduler),
        map(({ timestamp: at, value: { interval } }) => {
          told.push(at - view.now / 1_000, interval)
          return keep()
        }),
      ),
    )
    bench.turn({ events: BOOK })
    bench.turn({ events: rows('bid 0.41 5'), afterMs: 700 })
    expect(told.slice(-2)).toEqual([0, 700])
    expect(messagesOf(bench.turn({ timer: true }))).toEqual([])
  })

  test('tells what its answers came from, where its build gives that beside them', () => {
    const build = ({ books }: Parts): ExplainedStream => {
      const middles = books.pipe(
        filter(isLive),
        map(({ touch }) => touch?.mid ?? 0),
      )
      return { answers: middles.pipe(map(mid => pull(`at ${mid}`))), terms: middles.pipe(map(mid => ({ fair: mid / 10_000 }))) }
    }
    const instance = reactive({ name: 'stream', version: 1, watches: 'touch', parameters, build }).create({}, plainMarket('m0'))
    expect(instance.terms?.()).toEqual({})
    const bench = new DeskBench({ decide: view => instance.decide(view) })
    bench.open()
    bench.turn({ events: BOOK })
    expect(instance.terms?.()).toEqual({ fair: 0.5 })
    bench.turn({ events: rows('bid 0.42 5') })
    expect(instance.terms?.()).toEqual({ fair: 0.51 })
    expect(bench.desk.summary().markets[0]?.pulledFor).toBe('at 5100')
  })

  test('fails by an error of its terms, and by terms that a promise tells out of turn', async () => {
    const failing = (terms: ExplainedStream['terms']) => () => ({ answers: NEVER, terms })
    const broken = of(1).pipe(
      map((): never => {
        throw new Error('no terms')
      }),
    )
    expect(failuresOf(failing(broken))[0]).toBe('no terms')
    const bench = benchOf(failing(from(Promise.resolve({ fair: 0.5 }))))
    bench.turn({ events: BOOK })
    await Promise.resolve()
    await Promise.resolve()
    expect(messagesOf(bench.turn({ timer: true }))).toEqual([expect.stringContaining('told its terms while it was not asked')])
  })

  test('leaves rxjs’s schedulers to everything else in the process', async () => {
    benchOf(() => NEVER)
    const heard = await new Promise(resolve => asyncScheduler.schedule(resolve, 1, undefined))
    expect(heard).toBeUndefined()
    expect(Math.abs(asyncScheduler.now() - Date.now())).toBeLessThan(5_000)
    const stamped: number[] = []
    of(1)
      .pipe(timestamp())
      .subscribe(({ timestamp: at }) => stamped.push(at))
    expect(Math.abs((stamped[0] ?? 0) - Date.now())).toBeLessThan(5_000)
    const atOnce: string[] = []
    queueScheduler.schedule(() => atOnce.push('done'))
    expect(atOnce).toEqual(['done'])
  })

  test('is told that it spoke out of turn, where a promise is in it', async () => {
    const bench = benchOf(() => from(Promise.resolve(pull('now'))))
    bench.turn({ events: BOOK })
    await Promise.resolve()
    await Promise.resolve()
    expect(messagesOf(bench.turn({ timer: true }))).toEqual([
      expect.stringContaining('the stream of "stream" said something while it was not asked'),
    ])
  })

  test('is refused where it is none', () => {
    const build = (() => keep()) as never
    expect(failuresOf(build)).toEqual([
      'expected "build" of "stream" to return an Observable, or { answers, terms } of two, found object',
    ])
  })

  test('ends with a sentence where its period is zero', () => {
    expect(failuresOf(({ scheduler }) => interval(0, scheduler).pipe(map(keep)))).toEqual([
      expect.stringContaining('a period is to be above 0'),
    ])
  })
})

test('quotes that were made of a book go with the book: none comes back with the next one', () => {
  const bench = benchOf(({ books, scheduler }) =>
    books.pipe(
      filter(isLive),
      map(book => bidding(book)),
      debounceTime(100, scheduler),
    ),
  )
  bench.turn({ events: BOOK })
  expect(submitsOf(bench.turn({ timer: true, afterMs: 150 }))).toHaveLength(1)
  bench.turn({ events: rows('bid 0.41 7') })
  const market = bench.markets[0]!.index
  bench.turn({ events: [{ kind: 'feed', market, state: 'lost', why: 'cut' }] })
  bench.turn({ events: [{ kind: 'trade', market, side: 'bid', ...level(0.4, 3) }], afterMs: 200 })
  const back = bench.turn({ events: picture('ask 0.60 100 / bid 0.40 100') })
  expect(submitsOf(back)).toEqual([])
})

test('state that operators keep is the strategy’s own, one for each market', () => {
  const { bench, heard } = heardOf(({ trades, positions }) =>
    combineLatest([trades.pipe(scan(sum => sum + 1, 0)), positions]).pipe(map(([count]) => `${count} prints`)),
  )
  const trade = { kind: 'trade', market: bench.markets[0]!.index, side: 'bid', ...level(0.4, 1) } as const
  bench.turn({ events: [...BOOK, trade, trade] })
  expect(heard).toEqual(['1 prints at 1', '2 prints at 1'])
})
