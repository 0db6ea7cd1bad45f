import { afterEach, beforeEach, expect, test } from 'vitest'
import type { RunningExchange } from '../../../src/exchange.js'
import type { MarketEvent } from '../../../src/model/event.js'
import type { Frame } from '../../../src/model/frame.js'
import { createSystemClock } from '../../../src/runtime/system-clock.js'
import { type FeedTimings, NO_TIMINGS } from '../../../src/venues/feed-timings.js'
import { createPredictVenue } from '../../../src/venues/predict/predict-venue.js'
import { type FaultyWire, openFaultyWire } from './faulty-wire.js'
import { openExchange, type Seat, takeSeat, until } from './seat.js'

let exchange: RunningExchange
let wire: FaultyWire
let maker: Seat
const closes: (() => void)[] = []

beforeEach(async () => {
  exchange = await openExchange()
  wire = await openFaultyWire(exchange)
  maker = await takeSeat(exchange, 1, false)
})
afterEach(async () => {
  for (const close of closes.splice(0)) close()
  maker.leave()
  await wire.close()
  await exchange.close()
})

/** Watches all markets through the wire; what was heard becomes events as it comes. */
async function watch(silentBookMs: number, timings: Partial<FeedTimings> = {}) {
  const notices: string[] = []
  const venue = createPredictVenue({
    ...wire.exchange,
    clock: createSystemClock(),
    timings: { ...NO_TIMINGS, silentBookMs, confirmCallsPerMinute: 60_000, ...timings },
    onNotice: (text, fields) => notices.push(`${text} ${JSON.stringify(fields)}`),
  })
  const markets = await venue.markets({ ids: exchange.markets.map(({ id }) => String(id)) })
  const decoder = venue.decoder(markets)
  const events: MarketEvent[] = []
  const subscription = venue.feed(markets).subscribe((frame: Frame) => events.push(...decoder.decode(frame)))
  closes.push(() => {
    subscription.unsubscribe()
    venue.close()
  })
  const said = (kind: string, market: number) =>
    events.filter(event => event.kind === kind && 'market' in event && event.market === market)
  await until(() => (said('clear', 0).length > 0 && said('clear', 1).length > 0 ? true : undefined))
  return { events, said, notices }
}

test('a market whose book moves while its stream is silent becomes suspect by itself, and the link begins again', async () => {
  const seen = await watch(150)
  const [id] = exchange.markets.map(market => market.id)
  // The link lives, heartbeats and the other market come; only this one says nothing any more.
  wire.frame = text => (text.includes(`predictOrderbook/${id}"`) && !text.includes('"type":"R"') ? [] : [text])
  await maker.place({ price: 4_000, shares: 100 })
  const suspect = await until(() => seen.said('feed', 0).find(event => event.kind === 'feed' && event.state === 'suspect'))
  expect(suspect).toMatchObject({ why: 'the book moved while its stream was silent' })
  expect(seen.said('feed', 1).filter(event => event.kind === 'feed' && event.state === 'suspect')).toEqual([])
  expect(seen.notices.some(notice => notice.includes(`silent: ${id}`))).toBe(true)
  // Another link takes its place without darkening anything else, and the market stays dark until its stream speaks.
  await until(() => (wire.opened > 1 ? true : undefined))
  await until(() => (wire.links === 1 ? true : undefined))
  expect(isLive(seen.events, 0)).toBe(false)
  expect(seen.events.some(event => event.kind === 'feed' && event.state === 'lost')).toBe(false)
  wire.frame = text => [text]
  await maker.place({ price: 3_900, shares: 100 })
  await until(() => (isLive(seen.events, 0) ? true : undefined))
  expect(seen.said('level', 0)).toContainEqual(expect.objectContaining({ side: 'bid', price: 3_900 }))
})

/** Whether the last thing that was said of a market’s feed is that a book follows. */
const isLive = (events: readonly MarketEvent[], market: number): boolean =>
  events.findLast(event => (event.kind === 'clear' || event.kind === 'feed') && event.market === market)?.kind === 'clear'

test('a market where nothing happens is proven by REST and stays live', async () => {
  const seen = await watch(60)
  await maker.place({ price: 4_000, shares: 100 })
  await until(() => (seen.said('level', 0).length > 0 ? true : undefined))
  const reads = (): number => wire.calls.filter(call => call === 'GET /v1/markets/orderbooks').length
  const before = reads()
  await until(() => (reads() > before + 3 ? true : undefined))
  expect(seen.events.filter(({ kind }) => kind === 'feed')).toEqual([])
  expect(seen.said('confirmed', 0).length).toBeGreaterThan(1)
  expect(seen.said('confirmed', 1).length).toBeGreaterThan(1)
})

test('a push that is only late makes no market suspect', async () => {
  const seen = await watch(100)
  const [id] = exchange.markets.map(market => market.id)
  const late: string[] = []
  wire.frame = text => {
    if (!text.includes(`predictOrderbook/${id}"`)) return [...late.splice(0), text]
    late.push(text)
    return []
  }
  const before = wire.calls.length
  await maker.place({ price: 4_000, shares: 100 })
  // Asked about by now, within the second that a push may be behind.
  await until(() => (wire.calls.slice(before).includes('GET /v1/markets/orderbooks') ? true : undefined))
  await maker.place({ price: 4_000, shares: 100, market: maker.markets[1]!.index })
  await until(() => (seen.said('level', 1).length > 0 ? true : undefined))
  await until(() => (seen.said('level', 0).length > 0 ? true : undefined))
  expect(seen.events.filter(({ kind }) => kind === 'feed')).toEqual([])
})

test('a crossed book is no book: its market is suspect until a good one comes', async () => {
  const seen = await watch(0)
  const [id] = exchange.markets.map(market => market.id)
  const good = wire.frame
  wire.frame = text =>
    text.includes(`predictOrderbook/${id}"`) && text.includes('"bids"')
      ? [text.replace(/"asks":\[.*?\],"bids":\[.*?\]\]/, '"asks":[[0.4,10]],"bids":[[0.41,10]]')]
      : [text]
  await maker.place({ price: 4_000, shares: 100 })
  const suspect = await until(() => seen.said('feed', 0)[0])
  expect(suspect).toMatchObject({ state: 'suspect', why: 'crossed: bid 0.41, ask 0.4' })
  wire.frame = good
  await maker.place({ price: 3_900, shares: 100 })
  await until(() => (seen.said('clear', 0).length > 1 ? true : undefined))
})

test('a link whose heartbeat does not come is given up, and another one is opened', async () => {
  wire.frame = text => (text.includes('"topic":"heartbeat"') ? [] : [text])
  const seen = await watch(0, { heartbeatEveryMs: 160 })
  const lost = await until(() => seen.said('feed', 0)[0])
  expect(lost).toMatchObject({ state: 'lost', why: 'no heartbeat came for 0.2 s' })
  await until(() => (seen.said('clear', 0).length > 1 ? true : undefined))
})

test('a market without a book is left out, and the others are confirmed all the same', async () => {
  const seen = await watch(60)
  const [gone] = exchange.markets.map(market => market.id)
  wire.answer = (call, _body, query) =>
    call === 'GET /v1/markets/orderbooks' && query.getAll('ids').includes(String(gone)) ? NO_BOOK : null
  await until(() => (seen.notices.some(notice => notice.includes('no book')) ? true : undefined))
  const before = seen.said('confirmed', 1).length
  await until(() => (seen.said('confirmed', 1).length > before + 3 ? true : undefined))
  expect(seen.notices.filter(notice => notice.includes('no book'))).toHaveLength(1)
})

const NO_BOOK = { status: 404, body: '{"success":false,"error":"not_found","message":"Orderbook"}' }

test('comparisons of books stop while hardly a call of their window is left', async () => {
  const seen = await watch(60)
  await until(() => (seen.said('confirmed', 0).length > 1 ? true : undefined))
  const reads = (): number => wire.calls.filter(call => call === 'GET /v1/markets/orderbooks').length
  wire.rate = { limit: 500, remaining: 25, resetSeconds: 1 }
  const told = reads() + 1
  await until(() => (reads() > told ? true : undefined))
  const [scarceFrom, seldom] = [performance.now(), reads()]
  await until(() => (reads() > seldom ? true : undefined))
  expect(performance.now() - scarceFrom).toBeGreaterThan(500)
})
