import { afterEach, beforeEach, expect, test } from 'vitest'
import type { OrderRecord } from '../../src/engine/order-record.js'
import { type RunningExchange, startExchange } from '../../src/exchange.js'
import { Price, Size } from '../../src/model/money.js'
import { keep } from '../../src/model/quote.js'
import { createClient } from '../exchange/server/client.js'
import { type FaultyWire, openFaultyWire } from '../venues/predict/faulty-wire.js'
import { type WalletSession, wakeWallet } from './wallet-session.js'

const pause = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms))
const until = async <T>(look: () => T | undefined): Promise<T> => {
  for (;;) {
    const found = look()
    if (found !== undefined) return found
    await pause(10)
  }
}
/** A look finds something, and another one three seconds later proves it. */
const PATIENCE = 20_000
const LOOK_EVERY_MS = 300

let exchange: RunningExchange
let wire: FaultyWire
let run: WalletSession

beforeEach(async () => {
  exchange = await startExchange({
    crowd: { kind: 'none' },
    rateLimits: null,
    settlementMs: 100,
    markets: [{ question: 'Will it?' }],
  })
  wire = await openFaultyWire(exchange)
  let isWanted = true
  run = await wakeWallet({
    exchange: wire.exchange,
    timings: { probeEveryMs: 20 },
    accountLookEveryMs: LOOK_EVERY_MS,
    decide: ({ book }) => {
      if (!isWanted || book.state !== 'live') return keep()
      isWanted = false
      return book.quote({ bid: { price: Price.of(3_000), size: Size.ofShares(20) } })
    },
  })
})
afterEach(async () => {
  await run.session.stop('the test')
  await run.close()
  await wire.close()
  await exchange.close()
})

const resting = (): Promise<OrderRecord> =>
  until(() => [...run.session.desk.state().orders.values()].find(({ proof }) => proof === 3))
const warnings = (): readonly string[] => run.told.filter(text => text.includes('stream missed a report'))

test(
  'a fill of which a living stream says nothing is found, named and booked to the wei',
  async () => {
    const order = await resting()
    wire.frame = text => (text.includes('orderTransaction') ? [] : [text])
    const client = createClient(exchange, 1)
    await client.login()
    await client.limit({ market: exchange.markets[0]!.id, outcome: 'no', cents: 70, shares: 20 })
    const found = await until(() => run.session.desk.state().orders.get(order.id)?.filled || undefined)
    expect(found).toBe(20n * 10n ** 18n)
    expect(warnings()).toHaveLength(1)
    expect(warnings()[0]).toContain('has settled, but no report said so')
    expect(run.told.filter(text => text.includes('the wallet link was lost'))).toEqual([])
    expect(run.session.desk.state().adjusted).toBe(10_000n * 10n ** 18n)
  },
  PATIENCE,
)

test(
  'an order whose end a living stream keeps to itself is over in time',
  async () => {
    const order = await resting()
    wire.frame = text => (text.includes('orderCancelled') ? [] : [text])
    const client = createClient(exchange)
    await client.login()
    const rows: { order: { hash: string } }[] = (await client.get('/v1/orders')).body.data
    await client.post('/v1/orders/remove-by-hash', { data: { hashes: rows.map(row => row.order.hash) } })
    await until(() => run.session.desk.state().orders.get(order.id)?.endedAt ?? undefined)
    expect(warnings()[0]).toContain(`order ${order.id} does not rest at the venue, but was not reported as ended`)
  },
  PATIENCE,
)

test(
  'looks that agree say nothing and change nothing',
  async () => {
    await resting()
    const before = run.session.desk.state()
    await pause(LOOK_EVERY_MS * 5)
    expect(warnings()).toEqual([])
    expect(run.session.desk.state().orders).toEqual(before.orders)
  },
  PATIENCE,
)
