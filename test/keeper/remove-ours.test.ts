import { afterEach, beforeEach, expect, test } from 'vitest'
import type { RunningExchange } from '../../src/exchange.js'
import { removeOurs } from '../../src/keeper/remove-ours.js'
import { createToldOrders } from '../../src/keeper/told-orders.js'
import { createSigner } from '../../src/protocol/sign.js'
import { createRemover } from '../../src/venues/predict/remover.js'
import { type FaultyWire, openFaultyWire } from '../venues/predict/faulty-wire.js'
import { clock, EPOCH, openExchange, type Seat, takeSeat } from '../venues/predict/seat.js'

let exchange: RunningExchange
let wire: FaultyWire
let seat: Seat
beforeEach(async () => {
  exchange = await openExchange()
  wire = await openFaultyWire(exchange)
  seat = await takeSeat(exchange, 0, false)
})
afterEach(async () => {
  seat.leave()
  await wire.close()
  await exchange.close()
})

const hashOf = ({ body }: { body: Uint8Array }): string => JSON.parse(new TextDecoder().decode(body)).data.order.hash

async function remove(options: {
  apartMs?: number
  epoch?: number
  token?: string | null
  hasKey?: boolean
  told?: ReturnType<typeof createToldOrders>
  /** Time passes only where the removal waits. */
  isTimeVirtual?: boolean
}) {
  const { epoch = EPOCH, told = createToldOrders(), hasKey = false } = options
  const token = options.token === undefined ? await seat.gateway.watcherToken() : options.token
  const privateKey = exchange.accounts[0]?.privateKey ?? ''
  const said: string[] = []
  const remover = createRemover({
    ...{ baseUrl: wire.exchange.baseUrl, apiKey: exchange.apiKey, epoch, clock },
    token: () => token,
    signer: hasKey ? async () => createSigner({ privateKey, chainId: exchange.chainId }) : null,
    onNotice: text => said.push(text),
  })
  let looks = 0
  let now = 0
  const virtual = { monotonicMs: () => now, pause: (ms: number) => Promise.resolve((now += ms)) }
  const removal = await removeOurs({
    ...{ remover, told, orderLifeMs: 60_000, clockAllowanceMs: 2_000, wallMs: Date.now, say: (_, text) => said.push(text) },
    // A login that is refused for good would be tried until every order has expired.
    apartMs: options.apartMs ?? 500,
    ...(options.isTimeVirtual === true && virtual),
    isOver: () => token === null && !hasKey && ++looks > 3,
  })
  remover.close()
  return { ...removal, said }
}

test('removes what the list shows, and believes it when it was empty twice, and as far apart as it must be', async () => {
  for (const price of [3_000, 3_100, 3_200]) expect((await seat.place({ price, shares: 20 })).kind).toBe('accepted')
  const from = performance.now()
  expect(await remove({ apartMs: 2_000 })).toMatchObject({ removed: 3, open: [], strangers: [], how: 'empty' })
  expect(performance.now() - from).toBeGreaterThan(2_000)
  expect(await seat.gateway.openHashes()).toEqual([])
})

test('orders that the daemon told of are asked to leave before the list is read, those that never arrived beside them', async () => {
  const orders = [3_000, 3_100, 3_200].map(price => seat.sign({ price, shares: 20 }))
  for (const order of orders.slice(0, 2)) await seat.gateway.submit(order)
  const told = createToldOrders()
  told.sent(orders.map(order => [order.id, order.hash, Date.now() + 60_000]))
  expect(await remove({ told })).toMatchObject({ removed: 2, open: [], how: 'empty' })
  expect(wire.calls.find(call => call.includes('/orders'))).toBe('POST /v1/orders/remove-by-hash')
})

test('where all have expired before the list could be empty twice, one empty list is proof; an unread list is none', async () => {
  const order = seat.sign({ price: 3_000, shares: 20 })
  const told = createToldOrders()
  told.sent([[order.id, order.hash, Date.now() + 1_000]])
  const early = { told, apartMs: 6_000, isTimeVirtual: true }
  expect(await remove(early)).toMatchObject({ removed: 0, open: [], how: 'expired', isNoneLeft: true })
  expect(await remove({ ...early, token: null })).toMatchObject({ open: null, isNoneLeft: false })
})

test('an order that was on its way when the list was first empty is found by the second look', async () => {
  const late = seat.sign({ price: 3_000, shares: 20 })
  setTimeout(() => void seat.gateway.submit(late), 1_000)
  expect(await remove({ apartMs: 2_000 })).toMatchObject({ removed: 1, open: [], how: 'empty' })
})

test('orders of another journal are named and not touched', async () => {
  const order = seat.sign({ price: 3_000, shares: 20 })
  await seat.gateway.submit(order)
  const removal = await remove({ epoch: EPOCH + 1 })
  expect(removal).toMatchObject({ removed: 0, open: [], strangers: [hashOf(order)], how: 'empty' })
  expect(removal.said.join()).toContain('is not of this journal and is left where it is')
  expect(await seat.gateway.openHashes()).toEqual([hashOf(order)])
})

test('an order of another journal that has gone by the last look is not told as open', async () => {
  const order = seat.sign({ price: 3_000, shares: 20 })
  await seat.gateway.submit(order)
  setTimeout(() => void seat.gateway.cancel([order.id]), 700)
  const removal = await remove({ epoch: EPOCH + 1, apartMs: 2_000 })
  expect(removal).toMatchObject({ strangers: [], how: 'empty' })
  expect(removal.said.join()).toContain('is not of this journal and is left where it is')
})

test('where the key is at hand, a refused login is followed by a new one; where it is not, that is said', async () => {
  await seat.place({ price: 3_000, shares: 20 })
  const refused = await remove({ token: null })
  expect(refused).toMatchObject({ open: null, how: 'over' })
  expect(refused.said.join()).toContain('the venue refuses the keeper’s login')
  expect(await remove({ token: 'no.such.token', hasKey: true })).toMatchObject({ removed: 1, open: [], how: 'empty' })
})

test('a venue that takes no calls for a moment is asked again when it does', async () => {
  await seat.place({ price: 3_000, shares: 20 })
  let refusals = 3
  wire.answer = call => (call.includes('/orders') && refusals-- > 0 ? { status: 429, body: '{}' } : null)
  expect(await remove({})).toMatchObject({ removed: 1, open: [], how: 'empty' })
})
