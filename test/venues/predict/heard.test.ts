import { afterEach, beforeEach, expect, test } from 'vitest'
import type { RunningExchange } from '../../../src/exchange.js'
import { type FaultyWire, openFaultyWire } from './faulty-wire.js'
import { openExchange, type Seat, takeSeat, until } from './seat.js'

const PROBE_MS = 20
/** Long enough that nothing settles while a test looks. */
const NEVER_MS = 600_000
let exchange: RunningExchange
let wire: FaultyWire
const seats: Seat[] = []
const openWith = async (settlementMs: number): Promise<void> => {
  exchange = await openExchange({ settlementMs })
  wire = await openFaultyWire(exchange)
}
const sit = async (account: number, isListening = true): Promise<Seat> => {
  const seat = await takeSeat(wire.exchange, account, isListening, undefined, { probeEveryMs: PROBE_MS })
  seats.push(seat)
  return seat
}
const countOf = (seat: Seat, kind: string): number => seat.reports.filter(report => report.kind === kind).length
const several = (seat: Seat, kind: string): Promise<true> => {
  const before = countOf(seat, kind)
  return until(() => (countOf(seat, kind) > before + 3 ? true : undefined))
}
/** A bid of the maker, filled by the taker by 40 of 100. */
const trade = async (maker: Seat, taker: Seat): Promise<void> => {
  await maker.place({ price: 6_000, shares: 100 })
  await taker.place({ price: 4_000, shares: 40, outcome: 'no', style: 'limit' })
}
const withoutFills = (text: string): readonly string[] => (text.includes('orderTransaction') ? [] : [text])

beforeEach(() => openWith(100))
afterEach(async () => {
  for (const seat of seats.splice(0)) seat.leave()
  await wire.close()
  await exchange.close()
})

test('each answered probe says until when everything was heard: when it left, and behind the snapshot', async () => {
  const seat = await sit(0)
  await several(seat, 'heard')
  const kinds = seat.reports.map(({ kind }) => kind).filter(kind => kind !== 'rate' && kind !== 'offset')
  expect(kinds.slice(0, 2)).toEqual(['link', 'snapshot'])
  const heard = seat.reports.filter(({ kind }) => kind === 'heard')
  for (const [place, { at, receivedAt }] of heard.entries()) {
    expect(at).toBeLessThanOrEqual(receivedAt)
    expect(at).toBeGreaterThanOrEqual(heard[place - 1]?.at ?? 0)
  }
})

test('nothing counts as heard while a snapshot shows a match that cannot be told yet, and its order is named', async () => {
  await exchange.close()
  await wire.close()
  await openWith(NEVER_MS)
  wire.frame = withoutFills
  const [maker, taker] = [await sit(0), await sit(1)]
  await trade(maker, taker)
  expect(await maker.gateway.snapshot()).toMatchObject({ fills: [], unnamed: ['777-1'] })
  wire.hangUp(1011)
  await until(() => (countOf(maker, 'snapshot') > 1 ? true : undefined))
  const before = countOf(maker, 'heard')
  await new Promise(resolve => setTimeout(resolve, 10 * PROBE_MS))
  expect(countOf(maker, 'heard')).toBe(before)
})

test('a match that was told has its name, and another one of the same size has none', async () => {
  await exchange.close()
  await wire.close()
  await openWith(NEVER_MS)
  const [maker, taker] = [await sit(0), await sit(1)]
  await trade(maker, taker)
  await maker.heard('matched')
  expect((await maker.gateway.snapshot()).unnamed).toEqual([])
  await several(maker, 'heard')
  wire.frame = withoutFills
  await taker.place({ price: 4_000, shares: 40, outcome: 'no', style: 'limit' })
  expect((await maker.gateway.snapshot()).unnamed).toEqual(['777-1'])
})

test('a settlement that was not spelled out is read until it is, also where the first read fails', async () => {
  wire.frame = text => {
    const message = JSON.parse(text) as { data?: { type?: string } }
    const type = message.data?.type
    if (type === 'orderTransactionSubmitted') return []
    return type === 'orderTransactionSuccess'
      ? [JSON.stringify({ ...message, data: { ...message.data, fill: undefined } })]
      : [text]
  }
  const [maker, taker] = [await sit(0), await sit(1, false)]
  let reads = 0
  wire.answer = call => (call === 'GET /v1/orders/matches' && ++reads === 1 ? { status: 503, body: '' } : null)
  await trade(maker, taker)
  expect((await maker.heard('settled')).fill.order).toBe('777-1')
  expect(reads).toBeGreaterThan(1)
  await several(maker, 'heard')
}, 20_000)
