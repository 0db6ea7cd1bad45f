import { afterEach, beforeEach, expect, test } from 'vitest'
import type { RunningExchange } from '../../../src/exchange.js'
import { USUAL_TIMINGS } from '../../../src/venues/feed-timings.js'
import { type FaultyWire, openFaultyWire } from './faulty-wire.js'
import { openExchange, type Seat, takeSeat, until } from './seat.js'

/** A tenth of the usual; heartbeats come as they always do. */
const PROBE_EVERY_MS = USUAL_TIMINGS.probeEveryMs / 10
/** Ten seconds in the same measure, and what a busy machine takes longer; a heartbeat is missed after 18,750 ms. */
const BOUND_MS = 1_000 + 4_000

let exchange: RunningExchange
let wire: FaultyWire
let seat: Seat

beforeEach(async () => {
  exchange = await openExchange()
  // The server of its sockets answers no pings, ever.
  wire = await openFaultyWire(exchange, false)
  seat = await takeSeat(wire.exchange, 0, true, undefined, { ...USUAL_TIMINGS, probeEveryMs: PROBE_EVERY_MS })
})
afterEach(async () => {
  seat.leave()
  await wire.close()
  await exchange.close()
})

const questions = (): number => wire.subscribed.filter(text => text.includes('predictWalletEvents/')).length
const links = (state: 'live' | 'lost') => seat.reports.filter(report => report.kind === 'link' && report.state === state)
const lostFeeds = () => seat.frames.filter(frame => JSON.stringify(frame).includes('"state":"lost"'))

test('a link that is open on one side only is found where a venue answers no pings, and another one takes its place', async () => {
  // Subscribed once, and then asked again and again, which leaves the link as it is.
  await until(() => (questions() > 4 ? true : undefined))
  expect([links('live').length, links('lost').length, lostFeeds().length]).toEqual([1, 0, 0])
  // REST is well; what the sockets bring is swallowed.
  wire.frame = () => []
  const at = performance.now()
  await until(() => (links('lost').length > 0 && lostFeeds().length > 0 ? true : undefined))
  expect(performance.now() - at).toBeLessThan(BOUND_MS)
  wire.frame = text => [text]
  await until(() => (links('live').length > 1 ? true : undefined))
})

test('a fill that comes while the link is asked is told once', async () => {
  await until(() => (questions() > 4 ? true : undefined))
  await seat.place({ price: 4_000, shares: 20 })
  const maker = await takeSeat(exchange, 1, false)
  await maker.place({ price: 6_000, shares: 20, outcome: 'no', style: 'limit' })
  await seat.heard('settled')
  const asked = questions()
  await until(() => (questions() > asked + 2 ? true : undefined))
  expect(seat.reports.filter(({ kind }) => kind === 'matched')).toHaveLength(1)
  expect(seat.reports.filter(({ kind }) => kind === 'settled')).toHaveLength(1)
  maker.leave()
})
