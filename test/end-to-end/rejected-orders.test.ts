import { afterEach, beforeEach, expect, test } from 'vitest'
import type { RunningExchange } from '../../src/exchange.js'
import { Price, Size } from '../../src/model/money.js'
import { pull } from '../../src/model/quote.js'
import type { Strategy } from '../../src/strategy/strategy.js'
import { type FaultyWire, openFaultyWire } from '../venues/predict/faulty-wire.js'
import { openExchange, until } from '../venues/predict/seat.js'
import { type WalletSession, wakeWallet } from './wallet-session.js'

const CREATE = 'POST /v1/orders'

let exchange: RunningExchange
let wire: FaultyWire
let wallet: WalletSession | undefined

beforeEach(async () => {
  exchange = await openExchange({ markets: [{ question: 'Will it rain?' }, { question: 'Will it snow?' }] })
  wire = await openFaultyWire(exchange)
})
afterEach(async () => {
  await wallet?.close()
  wallet = undefined
  await wire.close()
  await exchange.close()
})

/** A bid in each market, one tick higher each quarter of a second. */
const climb: Strategy<unknown>['decide'] = ({ book, market, now }) => {
  const price = 1_000 + (Math.floor(now / 250_000) % 40) * market.tick
  const bid = { price: Price.floor(price, market.tick), size: Size.ofShares(20) }
  return book.state === 'live' ? book.quote({ bid }) : pull('dark')
}

const refuse = (slug: string): void => {
  wire.answer = call => (call === CREATE ? { status: 400, body: JSON.stringify({ success: false, error: slug }) } : null)
}

const start = async (rejectedInARowMax: number): Promise<WalletSession> => {
  const run = await wakeWallet({ exchange: wire.exchange, decide: climb, rejectedInARowMax })
  wallet = run
  await until(() => (run.session.desk.summary().counts.placed > 4 ? true : undefined))
  return run
}

const isHalted = (run: WalletSession): boolean => run.session.desk.state().halt !== null

test('a run whose orders the venue calls wrong halts after as many as its limit allows, and nothing rests', async () => {
  const run = await start(3)
  const before = wire.calls.filter(call => call === CREATE).length
  refuse('create_order_version_not_supported')
  await until(() => (isHalted(run) ? true : undefined))
  const { halt } = run.session.desk.state()
  expect(halt).toMatchObject({ rule: 'rejectedInARowMax', limit: 3, found: 4 })
  expect(halt?.note).toContain('create_order_version_not_supported')
  expect(run.told.join('\n')).toContain('halted by rejectedInARowMax (limit 3, found 4')
  while ((await run.gateway.openHashes()).length > 0) await new Promise(resolve => setTimeout(resolve, 20))
  const sent = wire.calls.filter(call => call === CREATE).length - before
  // One turn may send an order to each market.
  expect(sent).toBeLessThanOrEqual(3 + 2 + 2)
  await new Promise(resolve => setTimeout(resolve, 700))
  expect(wire.calls.filter(call => call === CREATE).length - before).toBe(sent)
})

test('orders that are refused for their market, their money or calls halt nothing', async () => {
  const run = await start(2)
  const slugs = ['create_order_market_not_trading', 'create_order_insufficient_collateral_balance', 'unavailable']
  for (const slug of slugs) {
    const before = wire.calls.filter(call => call === CREATE).length
    refuse(slug)
    await until(() => (wire.calls.filter(call => call === CREATE).length > before + 4 ? true : undefined))
    expect(isHalted(run)).toBe(false)
  }
  const { placed } = run.session.desk.summary().counts
  wire.answer = () => null
  await until(() => (run.session.desk.summary().counts.placed > placed + 2 ? true : undefined))
})
