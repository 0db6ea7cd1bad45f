import { expect, test } from 'vitest'
import { createToldOrders } from '../../src/keeper/told-orders.js'
import { OrderId } from '../../src/model/ids.js'
import { hash } from '../journal/lines.js'

const order = (counter: number, expiresAtMs: number) => [OrderId.of(7, counter), hash(counter), expiresAtMs] as const

test('orders that may rest are those that were sent, are not gone and have not expired; the newest come first', () => {
  const told = createToldOrders()
  expect(told.lastExpiryMs).toBe(0)
  told.sent([order(1, 1_000), order(2, 5_000), order(3, 9_000), order(4, 4_000)])
  told.gone([OrderId.of(7, 3)])
  expect(told.alive(2_000).map(({ id }) => id)).toEqual([OrderId.of(7, 4), OrderId.of(7, 2)])
  // One that was gone may have been told of wrongly: the end of all counts it.
  expect(told.lastExpiryMs).toBe(9_000)
})

test('remembers a few thousand and forgets the oldest', () => {
  const told = createToldOrders()
  for (let counter = 1; counter <= 5_000; counter++) told.sent([order(counter, 10_000)])
  const alive = told.alive(0)
  expect([alive.length, alive.at(-1)?.id]).toEqual([4_000, OrderId.of(7, 1_001)])
})
