import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { RunningExchange } from '../../src/exchange.js'
import { Price, Size } from '../../src/model/money.js'
import { pull } from '../../src/model/quote.js'
import type { Strategy } from '../../src/strategy/strategy.js'
import { openTcpProxy, type TcpProxy } from '../end-to-end/tcp-proxy.js'
import { type WalletSession, wakeWallet } from '../end-to-end/wallet-session.js'
import { openExchange, type Seat, takeSeat, until } from '../venues/predict/seat.js'

let exchange: RunningExchange
let maker: Seat
let rest: TcpProxy
let chain: TcpProxy
let wallet: WalletSession
beforeEach(async () => {
  exchange = await openExchange({ markets: [{ question: 'Will it rain?' }] })
  maker = await takeSeat(exchange, 1)
  await maker.place({ price: 4_000, shares: 50 })
  await maker.place({ price: 4_000, shares: 50, outcome: 'no' })
  const port = Number(new URL(exchange.baseUrl).port)
  rest = await openTcpProxy(() => port)
  chain = await openTcpProxy(() => port)
  const through = (url: string, proxy: TcpProxy): string => url.replace(`:${port}`, `:${proxy.port}`)
  const addresses = { baseUrl: through(exchange.baseUrl, rest), rpcUrl: through(exchange.rpcUrl, chain) }
  wallet = await wakeWallet({ exchange: { ...exchange, ...addresses }, decide: quote })
  await until(() => (wallet.session.desk.summary().markets[0]?.resting.bid.length === 1 ? true : undefined))
})
afterEach(async () => {
  await wallet.close()
  maker.leave()
  await Promise.all([rest.close(), chain.close()])
  await exchange.close()
})

const quote: Strategy<unknown>['decide'] = ({ book }) => {
  if (book.state !== 'live') return pull('no book')
  return book.quote({ bid: { price: Price.of(3_500), size: Size.ofShares(20) }, ask: null })
}

/** How long a stop took, and what it said. */
const stop = async () => {
  const from = performance.now()
  const stopped = await wallet.session.stop('the test')
  return { ...stopped, ms: performance.now() - from }
}

describe('a stop takes nine seconds at the most, whatever the venue does', () => {
  test('where nothing is answered at all it does not say that nothing is open', async () => {
    for (const proxy of [rest, chain]) proxy.set({ kind: 'swallow', way: 'both' })
    const { ms, open, differences } = await stop()
    expect([open, differences]).toEqual([null, null])
    expect(ms).toBeLessThan(11_000)
  })

  test('where the chain is not answered, the list of orders alone says that nothing is open', async () => {
    chain.set({ kind: 'swallow', way: 'both' })
    const { ms, open, removed, differences } = await stop()
    expect([open, removed, differences]).toEqual([0, 1, null])
    expect(ms).toBeLessThan(11_000)
  })
})
