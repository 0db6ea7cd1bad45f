import { expect, test } from 'vitest'
import type { MarketEvent } from '../../src/model/event.js'
import type { Frame } from '../../src/model/frame.js'
import { MarketIndex } from '../../src/model/ids.js'
import type { Market } from '../../src/model/market.js'
import { plainMarket } from '../../src/model/plain-market.js'
import { Timestamp } from '../../src/model/time.js'
import { createDecoder, FrameSource } from '../../src/protocol/decode.js'

const at = (ms: number): Timestamp => Timestamp.ofMs(ms)

const market = (id = '700123', index = 0): Market => ({
  ...plainMarket(id, 'Will X happen?'),
  index: MarketIndex.of(index),
  takerFeeBps: 200,
})

type Levels = readonly (readonly [unknown, unknown])[]
const socket = (message: unknown, receivedMs = 9_000): Frame => ({
  source: FrameSource.SOCKET,
  receivedAt: at(receivedMs),
  frame: typeof message === 'string' ? message : JSON.stringify(message),
})
const push = (ms: number, bids: Levels, asks: Levels, id = 700123): Frame =>
  socket({
    type: 'M',
    topic: `predictOrderbook/${id}`,
    data: { version: 1, marketId: id, updateTimestampMs: ms, orderCount: 1, bids, asks, lastOrderSettled: null },
  })
const status = (topic: string, data: object): Frame => socket({ type: 'M', topic: `${topic}/700123`, data })
const feed = (state: 'lost' | 'suspect'): Frame => ({
  source: FrameSource.FEED,
  receivedAt: at(9_000),
  event: { kind: 'feed', market: MarketIndex.of(0), state, why: 'the link broke', at: at(9_000), receivedAt: at(9_000) },
})
/** One word an event: what happened to which level. */
const told = (events: readonly MarketEvent[]): readonly string[] =>
  events.map(event => {
    if (event.kind === 'level') return `${event.side} ${event.price} ${event.size}`
    if (event.kind === 'feed') return `${event.state}: ${event.why}`
    return event.kind === 'market' ? `market ${event.market.trading}` : event.kind
  })

test('the first book starts with clear and holds each of its levels', () => {
  const events = createDecoder([market()]).decode(
    push(
      1_000,
      [
        [0.61, 2000],
        [0.6, 1200.25],
      ],
      [[0.62, 1500]],
    ),
  )
  expect(told(events)).toEqual(['clear', 'bid 6100 2000000000', 'bid 6000 1200250000', 'ask 6200 1500000000'])
  expect(events[0]).toMatchObject({ at: at(1_000), receivedAt: at(9_000), market: 0 })
})

test('a later book becomes the levels that changed, those that are gone first', () => {
  const decoder = createDecoder([market()])
  decoder.decode(
    push(
      1_000,
      [
        [0.61, 1],
        [0.6, 2],
      ],
      [
        [0.62, 3],
        [0.64, 4],
      ],
    ),
  )
  const events = decoder.decode(
    push(
      1_001,
      [
        [0.62, 5],
        [0.6, 2],
      ],
      [
        [0.63, 6],
        [0.64, 7],
      ],
    ),
  )
  expect(told(events)).toEqual(['bid 6100 0', 'ask 6200 0', 'bid 6200 5000000', 'ask 6300 6000000', 'ask 6400 7000000'])
  expect(events.every(event => event.kind === 'level' && event.cause === 'unexplained')).toBe(true)
})

test('a book that changed nothing is proven by its best level', () => {
  const decoder = createDecoder([market()])
  decoder.decode(push(1_000, [[0.61, 1]], [[0.62, 3]]))
  expect(told(decoder.decode(push(1_000, [[0.61, 1]], [[0.62, 3]])))).toEqual(['bid 6100 1000000'])
})

test('an older book is dropped', () => {
  const decoder = createDecoder([market()])
  decoder.decode(push(1_000, [[0.61, 1]], []))
  expect(decoder.decode(push(999, [[0.5, 1]], []))).toEqual([])
})

test('the first book after a loss is a whole new one, even with an older time', () => {
  const decoder = createDecoder([market()])
  decoder.decode(push(1_000, [[0.61, 1]], []))
  expect(told(decoder.decode(feed('lost')))).toEqual(['lost: the link broke'])
  expect(told(decoder.decode(push(900, [[0.61, 1]], [])))).toEqual(['clear', 'bid 6100 1000000'])
})

test('the float noise of the wire is rounded to the millionth of a share', () => {
  const events = createDecoder([market()]).decode(
    push(
      1,
      [
        [0.29, 3202.2000000000003],
        [0.28, 1e-7],
      ],
      [[0.57, 28933.329999999998]],
    ),
  )
  expect(told(events)).toEqual(['clear', 'bid 2900 3202200000', 'ask 5700 28933330000'])
})

test.each<readonly [string, Levels, Levels, string]>([
  ['is crossed', [[0.62, 1]], [[0.62, 1]], 'crossed: bid 0.62, ask 0.62'],
  [
    'is out of order',
    [
      [0.6, 1],
      [0.61, 1],
    ],
    [],
    'bids: out of order at 0.61',
  ],
  [
    'names a level twice',
    [],
    [
      [0.6, 1],
      [0.6, 1],
    ],
    'asks: out of order at 0.6',
  ],
  ['has a price beyond a dollar', [], [[1.2, 1]], 'asks: no price: 1.2'],
  ['has a price finer than any tick', [[0.123456, 1]], [], 'bids: no price: 0.123456'],
  ['has a negative size', [[0.5, -1]], [], 'bids: no size: -1'],
  ['has a size that is no number', [[0.5, null]], [], 'bids: no size: null'],
])('a book that %s makes its market suspect, and the next good one is a whole new book', (_name, bids, asks, why) => {
  const decoder = createDecoder([market()])
  decoder.decode(push(1_000, [[0.3, 1]], []))
  expect(told(decoder.decode(push(1_001, bids, asks)))).toEqual([`suspect: ${why}`])
  expect(decoder.decode(push(1_002, bids, asks))).toEqual([])
  expect(told(decoder.decode(push(1_003, [[0.3, 1]], [])))).toEqual(['clear', 'bid 3000 1000000'])
})

test('a push that was cut short makes its own market suspect and no other', () => {
  const decoder = createDecoder([market(), market('700124', 1)])
  const cut = '{"type":"M","topic":"predictOrderbook/700124","data":{"marketId":70'
  expect(decoder.decode(socket(cut))).toMatchObject([{ kind: 'feed', market: 1, state: 'suspect' }])
})

test('a market is decoded from its join until it leaves, by the index that it joined at', () => {
  const decoder = createDecoder([market()])
  const own = (event: object): Frame => ({
    source: FrameSource.FEED,
    receivedAt: at(9_000),
    event: { at: at(9_000), receivedAt: at(9_000), ...event } as MarketEvent,
  })
  expect(decoder.decode(push(1, [[0.4, 5]], [], 700124))).toEqual([])
  expect(told(decoder.decode(own({ kind: 'joined', market: market('700124', 1) })))).toEqual(['joined'])
  const [clear] = decoder.decode(push(2, [[0.4, 5]], [], 700124))
  expect(clear).toMatchObject({ kind: 'clear', market: 1 })
  expect(told(decoder.decode(own({ kind: 'left', market: 1 })))).toEqual(['left'])
  expect(decoder.decode(push(3, [[0.4, 6]], [], 700124))).toEqual([])
  expect(told(decoder.decode(own({ kind: 'joined', market: market('700125', 1) })))).toEqual(['joined'])
  expect(decoder.decode(push(4, [[0.3, 6]], [], 700125))[0]).toMatchObject({ kind: 'clear', market: 1 })
})

test('frames that mean nothing to it are nothing', () => {
  const decoder = createDecoder([market()])
  for (const text of [
    '',
    'null',
    '[]',
    '7',
    '{"type":"R","requestId":1,"success":true}',
    '{"type":"M","topic":"heartbeat","data":1}',
  ])
    expect(decoder.decode(socket(text))).toEqual([])
  expect(decoder.decode(push(1, [], [], 5))).toEqual([])
  expect(decoder.decode({ source: FrameSource.REST_BOOK, receivedAt: at(1), frame: '{"data":null}' })).toEqual([])
})

test('a REST book comes in by the same door, alone or with others', () => {
  const decoder = createDecoder([market(), market('700124', 1)])
  const book = (marketId: number) => ({ marketId, updateTimestampMs: 5, bids: [[0.5, 1]], asks: [] })
  const rest = (data: unknown): Frame => ({
    source: FrameSource.REST_BOOK,
    receivedAt: at(9),
    frame: JSON.stringify({ success: true, data }),
  })
  expect(told(decoder.decode(rest([book(700123), book(700124)])))).toEqual([
    'clear',
    'bid 5000 1000000',
    'clear',
    'bid 5000 1000000',
  ])
  expect(told(decoder.decode(rest(book(700124))))).toEqual(['bid 5000 1000000'])
})

test('a trading status is told once, when it changes', () => {
  const decoder = createDecoder([market()])
  const trading = (tradingStatus: string) => status('predictTradingStatus', { tsMs: 7_000, tradingStatus })
  expect(decoder.decode(trading('OPEN'))).toEqual([])
  expect(decoder.decode(trading('CANCEL_ONLY'))).toMatchObject([
    { kind: 'market', at: at(7_000), market: { trading: 'cancel-only' } },
  ])
  expect(decoder.decode(trading('CANCEL_ONLY'))).toEqual([])
  expect(told(decoder.decode(trading('SOMETHING_NEW')))).toEqual([])
  expect(told(decoder.decode(trading('CLOSED')))).toEqual(['market closed'])
})

test('a paused market stays shut while its trading status says open', () => {
  const decoder = createDecoder([market()])
  expect(told(decoder.decode(status('predictMarketStatus', { tsMs: 1, status: 'PAUSED' })))).toEqual(['market cancel-only'])
  expect(decoder.decode(status('predictTradingStatus', { tsMs: 1, tradingStatus: 'OPEN' }))).toEqual([])
  expect(told(decoder.decode(status('predictMarketStatus', { tsMs: 1, status: 'UNPAUSED' })))).toEqual(['market open'])
})

test('a resolution carries what YES pays', () => {
  const outcomes = (price: number) => [{ indexSet: 1, price, label: 'Yes', onChainId: '1' }]
  const resolved = (price: number) =>
    status('predictMarketStatus', { tsMs: 8_000, status: 'RESOLVED', marketOutcomes: outcomes(price) })
  expect(createDecoder([market()]).decode(resolved(0.5))).toMatchObject([
    { kind: 'market', market: { trading: 'closed', result: { yes: 0.5, at: at(8_000) } } },
  ])
  expect(createDecoder([market()]).decode(resolved(0.97))).toMatchObject([{ market: { trading: 'closed', result: null } }])
})

test('a removed market pays what its outcomes say, and nothing where they say nothing', () => {
  const removed = (marketOutcomes?: object[]) =>
    status('predictMarketStatus', { tsMs: 8_000, status: 'REMOVED', ...(marketOutcomes !== undefined && { marketOutcomes }) })
  const half = [1, 2].map(indexSet => ({ indexSet, price: 0.5, label: `${indexSet}`, onChainId: `${indexSet}` }))
  expect(createDecoder([market()]).decode(removed(half))).toMatchObject([
    { market: { trading: 'closed', result: { yes: 0.5, at: at(8_000) } } },
  ])
  expect(createDecoder([market()]).decode(removed())).toMatchObject([{ market: { trading: 'closed', result: null } }])
  const read = (word: string | null) => {
    const row = {
      ...{ id: 700123, question: 'Up?', tradingStatus: 'CLOSED', status: 'REMOVED', isNegRisk: false, isYieldBearing: false },
      ...{ feeRateBps: 200, decimalPrecision: 2, categorySlug: 'x', marketVariant: 'DEFAULT' },
      outcomes: [1, 2].map(indexSet => ({ name: `${indexSet}`, indexSet, onChainId: `${indexSet}`, status: word })),
    }
    const frame = JSON.stringify({ success: true, data: row })
    return createDecoder([market()]).decode({ source: FrameSource.REST_MARKET, receivedAt: at(9), frame })
  }
  expect(read('VOIDED')).toMatchObject([{ market: { trading: 'closed', result: { yes: 0.5, at: at(9) } } }])
  expect(read(null)).toMatchObject([{ market: { trading: 'closed', result: null } }])
})

test('a definition read by REST brings a new tick, fee, status and result', () => {
  const row = {
    id: 700123,
    question: 'Will X happen?',
    tradingStatus: 'CLOSED',
    status: 'RESOLVED',
    isNegRisk: false,
    isYieldBearing: true,
    feeRateBps: 150,
    decimalPrecision: 3,
    outcomes: [
      { name: 'Up', indexSet: 1, onChainId: '11', status: 'LOST' },
      { name: 'Down', indexSet: 2, onChainId: '12', status: 'WON' },
    ],
    resolution: { indexSet: 2 },
    categorySlug: 'x',
    marketVariant: 'CRYPTO_UP_DOWN',
  }
  const frame: Frame = {
    source: FrameSource.REST_MARKET,
    receivedAt: at(9),
    frame: JSON.stringify({ success: true, data: row }),
  }
  const decoder = createDecoder([market()])
  expect(decoder.decode(frame)).toMatchObject([
    { kind: 'market', market: { tick: 10, takerFeeBps: 150, trading: 'closed', result: { yes: 0, at: at(9) } } },
  ])
  expect(decoder.decode(frame)).toEqual([])
  // A variant is of a market's beginning: where none was known then, as in a log of the first version, reading one is no change.
  const [told] = createDecoder([market()]).decode(frame)
  if (told?.kind !== 'market') throw new Error('a definition was expected')
  expect('variant' in told.market).toBe(false)
  expect(createDecoder([told.market]).decode(frame)).toEqual([])
  const [kept] = createDecoder([{ ...market(), variant: 'DEFAULT' }]).decode(frame)
  expect(kept).toMatchObject({ market: { variant: 'DEFAULT' } })
  if (kept?.kind !== 'market') throw new Error('a definition was expected')
  expect('category' in kept.market).toBe(false)
  expect(createDecoder([kept.market]).decode(frame)).toEqual([])
})

test('a question has no characters that control a terminal or turn its text around', () => {
  const row = {
    ...{ id: 700123, question: '\rWill\u001b[2K\u202e it\u0007\nbe?\u009b ', tradingStatus: 'CLOSED', status: 'REGISTERED' },
    ...{ isNegRisk: false, isYieldBearing: false, feeRateBps: 200, decimalPrecision: 2, categorySlug: 'x' },
    outcomes: [1, 2].map(indexSet => ({ name: `${indexSet}`, indexSet, onChainId: `${indexSet}` })),
  }
  const frame = JSON.stringify({ success: true, data: row })
  const [told] = createDecoder([market()]).decode({ source: FrameSource.REST_MARKET, receivedAt: at(9), frame })
  expect(told).toMatchObject({ market: { question: 'Will [2K  it be?' } })
})

test('a definition tells the price that decides its market, once it is known where that began', () => {
  const row = (variantData: unknown) => ({
    ...{ id: 700123, question: 'Up?', tradingStatus: 'OPEN', status: 'REGISTERED', isNegRisk: false, isYieldBearing: false },
    ...{ feeRateBps: 200, decimalPrecision: 2, categorySlug: 'btc-up', marketVariant: 'CRYPTO_UP_DOWN', variantData },
    outcomes: [1, 2].map(indexSet => ({ name: `${indexSet}`, indexSet, onChainId: `${indexSet}` })),
  })
  const read = (variantData: unknown): Frame => ({
    source: FrameSource.REST_MARKET,
    receivedAt: at(9),
    frame: JSON.stringify({ success: true, data: row(variantData) }),
  })
  const known = { ...market(), variant: 'CRYPTO_UP_DOWN', category: 'btc-up', tags: ['Crypto'] }
  const decoder = createDecoder([known])
  const data = { type: 'CRYPTO_UP_DOWN', priceFeedId: 'BTC' }
  expect(decoder.decode(read(data))).toMatchObject([
    { market: { category: 'btc-up', tags: ['Crypto'], priceFeed: { name: 'BTC', startPrice: null } } },
  ])
  expect(decoder.decode(read({ ...data, startPrice: 61_000.5 }))).toMatchObject([
    { market: { priceFeed: { name: 'BTC', startPrice: 61_000.5 } } },
  ])
  expect(decoder.decode(read({ ...data, startPrice: 61_000.5 }))).toEqual([])
  // What is of another form says nothing, and is no reason to miss the rest.
  const [told] = createDecoder([known]).decode(read('unheard of'))
  expect(told).toMatchObject({ kind: 'market', market: { question: 'Up?' } })
  expect(told?.kind === 'market' && 'priceFeed' in told.market).toBe(false)
})

const trade = (data: object): Frame => socket({ type: 'M', topic: 'predictTrades/700123', data })
const causes = (events: readonly MarketEvent[]): readonly string[] =>
  events.flatMap(event => (event.kind === 'level' ? [`${event.side} ${event.price} ${event.cause}`] : []))

test('a print is a trade, and the decrease that the next book shows of it is traded', () => {
  const decoder = createDecoder([market()])
  decoder.decode(push(1_000, [[0.61, 20]], [[0.63, 10]]))
  const [print] = decoder.decode(trade({ marketId: 700123, price: 0.61, size: 5, side: 'Bid', tsMs: 2_000 }))
  expect(print).toMatchObject({ kind: 'trade', market: 0, side: 'bid', price: 6_100, size: 5_000_000, at: at(2_000) })
  const next = decoder.decode(
    push(
      2_000,
      [[0.61, 15]],
      [
        [0.63, 9],
        [0.64, 1],
      ],
    ),
  )
  expect(causes(next)).toEqual(['bid 6100 traded', 'ask 6300 unexplained', 'ask 6400 unexplained'])
  expect(causes(decoder.decode(push(3_000, [[0.61, 10]], [[0.63, 9]])))).toContain('bid 6100 unexplained')
})

test('prints explain a level that is gone, but not more than they took, and not what an older book shows already', () => {
  const decoder = createDecoder([market()])
  const ask = (price: number, size: number, tsMs: number) => trade({ price, size, side: 'Ask', tsMs })
  decoder.decode(
    push(
      5_000,
      [],
      [
        [0.63, 10],
        [0.64, 10],
        [0.65, 10],
      ],
    ),
  )
  for (const frame of [ask(0.63, 6, 6_000), ask(0.63, 4, 6_001), ask(0.64, 3, 6_001), ask(0.65, 10, 4_000)])
    decoder.decode(frame)
  expect(causes(decoder.decode(push(7_000, [], [[0.64, 5]])))).toEqual([
    'ask 6300 traded',
    'ask 6500 unexplained',
    'ask 6400 unexplained',
  ])
})

test('a print that makes no sense is nothing', () => {
  const decoder = createDecoder([market()])
  const good = { price: 0.5, size: 1, side: 'Bid', tsMs: 1_000 }
  for (const wrong of [
    { price: 1e30 },
    { price: 0.50001 },
    { size: 0 },
    { size: -1 },
    { side: 'yes' },
    { side: 0 },
    { tsMs: '1' },
  ])
    expect(decoder.decode(trade({ ...good, ...wrong }))).toEqual([])
  expect(decoder.decode(trade([]))).toEqual([])
  expect(told(decoder.decode(trade(good)))).toEqual(['trade'])
})

test('a category says when its markets end, as far as they are of this run and it has changed', () => {
  const decoder = createDecoder([market(), market('700124', 1)])
  const category = (endsAt: string | null): Frame => ({
    source: FrameSource.REST_CATEGORY,
    receivedAt: at(9_000),
    frame: JSON.stringify({ data: { slug: 'x', isNegRisk: false, endsAt, markets: [{ id: 700123 }, { id: 1 }] } }),
  })
  const ends = (frame: Frame): readonly unknown[] =>
    decoder.decode(frame).map(event => event.kind === 'market' && [event.market.id, event.market.endsAt])
  expect(ends(category('2026-05-04T12:00:00.000Z'))).toEqual([['700123', at(Date.UTC(2026, 4, 4, 12))]])
  expect(ends(category('2026-05-04T12:00:00.000Z'))).toEqual([])
  expect(ends(category(null))).toEqual([['700123', null]])
  expect(ends({ ...category(null), frame: '{"data":' })).toEqual([])
})
