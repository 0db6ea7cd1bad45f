import { afterEach, beforeEach, expect, test } from 'vitest'
import type { RunningExchange } from '../../src/exchange.js'
import { Price, Size } from '../../src/model/money.js'
import { keep } from '../../src/model/quote.js'
import type { Strategy } from '../../src/strategy/strategy.js'
import { createOperator } from '../exchange/server/operator-client.js'
import { openFaultyWire } from '../venues/predict/faulty-wire.js'
import { openExchange, type Seat, takeSeat, until } from '../venues/predict/seat.js'
import { type WalletSession, wakeWallet } from './wallet-session.js'

type Decide = Strategy<unknown>['decide']
const level = (price: number, shares: number) => ({ price: Price.of(price), size: Size.ofShares(shares) })

let exchange: RunningExchange
let maker: Seat
let wallet: WalletSession | undefined

beforeEach(async () => {
  exchange = await openExchange({ markets: [{ question: 'Will it rain?', feeRateBps: 200 }] })
  maker = await takeSeat(exchange, 1)
})
afterEach(async () => {
  await wallet?.close()
  wallet = undefined
  maker.leave()
  await exchange.close()
})

/** Takes by `first` once there is something to take, and by nothing after that. */
const once = (first: Decide): Decide => {
  let isDone = false
  return view => {
    if (isDone || view.book.state !== 'live' || (view.book.best('ask') === null && view.book.best('bid') === null))
      return keep()
    isDone = true
    return first(view)
  }
}

const settled = (run: WalletSession) => run.journal.rows.fills(10).filter(({ state }) => state === 'settled')

test('a take is a signed MARKET order that takes the better level first and no worse than its price', async () => {
  await maker.place({ price: 6_000, shares: 50, outcome: 'no' })
  await maker.place({ price: 5_900, shares: 50, outcome: 'no' })
  const wire = await openFaultyWire(exchange)
  const posted: { strategy: string; selfTradePrevention: string; isFillOrKill?: boolean }[] = []
  wire.answer = (call, body) => {
    if (call === 'POST /v1/orders') posted.push(JSON.parse(body).data)
    return null
  }
  const run = await wakeWallet({
    exchange: wire.exchange,
    decide: once(({ book }) => (book.state === 'live' ? book.take('yes', 'buy', level(4_100, 80)) : keep())),
  })
  wallet = run
  const [fill] = await until(() => (settled(run).length > 0 ? settled(run) : undefined))
  // 50 at 0.40 and 30 at 0.41; the fee is 2 % of the shares, as below a half.
  expect(fill).toMatchObject({ outcome: 'yes', side: 'buy', shares: `${80n * 10n ** 18n}`, value: `${323n * 10n ** 17n}` })
  expect(fill).toMatchObject({ feeIn: 'shares', fee: `${16n * 10n ** 17n}` })
  expect(posted).toMatchObject([{ strategy: 'MARKET', selfTradePrevention: 'CANCEL_MAKER' }])
  const stopped = await run.session.stop('the test')
  expect(stopped).toMatchObject({ open: 0, unanswered: 0, differences: [] })
  await wire.close()
})

test('fill or kill takes nothing where not all of it is there', async () => {
  await maker.place({ price: 6_000, shares: 50, outcome: 'no' })
  const run = await wakeWallet({
    exchange,
    decide: once(({ book }) => (book.state === 'live' ? book.take('yes', 'buy', level(4_000, 80), 'fill-or-kill') : keep())),
  })
  wallet = run
  const [order] = await until(() => (run.journal.rows.orders(10).length > 0 ? run.journal.rows.orders(10) : undefined))
  expect(order).toMatchObject({ style: 'fill-or-kill', price: 4_000, size: 80_000_000 })
  await until(() => (run.session.desk.state().orders.get(order!.id as never)?.endedAt === null ? undefined : true))
  expect(await run.session.stop('the test')).toMatchObject({ open: 0, differences: [] })
  expect(run.journal.rows.fills(10)).toEqual([])
})

test('what was bought on the other outcome is sold again for collateral less the fee', async () => {
  await maker.place({ price: 4_500, shares: 40 })
  let isSold = false
  const run = await wakeWallet({
    exchange,
    decide: ({ book, position }) => {
      if (book.state !== 'live') return keep()
      // The bid of YES at 0.45 is an ask of NO at 0.55.
      if (position.no === 0 && !isSold && book.best('bid') !== null) return book.take('no', 'buy', level(5_500, 20))
      if (position.sellable.no < 10_000_000 || isSold || book.best('ask') === null) return keep()
      isSold = true
      return book.take('no', 'sell', level(3_000, 10))
    },
  })
  wallet = run
  await until(() => (settled(run).length > 0 ? true : undefined))
  // A bid for NO at 0.40 is an ask of YES at 0.60.
  await maker.place({ price: 4_000, shares: 30, outcome: 'no' })
  const [sold] = await until(() => (settled(run).length > 1 ? settled(run) : undefined))
  expect(sold).toMatchObject({ outcome: 'no', side: 'sell', shares: `${10n * 10n ** 18n}`, value: `${4n * 10n ** 18n}` })
  expect(sold).toMatchObject({ feeIn: 'cash', fee: `${8n * 10n ** 16n}` })
  expect(await run.session.stop('the test')).toMatchObject({ open: 0, differences: [] })
})

test('a market that the venue removes pays what its row says, and the books stay equal', async () => {
  await maker.place({ price: 6_000, shares: 50, outcome: 'no' })
  const run = await wakeWallet({
    exchange,
    decide: once(({ book }) => (book.state === 'live' ? book.take('yes', 'buy', level(4_000, 50)) : keep())),
  })
  wallet = run
  await until(() => (settled(run).length > 0 ? true : undefined))
  const [market] = exchange.markets
  await createOperator(exchange).done(`/markets/${market!.id}/status`, { status: 'REMOVED' })
  const held = () => run.session.desk.state().positions.get(`${market!.id}` as never)?.yes.shares ?? 0n
  await until(() => (held() === 0n ? true : undefined))
  // 49 shares after the fee, at half a dollar each.
  expect(run.session.desk.state().cash).toBe(10_000n * 10n ** 18n - 20n * 10n ** 18n + 245n * 10n ** 17n)
  expect(await run.session.stop('the test')).toMatchObject({ open: 0, differences: [] })
})
