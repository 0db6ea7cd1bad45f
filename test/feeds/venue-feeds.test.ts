import { describe, expect, it, onTestFinished } from 'vitest'
import type { FeedDefinition, FeedVenue, ReadVenue } from '../../src/feeds/feed-definition.js'
import { feed as market } from '../../src/feeds/market.js'
import { openFeeds } from '../../src/feeds/open-feeds.js'
import { feed as venueFeed } from '../../src/feeds/venue.js'
import type { MarketEvent } from '../../src/model/event.js'
import type { Frame } from '../../src/model/frame.js'
import { createDecoder } from '../../src/protocol/decode.js'
import { readAssetPrice } from '../../src/protocol/read-asset-price.js'
import { feedVenue } from '../../src/runtime/feed-venue.js'
import { NO_TIMINGS } from '../../src/venues/feed-timings.js'
import { createPredictVenue } from '../../src/venues/predict/predict-venue.js'
import { systemWires } from '../../src/venues/wires/system-wires.js'
import { clock, openExchange, takeSeat, until } from '../venues/predict/seat.js'

const READ: ReadVenue = { decoder: createDecoder, readPrice: readAssetPrice }

/** A feed of a real venue, with what it told so far. */
function listen(exchange: Awaited<ReturnType<typeof openExchange>>, definition: FeedDefinition, config: unknown) {
  const open = async () => createPredictVenue({ ...exchange, clock, timings: NO_TIMINGS })
  const first = createPredictVenue({ ...exchange, clock, timings: NO_TIMINGS })
  const venue: FeedVenue & ReadVenue = { ...feedVenue(first, open), ...READ }
  const wires = systemWires(clock)
  const feed = { name: 'it', definition, config: definition.config.parse(config), silentMaxMs: null }
  const feeds = openFeeds([feed], { wires, venue, environment: {} })
  const decoder = feeds.over({ decode: () => [] })
  const frames: Frame[] = []
  const events: MarketEvent[] = []
  const subscription = feeds.frames.subscribe(frame => {
    frames.push(frame)
    events.push(...decoder.decode(frame))
  })
  onTestFinished(() => {
    subscription.unsubscribe()
    first.close()
  })
  const again = (): readonly MarketEvent[] => {
    const second = openFeeds([feed], { wires, venue, environment: {} }).over({ decode: () => [] })
    return frames.flatMap(frame => second.decode(JSON.parse(JSON.stringify(frame)) as Frame))
  }
  const last = () => events.at(-1)
  return { events, frames, last, again, badTexts: feeds.badTexts }
}

const exchangeForTest = async () => {
  const exchange = await openExchange()
  onTestFinished(() => exchange.close())
  return exchange
}

describe('a price that the venue publishes', () => {
  it('comes each second, as raw frames that read the same again', async () => {
    const feed = listen(await exchangeForTest(), venueFeed, { feed: 'BTC' })
    await until(() => (feed.events.length >= 2 ? true : undefined))
    expect(feed.events[0]).toMatchObject({ kind: 'reference', name: 'it', value: expect.any(Number) })
    expect(feed.frames[0]).toMatchObject({ source: 'feed:it', frame: expect.stringContaining('assetPriceUpdate/BTC') })
    expect(feed.again()).toEqual(feed.events)
    expect(feed.badTexts()).toEqual({ it: 0 })
  })

  it('that the venue does not have is lost, with the venue’s word for it', async () => {
    const feed = listen(await exchangeForTest(), venueFeed, { feed: 'NONE' })
    await until(() => feed.last())
    expect(feed.events).toMatchObject([
      { kind: 'reference-feed', state: 'lost', why: expect.stringMatching(/refused its price NONE: \w+/) },
    ])
  })
})

describe('another market of the venue', () => {
  it('is its book’s middle, its own prices or its last trade, dark while there are none', async () => {
    const exchange = await exchangeForTest()
    const id = exchange.markets[0]!.id
    const mid = listen(exchange, market, { id })
    const ask = listen(exchange, market, { id, field: 'ask' })
    const last = listen(exchange, market, { id, field: 'last' })
    const [maker, taker] = [await takeSeat(exchange, 0, false), await takeSeat(exchange, 1, false)]
    onTestFinished(() => {
      maker.leave()
      taker.leave()
    })
    await until(() => (mid.frames.length > 0 && last.frames.length > 0 ? true : undefined))
    await maker.place({ price: 4_000, shares: 50 })
    await until(() => (mid.last()?.kind === 'reference-feed' ? true : undefined))
    expect(mid.last()).toMatchObject({ state: 'suspect', why: 'its market has no two-sided book' })
    await maker.place({ outcome: 'no', price: 4_400, shares: 50 })
    await until(() => (mid.last()?.kind === 'reference' ? true : undefined))
    expect(mid.last()).toMatchObject({ kind: 'reference', name: 'it', value: 4_800 })
    await until(() => (ask.last()?.kind === 'reference' ? true : undefined))
    expect(ask.last()).toMatchObject({ value: 5_600 })
    expect(last.events).toEqual([])
    await taker.place({ price: 5_600, shares: 20, style: 'market' })
    await until(() => (last.last()?.kind === 'reference' ? true : undefined))
    expect(last.last()).toMatchObject({ value: 5_600 })
    for (const feed of [mid, ask, last]) expect(feed.again()).toEqual(feed.events)
  })
})
