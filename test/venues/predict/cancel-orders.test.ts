import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { RunningExchange } from '../../../src/exchange.js'
import { openExchange, type Seat, takeSeat } from './seat.js'

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

test('a cancel is on the wire before anything that its caller does in the next moment', async () => {
  const order = seat.sign({ price: 4_000, shares: 100 })
  await seat.gateway.submit(order)
  // The first request for removals opens the connection that is kept for them, which is free again a moment after the answer.
  await seat.gateway.cancel([order.id])
  for (let moment = 0; moment < 3; moment++) await new Promise(resolve => setImmediate(resolve))
  const paths: string[] = []
  const listener = (message: unknown): void =>
    void paths.push((message as { readonly request: { readonly path: string } }).request.path)
  subscribe('undici:client:sendHeaders', listener)
  const answer = seat.gateway.cancel([order.id])
  await new Promise(resolve => setImmediate(resolve))
  expect(paths).toEqual(['/v1/orders/remove-by-hash'])
  unsubscribe('undici:client:sendHeaders', listener)
  expect(await answer).toMatchObject([{ kind: 'removal', answer: 'noop' }])
})
