import { afterEach, beforeEach, expect, test } from 'vitest'
import type { RunningExchange } from '../../../src/exchange.js'
import type { MarketEvent } from '../../../src/model/event.js'
import { createOperator } from '../../exchange/server/operator-client.js'
import { openFaultyWire } from './faulty-wire.js'
import { openExchange, type Seat, takeSeat, until } from './seat.js'

let exchange: RunningExchange
let seat: Seat
beforeEach(async () => {
  exchange = await openExchange()
  seat = await takeSeat(exchange)
})
afterEach(async () => {
  seat.leave()
  await exchange.close()
})

const events = (): readonly MarketEvent[] => {
  const decoder = seat.venue.decoder(seat.markets)
  return seat.frames.flatMap(frame => decoder.decode(frame))
}
const levels = (): readonly string[] =>
  events().flatMap(event =>
    event.kind === 'level' && event.market === 0 ? [`${event.side} ${event.price} ${event.size}`] : [],
  )

test('the snapshot comes first and makes each book live', async () => {
  await until(() => (events().filter(({ kind }) => kind === 'clear').length === 2 ? true : undefined))
  expect(seat.frames[0]?.source).toBe('rest:orderbook')
})

test('markets are spread over links, so that none has more topics than bring their first books', async () => {
  const many = await openExchange({ markets: Array.from({ length: 85 }, (_, place) => ({ question: `Market ${place}?` })) })
  const wire = await openFaultyWire(many)
  const watcher = await takeSeat(wire.exchange, 0, true)
  const decoder = watcher.venue.decoder(watcher.markets)
  const begun = new Set<number>()
  let read = 0
  await until(() => {
    for (const frame of watcher.frames.slice(read)) {
      read++
      for (const event of decoder.decode(frame)) if (event.kind === 'clear') begun.add(event.market)
    }
    return begun.size === 85 ? true : undefined
  })
  const books = wire.subscribed.filter(text => text.includes('predictOrderbook/'))
  expect(books).toHaveLength(85)
  // The fourth is the wallet's own.
  expect(wire.links).toBe(4)
  watcher.leave()
  await wire.close()
  await many.close()
})

test('an order shows in the book, an order for NO on the other side', async () => {
  await seat.place({ price: 4_000, shares: 100 })
  await seat.place({ price: 4_500, shares: 30, outcome: 'no' })
  await until(() => (levels().length >= 2 ? true : undefined))
  expect(levels()).toEqual(expect.arrayContaining(['bid 4000 100000000', 'ask 5500 30000000']))
})

test('each market is told when the exchange goes away', async () => {
  await exchange.close()
  await until(() => (events().some(event => event.kind === 'feed' && event.state === 'lost') ? true : undefined))
  expect(
    events()
      .filter(event => event.kind === 'feed')
      .slice(0, 2)
      .map(event => event.kind === 'feed' && event.market),
  ).toEqual([0, 1])
})

test('a market that ends is told with what it paid', async () => {
  const short = await openExchange({ markets: [{ question: 'Is it over?', endsInMinutes: 0.01, resolvesTo: 0 }] })
  const watcher = await takeSeat(short)
  const decoder = watcher.venue.decoder(watcher.markets)
  let read = 0
  const result = await until(() => {
    for (const frame of watcher.frames.slice(read)) {
      read++
      for (const event of decoder.decode(frame))
        if (event.kind === 'market' && event.market.result !== null) return event.market
    }
    return undefined
  })
  expect(result).toMatchObject({ trading: 'closed', result: { yes: 0 } })
  expect(await watcher.venue.markets({ ids: [result.id] })).toMatchObject([{ trading: 'closed', result: { yes: 0 } }])
  watcher.leave()
  await short.close()
})

test('an end that is moved while the market trades is told', async () => {
  const watcher = await takeSeat(exchange, 0, true, undefined, { definitionsEveryMs: 20 })
  const decoder = watcher.venue.decoder(watcher.markets)
  const endsAt = '2030-01-01T00:00:00.000Z'
  const id = exchange.markets[0]!.id
  await createOperator(exchange).done(`/markets/${id}/end`, { endsAt })
  let read = 0
  const moved = await until(() => {
    const told = watcher.frames.slice(read).flatMap(frame => decoder.decode(frame))
    read = watcher.frames.length
    return told.find(event => event.kind === 'market' && event.market.endsAt === Date.parse(endsAt) * 1_000)
  })
  expect(moved).toMatchObject({ market: { id: String(id) } })
  watcher.leave()
})
