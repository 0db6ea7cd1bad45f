import { expect, test } from 'vitest'
import { startExchange } from '../../src/exchange.js'
import { Price, Size } from '../../src/model/money.js'
import { keep } from '../../src/model/quote.js'
import { findMissing } from '../../src/runtime/find-missing.js'
import { wakeWallet } from '../end-to-end/wallet-session.js'
import { createClient } from '../exchange/server/client.js'
import { createOperator } from '../exchange/server/operator-client.js'

const pause = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms))
const until = async <T>(look: () => T | undefined): Promise<T> => {
  for (;;) {
    const found = look()
    if (found !== undefined) return found
    await pause(10)
  }
}

test('an order whose end was never told is asked for when a snapshot lacks it, and its side is free again', async () => {
  const exchange = await startExchange({ crowd: { kind: 'none' }, rateLimits: null, markets: [{ question: 'Will it?' }] })
  const operator = createOperator(exchange)
  let isWanted = true
  const run = await wakeWallet({
    exchange,
    decide: ({ book }) => {
      if (!isWanted || book.state !== 'live') return keep()
      isWanted = false
      return book.quote({ bid: { price: Price.of(3_000), size: Size.ofShares(20) } })
    },
  })
  try {
    const order = await until(() => [...run.session.desk.state().orders.values()].find(({ proof }) => proof === 3))
    const client = createClient(exchange)
    await client.login()
    const rows: { order: { hash: string } }[] = (await client.get('/v1/orders')).body.data
    await operator.done('/faults', { kind: 'silence', when: { topic: 'wallet' } })
    await client.post('/v1/orders/remove-by-hash', { data: { hashes: rows.map(row => row.order.hash) } })
    await pause(1_100)
    expect(order.endedAt).toBe(null)
    await operator.done('/faults', { kind: 'shutdown-notice', graceMs: 0 })
    await until(() => run.session.desk.state().orders.get(order.id)?.endedAt ?? undefined)
    expect(run.session.desk.state().orders.get(order.id)).toMatchObject({ how: 'canceled' })
    expect(run.session.desk.summary().counts.unknown).toBe(0)
  } finally {
    await run.session.stop('the test')
    await run.close()
    await exchange.close()
  }
}, 10_000)

test('a turn without a snapshot copies no state, however many orders there were', () => {
  const state = (): never => expect.fail('the state was copied')
  const find = (): never => expect.fail('an order was asked for')
  findMissing({ batch: { reports: [] }, state, gateway: { find }, report: () => undefined })
})
