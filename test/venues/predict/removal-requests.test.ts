import { afterEach, beforeEach, expect, test } from 'vitest'
import type { RunningExchange } from '../../../src/exchange.js'
import { type FaultyWire, openFaultyWire } from './faulty-wire.js'
import { openExchange, type Seat, takeSeat } from './seat.js'

const REMOVE = '/v1/orders/remove-by-hash'
/** What a venue answers to all that are named in one request with an order that it has not recorded yet. */
const NOT_RECORDED = {
  status: 401,
  body: '{"success":false,"error":"unauthorized","message":"one or more orders do not belong to this wallet"}',
}

let exchange: RunningExchange
let wire: FaultyWire
let seat: Seat

beforeEach(async () => {
  exchange = await openExchange({ faults: [{ kind: 'delay-answer', byMs: 300, when: { route: REMOVE } }] })
  wire = await openFaultyWire(exchange)
  seat = await takeSeat(wire.exchange, 0, false)
})
afterEach(async () => {
  seat.leave()
  await wire.close()
  await exchange.close()
})

async function placeMany(count: number) {
  const orders = Array.from({ length: count }, () => seat.sign({ price: 4_000, shares: 20 }))
  for (const order of orders) expect((await seat.gateway.submit(order)).kind).toBe('accepted')
  return orders.map(({ id }) => id)
}
const removals = (): number => wire.calls.filter(call => call === `POST ${REMOVE}`).length

test('cancels that come while every connection waits for an answer leave together in one request', async () => {
  const ids = await placeMany(60)
  const reports = await Promise.all(ids.map(id => seat.gateway.cancel([id])))
  expect(reports.map(([report]) => report)).toEqual(
    ids.map(order => expect.objectContaining({ kind: 'removal', order, answer: 'removed' })),
  )
  // One for each of the four connections, and all others in the fifth.
  expect(removals()).toBe(5)
  expect(await seat.gateway.openHashes()).toEqual([])
})

test('one order among them that the venue does not know yet holds no other back', async () => {
  const wanted = await placeMany(9)
  const late = seat.sign({ price: 3_000, shares: 20 })
  wanted.splice(6, 0, late.id)
  wire.answer = (call, body) => (call === `POST ${REMOVE}` && body.includes(late.hash) ? NOT_RECORDED : null)
  const reports = (await Promise.all(wanted.map(id => seat.gateway.cancel([id])))).flat()
  expect(reports).toEqual(
    wanted.map(order => expect.objectContaining({ order, answer: order === late.id ? 'silent' : 'removed' })),
  )
  expect(await seat.gateway.openHashes()).toEqual([])
})
