import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { MarketEvent } from '../../src/model/event.js'
import { plainMarket } from '../../src/model/plain-market.js'
import { Timestamp } from '../../src/model/time.js'
import { createDecoder, FrameSource } from '../../src/protocol/decode.js'
import { readBook } from '../../src/protocol/read-book.js'
import { bookPushId, createBookScanner } from '../../src/protocol/scan-book.js'

const ID = '700123'
const TAIL = ',"settlementsPending":{"asks":[[0.62,20]],"bids":[]},"lastOrderSettled":{"id":"7","price":"0.61"}}}'

type Level = readonly [price: string, size: string]
const column = (levels: readonly Level[]): string => `[${levels.map(([price, size]) => `[${price},${size}]`).join(',')}]`
/** A push as the venue writes it, with numbers as they are given. */
const push = (bids: readonly Level[], asks: readonly Level[], { ms = '1794000001456', tail = TAIL } = {}): string =>
  `{"type":"M","topic":"predictOrderbook/${ID}","data":{"version":1,"marketId":${ID},"updateTimestampMs":${ms},"orderCount":42,` +
  `"asks":${column(asks)},"bids":${column(bids)}${tail}`

/** A blank before a message means nothing to JSON, and makes it one that is not scanned. */
const parsed = (text: string): string => ` ${text}`

function eventsOf(texts: readonly string[]): readonly (readonly MarketEvent[])[] {
  const decoder = createDecoder([plainMarket(ID, 'Will X happen?')])
  return texts.map((frame, at) => decoder.decode({ source: FrameSource.SOCKET, receivedAt: Timestamp.ofMs(at), frame }))
}

const decimal = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 1, max: 9_999 }).map(price => String(price / 10_000)) },
  { weight: 6, arbitrary: fc.integer({ min: 0, max: 2_000_000_000 }).map(size => String(size / 1_000_000)) },
  { weight: 1, arbitrary: fc.double({ min: -1, max: 2e10, noNaN: true }).map(String) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      ...[
        '0',
        '1',
        '01',
        '00.5',
        '.5',
        '5.',
        '0.',
        '-0.5',
        '-0',
        '1e-1',
        '2E3',
        '0.50',
        '0.500000000',
        '0.12345',
        '1.0',
        '9999',
      ],
      ...['800.5000000000001', '3202.2000000000003', '28933.329999999998', '0.0000004', '0.0000006', '999999999.999999'],
      ...[
        '123456789.1234567',
        '1234567890.5',
        '9000000000',
        '9000000001',
        '12345678901234567890',
        'null',
        '"1"',
        '',
        ' 1',
        '[1]',
      ],
    ),
  },
)
/** Mostly a side in its right order, sometimes anything. */
const levelsOf = (direction: 1 | -1) =>
  fc.array(fc.tuple(decimal, decimal), { maxLength: 6 }).chain(levels => {
    const sorted = levels.toSorted(([a], [b]) => (Number(a) - Number(b)) * direction)
    return fc.constantFrom(sorted, sorted, sorted, levels)
  })
const half = (levels: readonly Level[], from: number): Level[] =>
  levels.map(([price, size]) => [
    Number(price) > 0 && Number(price) < 1 ? String(from + Math.floor(Number(price) * 5e3) / 1e4) : price,
    size,
  ])
const tail = fc.constantFrom(
  TAIL,
  TAIL,
  '}}',
  '} }',
  ',"x":{"bids":[]}}}',
  ',"bids":[]}}',
  ',"asks":[[0.9,1]]}}',
  ',"updateTimestampMs":5}}',
  ',"marketId":7}}',
  '},"topic":"predictTrades/700123"}',
  '},"":{"":0}}',
  ',"bids":[]},"":{"":0}}',
  '}}\n',
  '}} x',
  '}',
  '',
  '},}',
  ',}}',
  '5}}',
)
const whole = fc.constantFrom(
  '1794000001456',
  '1794000001456',
  '5',
  '0',
  '-5',
  '5.5',
  '05',
  '1e3',
  '100000000000000',
  '99999999999999',
)
const text = fc
  .record({ bids: levelsOf(-1), asks: levelsOf(1), ms: whole, tail })
  .map(({ bids, asks, ...rest }) => push(half(bids, 0), half(asks, 0.5), rest))
const slip = fc.record({
  at: fc.nat(),
  by: fc.constantFrom('', ',', '[', ']', '{', '}', '"', '0', '7', '.', '-', 'e', ' ', '\\'),
})
const slipped = fc.tuple(text, slip).map(([text, { at, by }]) => {
  const place = at % text.length
  return text.slice(0, place) + by + text.slice(place + 1)
})

test('tells of any text what a parser tells of it, flaws and all', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(text, slipped), { minLength: 1, maxLength: 4 }), texts => {
      expect(eventsOf(texts)).toEqual(eventsOf(texts.map(parsed)))
    }),
    { seed: 11, numRuns: 1_000 },
  )
})

const GOOD = push([['0.4', '5']], [['0.6', '5']])

test.each([
  ['a size beyond any possible holding', push([['0.4', '9000000001']], [])],
  ['a size that a double cannot tell to the millionth', push([['0.4', '8999999999.123457']], [])],
  ['a price of a dollar', push([], [['1', '5']])],
  ['a price of many dollars', push([], [['12.5', '5']])],
  ['a price of nothing', push([['0', '5']], [])],
  ['a crossed book', push([['0.6', '5']], [['0.6', '5']])],
  [
    'sides out of order',
    push(
      [
        ['0.3', '5'],
        ['0.4', '5'],
      ],
      [],
    ),
  ],
  [
    'dust',
    push(
      [
        ['0.4', '0'],
        ['0.3', '0.0000004'],
        ['0.2', '0.0000006'],
      ],
      [],
    ),
  ],
  ['the last push with more behind it', `${GOOD}}`],
  ['the last push, cut short', GOOD.slice(0, -1)],
  ['no side at all', push([], [])],
])('tells of %s what a parser tells of it', (_what, text) => {
  expect(eventsOf([GOOD, text, GOOD])).toEqual(eventsOf([GOOD, text, GOOD].map(parsed)))
  expect(eventsOf([text])).toEqual(eventsOf([parsed(text)]))
})

test('reads the books of the venue, dust and float noise too, without a parser', () => {
  const scan = createBookScanner()
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.integer({ min: 1, max: 4_999 }), { maxLength: 20 }),
      fc.array(fc.double({ min: 0, max: 1e8, noNaN: true }), { minLength: 40, maxLength: 40 }),
      (prices, sizes) => {
        const sized = (price: number, at: number): Level => [String(price / 10_000), String(Math.fround(sizes[at] ?? 0) + 0.1)]
        const falling = prices.toSorted((a, b) => b - a)
        const book = push(
          falling.map(sized),
          falling.toReversed().map((price, at) => sized(price + 5_000, at + 20)),
        )
        expect(scan(book)).toEqual({ id: ID, book: readBook((JSON.parse(book) as { readonly data: unknown }).data) })
      },
    ),
    { seed: 12 },
  )
})

test('leaves to a parser whatever is not a book as the venue writes it', () => {
  const scan = createBookScanner()
  expect(scan(push([], []))).not.toBeNull()
  for (const other of ['', 'null', '{"type":"M","topic":"predictTrades/700123","data":{}}', parsed(push([], []))])
    expect(scan(other)).toBeNull()
})

test('names the market of a push', () => {
  expect(bookPushId(push([], []))).toBe(ID)
  expect(bookPushId('{"type":"M","topic":"predictTrades/700123","data":{}}')).toBeNull()
})
