import { type Answer, type Client, createClient } from '../exchange/server/client.js'
import { openInside } from '../exchange/server/inside.js'
import type { PayloadName } from './payload-shapes.js'

const ONE = 10n ** 18n

/** A market on which everything happened, a second one on which nothing did, and the wallets that did it. */
const openBusyHouse = async () => {
  const opened = await openInside({
    markets: [
      { question: 'Will it?', endsInMinutes: null, isYieldBearing: true, rewardsPerHour: 250 },
      { question: 'Will it not?', endsInMinutes: null },
    ],
    core: { takerDelayUs: 170_000, settlementUs: 1_000_000 },
  })
  const [maker, taker] = [createClient(opened.exchange), createClient(opened.exchange, 1)]
  const message = await maker.get('/v1/auth/message')
  const token = { status: 200, headers: message.headers, body: { success: true, data: { token: await maker.login() } } }
  await taker.login()
  return { ...opened, maker, taker, message, token, empty: opened.exchange.markets[1]?.id ?? 0 }
}

/** Lets the delay of takers, the settlements and a payment of points pass; the core looks at the clock when something happens. */
const settle = async ({ inside, pass }: Awaited<ReturnType<typeof openBusyHouse>>): Promise<void> => {
  for (const seconds of [1, 60]) {
    pass(seconds)
    await inside.writes.sequencer.apply({ command: { kind: 'nonce', at: inside.writes.sequencer.now(), account: '0xnobody' } })
  }
}

/** Two fills, a MARKET order without a match, and quotes that rest on both sides. */
const trade = async (inside: Awaited<ReturnType<typeof openBusyHouse>>) => {
  const { market, maker, taker } = inside
  const resting = await maker.limit({ market, cents: 61, shares: 100, isPostOnly: true })
  const taking = await taker.limit({ market, outcome: 'no', cents: 39, shares: 40 })
  await settle(inside)
  await taker.limit({ market, outcome: 'no', cents: 39, shares: 20 })
  await settle(inside)
  await taker.raw({
    market,
    strategy: 'MARKET',
    makerAmount: 10n * ONE,
    takerAmount: 20n * ONE,
    pricePerShare: ONE / 10n,
    isFillOrKill: true,
  })
  for (const cents of [60, 59]) await maker.limit({ market, cents, shares: 120 })
  for (const cents of [38, 37]) await maker.limit({ market, outcome: 'no', cents, shares: 120 })
  await settle(inside)
  return { resting, taking }
}

/** The account of a wallet with a referral. */
const accountOf = async (wallet: Client, friend: Client): Promise<Answer> => {
  const { code } = (await friend.get('/v1/account')).body.data.referral
  await wallet.post('/v1/account/referral', { data: { code } })
  return wallet.get('/v1/account')
}

/** Every documented answer, as an exchange gave it that was made to; those of a removal come last, for they change the book. */
export const answerAll = async (): Promise<Readonly<Record<PayloadName, Answer>>> => {
  const inside = await openBusyHouse()
  const { maker, taker, market, empty } = inside
  const { resting, taking } = await trade(inside)
  const { orderId, orderHash } = resting.body.data
  const unknown = `0x${'0'.repeat(64)}`
  const slug = (await maker.get(`/v1/markets/${market}`)).body.data.categorySlug
  return {
    rest_auth_message_response: inside.message,
    rest_auth_response: inside.token,
    rest_create_order_response_resting: resting,
    rest_create_order_response_taking: taking,
    rest_orderbook: await maker.get(`/v1/markets/${market}/orderbook`),
    rest_orderbook_empty: await maker.get(`/v1/markets/${empty}/orderbook`),
    rest_orderbooks_batch_response: await maker.get(`/v1/markets/orderbooks?ids=${market}&ids=${empty}`),
    rest_error_business: await taker.limit({ market, cents: 1, shares: 10 }),
    rest_error_auth: await createClient(inside.exchange).get('/v1/orders'),
    rest_error_not_found: await maker.get(`/v1/orders/${unknown}`),
    rest_orders_list_response: await maker.get('/v1/orders?first=2'),
    rest_positions_response: await taker.get('/v1/positions'),
    rest_order_match_events_response: await maker.get('/v1/orders/matches?first=1'),
    rest_account_response: await accountOf(maker, taker),
    rest_activity_response: await taker.get('/v1/account/activity'),
    rest_reserved_balances_response: await maker.post('/v1/account/reserved-balances/query', { assets: [{ type: 'USDT' }] }),
    rest_market: await maker.get(`/v1/markets/${market}`),
    rest_category: await maker.get(`/v1/categories/${slug}`),
    rest_timeseries_response: await maker.get(`/v1/markets/${market}/timeseries?metric=chance&resolution=1m`),
    rest_market_stats: await maker.get(`/v1/markets/${market}/stats`),
    rest_last_sale: await maker.get(`/v1/markets/${market}/last-sale`),
    rest_remove_response: await maker.post('/v1/orders/remove', { data: { ids: [orderId, '999999999'] } }),
    rest_remove_by_hash_response: await maker.post('/v1/orders/remove-by-hash', { data: { hashes: [orderHash, unknown] } }),
  }
}
