import { afterEach, beforeEach, expect, test } from 'vitest'
import type { RunningExchange } from '../../../src/exchange.js'
import { type FaultyWire, openFaultyWire } from './faulty-wire.js'
import { openExchange, type Seat, takeSeat, until } from './seat.js'

let exchange: RunningExchange
let wire: FaultyWire
let seat: Seat
beforeEach(async () => {
  exchange = await openExchange()
  wire = await openFaultyWire(exchange)
  seat = await takeSeat(wire.exchange)
  await until(() => (books().length > 0 && snapshots() === 1 ? true : undefined))
})
afterEach(async () => {
  seat.leave()
  await wire.close()
  await exchange.close()
})

const books = (): readonly unknown[] => seat.frames.filter(({ source }) => source === 'rest:orderbook')
const snapshots = (): number => seat.reports.filter(({ kind }) => kind === 'snapshot').length
const losses = (): number =>
  seat.frames.filter(frame => 'event' in frame && frame.event.kind === 'feed' && frame.event.state === 'lost').length +
  seat.reports.filter(report => report.kind === 'link' && report.state === 'lost').length
/** Five of each of two markets, and the wallet's. */
const TOPICS = 11
const subscribed = (): ReadonlySet<string> => new Set(wire.subscribed.map(text => JSON.parse(text).params[0] as string))
const pushes = (): readonly string[] =>
  seat.frames.flatMap(frame => (frame.source === 'socket' && 'frame' in frame ? [frame.frame] : []))

test('a rollout leaves no book dark: another link is up before the old one closes', async () => {
  await until(() => (subscribed().size === TOPICS ? true : undefined))
  const topics = subscribed()
  wire.subscribed.length = 0
  const drained = wire.drain(1_500)
  await until(() => (wire.links === 4 && snapshots() === 2 && subscribed().size === TOPICS ? true : undefined))
  expect(subscribed()).toEqual(topics)
  await seat.place({ price: 4_000, shares: 100 })
  await until(() => (pushes().some(text => text.includes('[0.4,100]')) ? true : undefined))
  await drained
  await until(() => (wire.links === 2 ? true : undefined))
  await seat.place({ price: 4_100, shares: 100 })
  await until(() => (pushes().some(text => text.includes('[0.41,100]')) ? true : undefined))
  expect(losses()).toBe(0)
})

test('what both links bring during the overlap is brought once', async () => {
  const drained = wire.drain(1_500)
  await until(() => (wire.links === 4 && snapshots() === 2 ? true : undefined))
  for (const price of [4_000, 4_100, 4_200]) await seat.place({ price, shares: 100 })
  await until(() => (pushes().some(text => text.includes('[0.42,100]')) ? true : undefined))
  await drained
  const booked = pushes().filter(text => text.includes('predictOrderbook') && text.includes('[0.4,100]'))
  expect(new Set(booked).size).toBe(booked.length)
})

test('a link that is closed with 1001 and no notice is a loss, and another follows', async () => {
  wire.hangUp(1001)
  await until(() => (losses() >= 3 && snapshots() === 2 && books().length > 1 ? true : undefined))
})
