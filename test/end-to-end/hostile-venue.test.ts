import { afterEach, beforeEach, expect, test } from 'vitest'
import type { RunningExchange } from '../../src/exchange.js'
import { Price, Size } from '../../src/model/money.js'
import { pull } from '../../src/model/quote.js'
import type { Strategy } from '../../src/strategy/strategy.js'
import { type FaultyWire, openFaultyWire } from '../venues/predict/faulty-wire.js'
import { openExchange, type Seat, takeSeat, until } from '../venues/predict/seat.js'
import { type WalletSession, wakeWallet } from './wallet-session.js'

let exchange: RunningExchange
let wire: FaultyWire
let wallet: WalletSession | undefined
const unhandled: unknown[] = []
const onUnhandled = (reason: unknown): void => void unhandled.push(reason)

beforeEach(async () => {
  exchange = await openExchange({ markets: [{ question: 'Will it rain?' }] })
  wire = await openFaultyWire(exchange)
  unhandled.length = 0
  process.on('unhandledRejection', onUnhandled)
  process.on('uncaughtException', onUnhandled)
})
afterEach(async () => {
  process.off('unhandledRejection', onUnhandled)
  process.off('uncaughtException', onUnhandled)
  await wallet?.close()
  wallet = undefined
  await wire.close()
  await exchange.close()
})

/** Follows the best bid of the others two ticks below, so that each move of theirs is a cancel and a create of ours. */
const follow: Strategy<unknown>['decide'] = ({ book, market }) => {
  if (book.state !== 'live') return pull('dark')
  const best = book.best('bid')
  if (best === null) return pull('nothing to follow')
  return book.quote({ bid: { price: Price.floor(best.price - 2 * market.tick, market.tick), size: Size.ofShares(20) } })
}

const megabytes = (count: number): string => 'x'.repeat(count * 1024 * 1024)
const HOSTILE: readonly (readonly [string, { readonly status: number; readonly body: string }])[] = [
  ['truncated JSON', { status: 200, body: '{"success":true,"data":{"orderId":"1' }],
  ['wrong types', { status: 200, body: '{"success":"yes","data":[7,null],"removed":{},"noop":3,"cursor":{}}' }],
  ['an HTML page with 403', { status: 403, body: '<html><body>Attention required</body></html>' }],
  ['an HTML page with 200', { status: 200, body: '<!doctype html><p>hello' }],
  ['a restart', { status: 425, body: '' }],
  ['a full window', { status: 429, body: '{"success":false,"error":"too_many"}' }],
  ['a server error', { status: 500, body: '{"success":false}' }],
  ['a bad gateway', { status: 502, body: '<html>502' }],
  ['a body of 20 megabytes', { status: 200, body: `{"data":"${megabytes(20)}"}` }],
  [
    'numbers beyond any',
    { status: 200, body: '{"data":{"orderId":1e308,"removalLockedUntil":-1e30},"removed":[1e99],"noop":[]}' },
  ],
  ['nothing at all', { status: 204, body: '' }],
  ['null', { status: 200, body: 'null' }],
]

/** Moves another trader's best bid once. */
async function move(maker: Seat, price: number): Promise<void> {
  const answer = await maker.place({ price, shares: 50 })
  expect(answer.kind).toBe('accepted')
}

test('whatever the venue answers to creates, removals and reads, the daemon goes on, and quotes again once it is sane', async () => {
  const maker = await takeSeat(exchange, 1, false)
  const run = await wakeWallet({
    exchange: wire.exchange,
    decide: follow,
    timings: { silentBookMs: 40, confirmCallsPerMinute: 6_000, definitionsEveryMs: 40 },
  })
  wallet = run
  await move(maker, 1_000)
  await until(() => (run.journal.rows.orders(1).length > 0 ? true : undefined))
  let price = 1_000
  for (const [, answer] of HOSTILE) {
    const before = wire.calls.length
    wire.answer = call => (call.includes('/v1/auth') || call === 'POST /rpc' ? null : answer)
    await move(maker, (price += 200))
    await until(() => (wire.calls.length > before + 2 ? true : undefined))
    wire.answer = () => null
  }
  await move(maker, 6_000)
  const quoted = await until(() => run.journal.rows.orders(1).find(order => order.price === 5_800))
  expect(quoted).toMatchObject({ side: 'buy', outcome: 'yes' })
  expect(unhandled).toEqual([])
  // Every doubt ends by the venue's own word: nothing rests, and the books agree to the wei.
  expect(await run.session.stop('the test')).toMatchObject({ open: 0, differences: [] })
  maker.leave()
}, 120_000)

test('a link that breaks comes back through logins, node reads and lists that make no sense', async () => {
  const maker = await takeSeat(exchange, 1, false)
  const run = await wakeWallet({ exchange: wire.exchange, decide: follow })
  wallet = run
  await move(maker, 3_000)
  await until(() => run.journal.rows.orders(1).find(order => order.price === 2_800))
  let asked = 0
  wire.answer = () => HOSTILE[asked++ % HOSTILE.length]?.[1] ?? null
  wire.hangUp(1001)
  await until(() => (asked > 6 ? true : undefined))
  wire.answer = () => null
  await move(maker, 4_000)
  await until(() => run.journal.rows.orders(1).find(order => order.price === 3_800))
  expect(unhandled).toEqual([])
  expect(run.told.filter(text => /was lost/.test(text)).length).toBeGreaterThan(1)
  expect(await run.session.stop('the test')).toMatchObject({ open: 0, differences: [] })
  maker.leave()
})

const FRAMES: readonly (readonly [string, (id: number) => string])[] = [
  ['truncated JSON', id => `{"type":"M","topic":"predictOrderbook/${id}","data":{"bids":[[0.4`],
  ['wrong types', id => JSON.stringify({ type: 'M', topic: `predictOrderbook/${id}`, data: { bids: 'none', asks: 7 } })],
  [
    'numbers beyond any',
    id =>
      `{"type":"M","topic":"predictOrderbook/${id}","data":{"updateTimestampMs":1e300,"bids":[[1e30,1e300]],"asks":[[-1,-1e30]]}}`,
  ],
  ['HTML', () => '<html>bye</html>'],
  ['a deep list', () => '['.repeat(50_000)],
  ['null', () => 'null'],
  ['a frame of 10 megabytes', () => `{"type":"M","topic":"x","data":"${megabytes(10)}"}`],
  ['a heartbeat without a number', () => '{"type":"M","topic":"heartbeat","data":{}}'],
  ['a reply without a request', () => '{"type":"R","requestId":999999,"success":false,"error":{"code":7}}'],
  ['a wallet event of nothing', () => '{"type":"M","topic":"predictWalletEvents/x","data":{"type":"orderTransactionSuccess"}}'],
]

test.each(FRAMES)('a socket that says %s ends as a dark book or a new link, and the daemon quotes again', async (_, frame) => {
  const maker = await takeSeat(exchange, 1, false)
  const run = await wakeWallet({ exchange: wire.exchange, decide: follow })
  wallet = run
  const id = exchange.markets[0]?.id ?? 0
  wire.frame = text => (text.includes('"type":"M"') && !text.includes('heartbeat') ? [frame(id), text] : [text])
  await move(maker, 3_000)
  await until(() => (run.session.counts.events > 3 ? true : undefined))
  wire.frame = text => [text]
  await move(maker, 4_000)
  await until(() => run.journal.rows.orders(1).find(order => order.price === 3_800))
  expect(unhandled).toEqual([])
  expect(await run.session.stop('the test')).toMatchObject({ open: 0, differences: [] })
  maker.leave()
})
