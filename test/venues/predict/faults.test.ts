import { afterEach, beforeEach, expect, test } from 'vitest'
import type { RunningExchange } from '../../../src/exchange.js'
import type { MarketEvent } from '../../../src/model/event.js'
import { createOperator } from '../../exchange/server/operator-client.js'
import { type FaultyWire, openFaultyWire } from './faulty-wire.js'
import { clock, openExchange, type Seat, takeSeat, until } from './seat.js'

const SHARE = 10n ** 18n
let exchange: RunningExchange
let wire: FaultyWire
const seats: Seat[] = []
const sit = async (account = 0, isListening = true): Promise<Seat> => {
  const seat = await takeSeat(wire.exchange, account, isListening)
  seats.push(seat)
  return seat
}

beforeEach(async () => {
  exchange = await openExchange()
  wire = await openFaultyWire(exchange)
})
afterEach(async () => {
  clock.aheadMs = 0
  for (const seat of seats.splice(0)) seat.leave()
  await wire.close()
  await exchange.close()
})

const CREATE = 'POST /v1/orders'
const REMOVE = 'POST /v1/orders/remove-by-hash'
const refusal = (status: number, error: string, message = '') => ({
  status,
  body: JSON.stringify({ success: false, code: status, error, message }),
})

test('an answer that is lost leaves a doubt, and the same bytes end it', async () => {
  const seat = await sit()
  const signed = seat.sign({ price: 4_000, shares: 100 })
  wire.answer = call => (call === CREATE ? 'cut' : null)
  expect(await seat.gateway.submit(signed)).toMatchObject({ kind: 'unanswered', order: '777-1', what: 'submit' })
  wire.answer = () => null
  expect(await seat.gateway.submit(signed)).toMatchObject({ kind: 'accepted', venueId: expect.stringMatching(/^\d+$/) })
  expect((await seat.gateway.snapshot()).orders).toHaveLength(1)
})

test.each([
  ['a full window', refusal(429, 'too_many'), { kind: 'rejected', slug: 'rate_limited' }],
  ['a venue that restarts', { status: 425, body: '' }, { kind: 'rejected', slug: 'too_early' }],
  ['a proxy that refuses every request', { status: 403, body: '<html>' }, { kind: 'rejected', slug: 'forbidden' }],
  ['an unknown word', refusal(400, 'create_order_new_rule'), { kind: 'rejected', slug: 'create_order_new_rule' }],
  ['a server error', { status: 502, body: '<html>' }, { kind: 'unanswered' }],
  ['a success that cannot be read', { status: 201, body: '{"success":true}' }, { kind: 'unanswered' }],
])('%s is told as what it is', async (_name, answer, expected) => {
  const seat = await sit(0, false)
  wire.answer = call => (call === CREATE ? answer : null)
  expect(await seat.place({ price: 4_000, shares: 100 })).toMatchObject(expected)
  expect(wire.calls.filter(call => call === CREATE)).toHaveLength(1)
})

test('a create with an old token is refused once, and the next one has a new token', async () => {
  const seat = await sit(0, false)
  await seat.place({ price: 4_000, shares: 100 })
  wire.answer = call => (call === CREATE ? refusal(401, 'unauthorized') : null)
  expect(await seat.place({ price: 4_000, shares: 100 })).toMatchObject({ kind: 'rejected', slug: 'unauthorized' })
  wire.answer = () => null
  expect(await seat.place({ price: 4_000, shares: 100 })).toMatchObject({ kind: 'accepted' })
  expect(wire.calls.filter(call => call === 'POST /v1/auth')).toHaveLength(2)
})

test('ten requests without a token make one login', async () => {
  const seat = await sit(0, false)
  await Promise.all(Array.from({ length: 10 }, () => seat.place({ price: 4_000, shares: 100 })))
  expect(wire.calls.filter(call => call === 'POST /v1/auth')).toHaveLength(1)
})

test('a removal with an old token logs in and asks again', async () => {
  const seat = await sit(0, false)
  const { id } = seat.sign({ price: 4_000, shares: 100 })
  let isFirst = true
  wire.answer = call => {
    if (call !== REMOVE || !isFirst) return null
    isFirst = false
    return refusal(401, 'unauthorized', 'the token has expired')
  }
  expect(await seat.gateway.cancel([id])).toMatchObject([{ kind: 'removal', answer: 'noop' }])
})

test('an order that is not recorded yet does not keep the others on the book', async () => {
  const seat = await sit(0, false)
  const orders = Array.from({ length: 5 }, () => seat.sign({ price: 4_000, shares: 100 }))
  for (const order of orders) await seat.gateway.submit(order)
  const young = orders[3]?.hash ?? ''
  wire.answer = (call, body) =>
    call === REMOVE && body.includes(young)
      ? refusal(401, 'unauthorized', 'one or more orders do not belong to this wallet')
      : null
  const reports = await seat.gateway.cancel(orders.map(({ id }) => id))
  const answers = new Map(
    reports.map(report => [report.kind === 'removal' && report.order, report.kind === 'removal' && report.answer]),
  )
  expect([...answers]).toEqual(orders.map(({ id }) => [id, id === orders[3]?.id ? 'silent' : 'removed']))
})

test.each([
  ['locked', (hash: string) => ({ removed: [], noop: [], rejected: [hash] })],
  ['silent', () => ({ removed: [], noop: [], rejected: [] })],
])('a removal during the lock is %s', async (answer, lists) => {
  const seat = await sit(0, false)
  const signed = seat.sign({ price: 4_000, shares: 100 })
  wire.answer = call =>
    call === REMOVE ? { status: 200, body: JSON.stringify({ success: true, ...lists(signed.hash) }) } : null
  expect(await seat.gateway.cancel([signed.id])).toMatchObject([{ kind: 'removal', order: signed.id, answer }])
})

test('a settlement told without its fill is read from the matches', async () => {
  wire.frame = text => {
    const message = JSON.parse(text) as { data?: { type?: string } }
    const type = message.data?.type
    if (type === 'orderTransactionSubmitted') return []
    if (type !== 'orderTransactionSuccess') return [text]
    return [JSON.stringify({ ...message, data: { ...message.data, settlementId: undefined, fill: undefined, fee: undefined } })]
  }
  const [maker, taker] = [await sit(0), await sit(1)]
  await maker.place({ price: 6_000, shares: 100 })
  await taker.place({ price: 4_000, shares: 40, outcome: 'no', style: 'limit' })
  const { fill } = await taker.heard('settled')
  expect(fill).toMatchObject({
    order: '777-1001',
    shares: 40n * SHARE,
    value: 16n * SHARE,
    fee: { in: 'shares', amount: (8n * SHARE) / 10n },
  })
  expect((await maker.heard('settled')).fill).toMatchObject({ order: '777-1', shares: 40n * SHARE, fee: { amount: 0n } })
})

test('a fill told twice is told once', async () => {
  wire.frame = text => (text.includes('orderTransaction') ? [text, text] : [text])
  const [maker, taker] = [await sit(0), await sit(1)]
  await maker.place({ price: 6_000, shares: 100 })
  await taker.place({ price: 4_000, shares: 40, outcome: 'no', style: 'limit' })
  await maker.heard('settled')
  await taker.heard('settled')
  expect(maker.reports.filter(({ kind }) => kind === 'matched' || kind === 'settled')).toHaveLength(2)
})

test('a list cut short is no snapshot', async () => {
  const seat = await sit(0, false)
  wire.answer = call => (call === 'GET /v1/orders' ? { status: 500, body: '' } : null)
  await expect(seat.gateway.snapshot()).rejects.toThrow('GET /v1/orders: an answer that is not JSON (HTTP 500)')
})

test('a rollout is a loss and a return, with a snapshot of what was missed', async () => {
  const seat = await sit()
  wire.hangUp(1001)
  await until(() => (seat.reports.filter(({ kind }) => kind === 'snapshot').length === 2 ? true : undefined))
  const links = seat.reports.flatMap(report => (report.kind === 'link' ? [report.state] : []))
  expect(links).toEqual(['live', 'lost', 'live'])
})

test('after a rollout each book is sent again as a whole', async () => {
  const seat = await sit()
  await seat.place({ price: 4_000, shares: 100 })
  wire.hangUp(1001)
  const events = (): readonly MarketEvent[] => {
    const decoder = seat.venue.decoder(seat.markets)
    return seat.frames.flatMap(frame => decoder.decode(frame))
  }
  const states = () =>
    events().flatMap(event => ('market' in event && event.market === 0 && event.kind !== 'level' ? [event.kind] : []))
  await until(() => (states().length === 3 ? true : undefined))
  expect(states()).toEqual(['clear', 'feed', 'clear'])
})

test('an order placed while the link was down is in the snapshot after it', async () => {
  const [seat, other] = [await sit(0), await sit(0, false)]
  wire.hangUp(1000)
  await other.place({ price: 4_000, shares: 100 })
  const snapshots = () => seat.reports.filter(report => report.kind === 'snapshot')
  await until(() => (snapshots().length === 2 ? true : undefined))
  expect(snapshots()[1]).toMatchObject({ snapshot: { orders: [{ id: '777-1' }] } })
})

test('a token is renewed before it dies, and the wallet is followed with the new one', async () => {
  const [maker, taker] = [await sit(0), await sit(1)]
  clock.aheadMs = 20 * 3_600_000
  const topics = () => wire.subscribed.filter(text => text.includes('"subscribe"') && text.includes('predictWalletEvents'))
  await until(() => (topics().length === 4 ? true : undefined))
  expect(new Set(topics().map(text => /params.*/.exec(text)?.[0])).size).toBe(4)
  clock.aheadMs = 0
  await maker.place({ price: 6_000, shares: 100 })
  await taker.place({ price: 4_000, shares: 40, outcome: 'no', style: 'limit' })
  await maker.heard('settled')
  expect(maker.reports.filter(({ kind }) => kind === 'link')).toHaveLength(1)
})

test('no notice holds a token, a key or a topic', async () => {
  const seat = await sit()
  wire.hangUp(1001)
  await until(() => seat.notices.find(text => text.startsWith('the wallet link was lost')))
  const told = [...seat.notices, ...seat.reports.map(String), ...seat.frames.map(frame => JSON.stringify(frame))].join()
  expect(told).not.toMatch(/eyJ|predictWalletEvents/)
  expect(told).not.toContain(exchange.apiKey)
})

test('a failure that was told while the link was down is found soon after it is back', async () => {
  await exchange.close()
  await wire.close()
  exchange = await openExchange({ settlementFailPercent: 100, settlementMs: 300 })
  wire = await openFaultyWire(exchange)
  const [maker, taker] = [await sit(0), await sit(1, false)]
  wire.frame = text => (text.includes('orderTransactionFailed') ? [] : [text])
  await maker.place({ price: 6_000, shares: 100 })
  await taker.place({ price: 4_000, shares: 100, outcome: 'no', style: 'limit' })
  const matched = await maker.heard('matched')
  wire.hangUp(1011)
  await until(() => (maker.reports.filter(({ kind }) => kind === 'snapshot').length > 1 ? true : undefined))
  clock.aheadMs = 4_000
  expect((await maker.heard('failed')).fill).toEqual(matched.fill)
  expect(maker.reports.filter(({ kind }) => kind === 'settled')).toEqual([])
})

test.each([-3_600_000, 3_600_000])('a fill that no event told of is found with a clock that is %i ms ahead', async aheadMs => {
  clock.aheadMs = aheadMs
  const [maker, taker] = [await sit(0), await sit(1, false)]
  wire.frame = text => (text.includes('orderTransaction') ? [] : [text])
  await maker.place({ price: 6_000, shares: 100 })
  await taker.place({ price: 4_000, shares: 100, outcome: 'no', style: 'limit' })
  for (let fills = 0; fills === 0; ) fills = (await maker.gateway.snapshot()).fills.length
})

test('a wallet topic that is refused because its login has ended is asked for again at once with a new one', async () => {
  const seat = await sit()
  await createOperator(exchange).done('/faults', { kind: 'token-expiry' })
  wire.hangUp(1011)
  await until(() => (seat.reports.filter(({ kind }) => kind === 'snapshot').length > 1 ? true : undefined))
  expect(seat.notices.filter(text => text.startsWith('the wallet link was lost'))).toHaveLength(1)
})
