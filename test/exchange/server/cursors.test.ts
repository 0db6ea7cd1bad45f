import { expect, test } from 'vitest'
import { createClient } from './client.js'
import { start } from './exchanges.js'
import { createOperator } from './operator-client.js'

/** Every list of the service, with a second page in each: two wallets that traded twice in each of two markets. */
const ready = async () => {
  const markets = ['a', 'b'].map(name => ({ question: `Will ${name}?`, endsInMinutes: null }))
  const exchange = await start({ settlementMs: 0, markets })
  const [maker, taker] = [createClient(exchange), createClient(exchange, 1)]
  await Promise.all([maker.login(), taker.login()])
  const operator = createOperator(exchange)
  for (const slug of ['one', 'two']) await operator.done('/categories', { slug, title: `Title ${slug}` })
  for (const { id: market } of exchange.markets)
    for (const _time of [1, 2]) {
      await maker.limit({ market, cents: 40, shares: 10 })
      await taker.limit({ market, outcome: 'no', cents: 60, shares: 10 })
    }
  return { exchange, maker, taker, operator }
}

test('a cursor of one list is refused by every other one, and taken by its own', async () => {
  const { exchange, maker, taker, operator } = await ready()
  const [first = 0, second = 0] = exchange.markets.map(({ id }) => id)
  const until = Math.ceil(Date.now() / 1_000) + 86_400
  const paths = [
    '/v1/orders?first=1',
    '/v1/orders/matches?first=1',
    '/v1/account/activity?first=1',
    '/v1/markets?first=1',
    '/v1/markets?first=1&sort=VOLUME_24H_DESC',
    '/v1/categories?first=1',
    '/v1/categories?first=1&sort=VOLUME_24H_DESC',
    '/v1/positions?first=1',
    '/v1/positions?first=1&sort=AMOUNT_DESC',
    `/v1/positions/${taker.account.address}?first=1`,
    '/leaderboard?first=1',
    `/markets/${first}/activity?first=1`,
    `/markets/${second}/activity?first=1`,
    '/admin/accounts?first=1',
  ]
  const get = (path: string) => (path.startsWith('/admin') ? operator.get(path.slice('/admin'.length)) : maker.get(path))
  const cursors = new Map<string, string>()
  for (const path of paths) {
    const { status, body } = await get(path)
    expect([path, status, typeof body.cursor]).toEqual([path, 200, 'string'])
    cursors.set(path, body.cursor)
  }
  for (const [from, cursor] of cursors)
    for (const path of [...paths, `/v1/markets/${first}/timeseries?to=${until}`]) {
      const { status, body } = await get(`${path}&after=${cursor}`)
      expect([from, path, status, status === 200 ? null : body.error]).toEqual(
        from === path ? [from, path, 200, null] : [from, path, 400, 'bad_request'],
      )
    }
})
