import { afterEach, beforeEach, expect, test } from 'vitest'
import type { RunningExchange } from '../../../src/exchange.js'
import { MarketIndex } from '../../../src/model/ids.js'
import { Wei } from '../../../src/model/money.js'
import type { Snapshot } from '../../../src/model/report.js'
import { Timestamp } from '../../../src/model/time.js'
import { openExchange, type Seat, takeSeat, until } from './seat.js'

const FIRST = MarketIndex.of(0)
const SHARE = 10n ** 18n

let exchange: RunningExchange
const seats: Seat[] = []
const sit = async (account = 0, isListening = true): Promise<Seat> => {
  const seat = await takeSeat(exchange, account, isListening)
  seats.push(seat)
  return seat
}

beforeEach(async () => {
  exchange = await openExchange()
})
afterEach(async () => {
  for (const seat of seats.splice(0)) seat.leave()
  await exchange.close()
})

test('begins with a live link and the whole account', async () => {
  const seat = await sit()
  expect(seat.reports.filter(({ kind }) => kind !== 'rate').map(({ kind }) => kind)).toEqual(['link', 'snapshot'])
  const { snapshot } = await seat.heard('snapshot')
  expect(snapshot).toMatchObject({ orders: [], cash: 10_000n * SHARE, fills: [] })
  expect(snapshot.shares.get(FIRST)).toEqual({ yes: 0n, no: 0n })
})

test('an order that rests is accepted, shown and removed', async () => {
  const seat = await sit()
  const accepted = await seat.place({ price: 4_000, shares: 100 })
  expect(accepted).toMatchObject({ kind: 'accepted', lockedUntil: null })
  const { orders } = await seat.gateway.snapshot()
  expect(orders).toMatchObject([
    { id: '777-1', market: 0, outcome: 'yes', side: 'buy', price: 4_000, size: 100_000_000, filled: 0n },
  ])
  const [order] = orders
  expect(await seat.gateway.cancel([order?.id ?? order!.hash])).toMatchObject([
    { kind: 'removal', order: '777-1', answer: 'removed' },
  ])
  expect(await seat.heard('ended')).toMatchObject({ order: '777-1', how: 'canceled' })
  expect(await seat.gateway.cancel([order!.id!])).toMatchObject([{ kind: 'removal', answer: 'noop' }])
})

test('every kind of market is signed for its own contract', async () => {
  const seat = await sit()
  expect(seat.markets.map(({ tick }) => tick)).toEqual([100, 10])
  expect(await seat.place({ market: MarketIndex.of(1), price: 4_010, shares: 100, outcome: 'no' })).toMatchObject({
    kind: 'accepted',
  })
})

test('the same bytes sent twice prove the order and make no second one', async () => {
  const seat = await sit()
  const signed = seat.sign({ price: 4_000, shares: 100 })
  const first = await seat.gateway.submit(signed)
  const second = await seat.gateway.submit(signed)
  expect(second).toMatchObject({ kind: 'accepted', venueId: first.kind === 'accepted' ? first.venueId : '' })
  expect((await seat.gateway.snapshot()).orders).toHaveLength(1)
})

test('a refusal comes with the word of the venue', async () => {
  const seat = await sit()
  expect(await seat.place({ price: 100, shares: 1 })).toMatchObject({ slug: 'create_order_min_order_value_not_met' })
  expect(await seat.place({ price: 5_000, shares: 900_000 })).toMatchObject({
    slug: 'create_order_insufficient_collateral_balance',
  })
  expect(await seat.place({ price: 5_000, shares: 10, side: 'sell' })).toMatchObject({
    slug: 'create_order_insufficient_shares_balance',
  })
})

test('an answer to orders of another form, and one that is not known, calls the order wrong', async () => {
  const { gateway } = await sit()
  const wrong = [
    'create_order_hash_mismatch',
    'create_order_invalid_signature',
    'create_order_of_version_3',
    'http_400',
    'http_404',
  ]
  const usual = [
    'create_order_insufficient_collateral_balance',
    'create_order_market_not_trading',
    'create_order_invalid_nonce',
  ]
  const others = ['rate_limited', 'too_early', 'forbidden', 'unauthorized', 'venue_unavailable', 'http_502', 'http_451']
  expect(wrong.filter(slug => !gateway.isOrderWrong?.(slug))).toEqual([])
  expect([...usual, ...others].filter(slug => gateway.isOrderWrong?.(slug))).toEqual([])
})

test('a fill is told when matched and again when settled, with what was moved', async () => {
  const [maker, taker] = [await sit(0), await sit(1)]
  await maker.place({ price: 6_000, shares: 100 })
  expect(await taker.place({ price: 4_000, shares: 40, outcome: 'no', style: 'limit' })).toMatchObject({ kind: 'accepted' })
  const matched = await taker.heard('matched')
  expect(matched.fill).toMatchObject({ order: '777-1001', outcome: 'no', side: 'buy', shares: 40n * SHARE, value: 16n * SHARE })
  const settled = await taker.heard('settled')
  // A dollar's NO at 0.4 costs two per cent of its shares.
  expect(settled.fill).toEqual({ ...matched.fill, fee: { in: 'shares', amount: (8n * SHARE) / 10n } })
  expect(matched.fill.fee).toEqual(settled.fill.fee)
  expect((await maker.heard('settled')).fill).toMatchObject({
    order: '777-1',
    outcome: 'yes',
    shares: 40n * SHARE,
    value: 24n * SHARE,
    fee: { amount: 0n },
  })
  const { cash, shares } = await taker.gateway.snapshot()
  expect(cash).toBe(Wei.of(9_984n * SHARE))
  expect(shares.get(FIRST)).toEqual({ yes: 0n, no: (392n * SHARE) / 10n })
})

test('a market order takes what rests and no worse than its price', async () => {
  const [maker, taker] = [await sit(0), await sit(1)]
  await maker.place({ price: 6_000, shares: 50, outcome: 'no' })
  const accepted = await taker.place({ price: 4_100, shares: 20, style: 'fill-or-kill' })
  expect(accepted).toMatchObject({ kind: 'accepted' })
  expect((await taker.heard('settled')).fill).toMatchObject({
    outcome: 'yes',
    side: 'buy',
    shares: 20n * SHARE,
    value: 8n * SHARE,
  })
  await taker.place({ price: 3_900, shares: 20, style: 'market' })
  expect(await taker.heard('ended')).toMatchObject({ how: 'unmatched' })
})

test('a post-only order that would match is accepted and then ended', async () => {
  const [maker, taker] = [await sit(0), await sit(1)]
  await maker.place({ price: 6_000, shares: 100, outcome: 'no' })
  expect(await taker.place({ price: 5_000, shares: 10 })).toMatchObject({ kind: 'accepted' })
  expect(await taker.heard('ended')).toMatchObject({ order: '777-1001', how: 'canceled' })
})

test('a failed settlement takes its fill back', async () => {
  await exchange.close()
  exchange = await openExchange({ settlementFailPercent: 100 })
  const [maker, taker] = [await sit(0), await sit(1)]
  await maker.place({ price: 6_000, shares: 100 })
  await taker.place({ price: 4_000, shares: 100, outcome: 'no', style: 'limit' })
  const [matched, failed] = [await maker.heard('matched'), await maker.heard('failed')]
  expect(failed.fill).toEqual(matched.fill)
  expect((await maker.gateway.snapshot()).cash).toBe(Wei.of(10_000n * SHARE))
})

test('what happened without a link is in the next snapshot, once', async () => {
  const [maker, taker] = [await sit(0, false), await sit(1)]
  await maker.place({ price: 6_000, shares: 100 })
  await taker.place({ price: 4_000, shares: 40, outcome: 'no', style: 'limit' })
  await taker.heard('settled')
  const fills = (snapshot: Snapshot) =>
    snapshot.fills.map(({ fill, state }) => `${state} ${fill.order} ${fill.side} ${fill.outcome} ${fill.shares / SHARE}`)
  expect(fills(await maker.gateway.snapshot())).toEqual(['settled 777-1 buy yes 40'])
  const later = await sit(0)
  expect(fills((await later.heard('snapshot')).snapshot)).toEqual(['settled 777-1 buy yes 40'])
  expect(fills(await later.gateway.snapshot())).toEqual([])
})

test('a restart books no fill of another program from before the journal began', async () => {
  const [maker, taker] = [await sit(0, false), await sit(1)]
  await maker.place({ price: 6_000, shares: 100 })
  await taker.place({ price: 4_000, shares: 40, outcome: 'no', style: 'limit' })
  await taker.heard('settled')
  const { createSigner } = await import('../../../src/protocol/sign.js')
  const signer = createSigner({ privateKey: exchange.accounts[0]?.privateKey ?? '', chainId: 97 })
  const nowSeconds = Math.floor(Date.now() / 1_000)
  const hourAgo = Timestamp.ofSeconds(nowSeconds - 3_600)
  // A restart looks back by an hour. The journal began after the fill, or before it.
  const restart = (began: number) =>
    maker.venue.gateway({ signer, epoch: began - Date.UTC(2020, 0, 1) / 1_000, since: hourAgo }, new Map())
  expect((await restart(nowSeconds + 1).snapshot()).fills).toEqual([])
  expect((await restart(nowSeconds - 60).snapshot()).fills).toMatchObject([{ state: 'settled', fill: { order: null } }])
})

test('an order of a lost journal is ours again by its salt, another program’s is not', async () => {
  const seat = await sit(0, false)
  await seat.place({ price: 4_000, shares: 100 })
  const stranger = exchange
  const again = await takeSeat(stranger, 0, false)
  seats.push(again)
  expect((await again.gateway.snapshot()).orders.map(({ id }) => id)).toEqual(['777-1'])
  const { createSigner } = await import('../../../src/protocol/sign.js')
  const signer = createSigner({ privateKey: exchange.accounts[0]?.privateKey ?? '', chainId: 97 })
  const other = again.venue.gateway({ signer, epoch: 5 }, new Map())
  const { orders } = await other.snapshot()
  expect(orders).toMatchObject([{ id: null, price: 4_000 }])
  expect(await other.cancel(orders.map(({ hash }) => hash))).toEqual([])
  expect(await other.openHashes()).toEqual([])
})

test('two hundred orders are removed in two requests', async () => {
  const seat = await sit(0, false)
  const reports = await Promise.all(Array.from({ length: 201 }, () => seat.place({ price: 200, shares: 50 })))
  expect(reports.filter(({ kind }) => kind === 'accepted')).toHaveLength(201)
  const { orders } = await seat.gateway.snapshot()
  expect(orders).toHaveLength(201)
  const removals = await seat.gateway.cancel(orders.map(({ id }) => id!))
  expect(removals.filter(report => report.kind === 'removal' && report.answer === 'removed')).toHaveLength(201)
  expect((await seat.gateway.snapshot()).orders).toEqual([])
})

test('an unknown order is unanswered, because that proves nothing', async () => {
  const seat = await sit(0, false)
  const signed = seat.sign({ price: 4_000, shares: 100 })
  expect(await seat.gateway.find(signed.id)).toMatchObject({ kind: 'unanswered' })
  await seat.gateway.submit(signed)
  expect(await seat.gateway.find(signed.id)).toMatchObject({ kind: 'accepted' })
})

test('an exchange that is gone makes rejections, not doubts, and the link says so', async () => {
  const seat = await sit()
  await exchange.close()
  await until(() => seat.reports.find(report => report.kind === 'link' && report.state === 'lost'))
  expect(await seat.place({ price: 4_000, shares: 100 })).toMatchObject({ kind: 'rejected', slug: 'venue_unavailable' })
  expect(await seat.gateway.cancel([seat.sign({ price: 4_000, shares: 100 }).id])).toMatchObject([
    { kind: 'unanswered', what: 'cancel' },
  ])
  await expect(seat.gateway.snapshot()).rejects.toThrow('no answer (ECONNREFUSED)')
})

test('an order that may not start any more is rejected, and the venue never sees it', async () => {
  const seat = await sit(0, false)
  const order = seat.sign({ price: 4_000, shares: 100 })
  expect(await seat.gateway.submit(order, () => false)).toMatchObject({ kind: 'rejected', slug: 'not_sent' })
  expect((await seat.gateway.snapshot()).orders).toEqual([])
  expect(await seat.gateway.submit(order, () => true)).toMatchObject({ kind: 'accepted' })
})
