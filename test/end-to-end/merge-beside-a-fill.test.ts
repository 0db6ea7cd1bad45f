import { afterEach, beforeEach, expect, test } from 'vitest'
import { type RunningExchange, startExchange } from '../../src/exchange.js'
import { Price, Size, Wei } from '../../src/model/money.js'
import { keep } from '../../src/model/quote.js'
import { createSigner } from '../../src/protocol/sign.js'
import { createPredictVenue } from '../../src/venues/predict/predict-venue.js'
import { createClient } from '../exchange/server/client.js'
import { type WalletSession, wakeWallet } from './wallet-session.js'

const PATIENCE = 30_000
const SETTLEMENT_MS = 7_000

let exchange: RunningExchange
let run: WalletSession

/** Another program of the same wallet, which moves pairs of the first market. */
const otherProgram = async () => {
  const signer = createSigner({ privateKey: exchange.accounts[0]!.privateKey, chainId: exchange.chainId })
  const venue = createPredictVenue({ ...exchange, clock: { now: () => run.clock.now() } })
  const pairs = await venue.pairs({ signer })
  const { market } = await pairs.market(String(exchange.markets[0]!.id))
  return { pairs, market, close: () => venue.close() }
}

beforeEach(async () => {
  exchange = await startExchange({
    crowd: { kind: 'none' },
    rateLimits: null,
    settlementMs: SETTLEMENT_MS,
    markets: [{ question: 'Merged?' }, { question: 'Quoted?' }],
  })
  let isWanted = true
  run = await wakeWallet({
    exchange,
    timings: { probeEveryMs: 20 },
    accountLookEveryMs: 300,
    decide: ({ book, market }) => {
      if (!isWanted || book.state !== 'live' || market.question !== 'Quoted?') return keep()
      isWanted = false
      return book.quote({ bid: { price: Price.of(3_000), size: Size.ofShares(20) } })
    },
  })
})
afterEach(async () => {
  await run.session.stop('the test')
  await run.close()
  await exchange.close()
})

test(
  'pairs that another program turns into cash are booked as such while a fill of another market settles',
  async () => {
    const units = (count: number): Wei => Wei.ofSize(Size.ofShares(count))
    const told = (words: string) => expect.poll(() => run.told.filter(text => text.includes(words)), { timeout: 9_000 })
    const other = await otherProgram()
    await other.pairs.split(other.market, units(50))
    await told('50 USDT became as many pairs of shares').toHaveLength(1)
    const client = createClient(exchange, 1)
    await client.login()
    await client.limit({ market: exchange.markets[1]!.id, outcome: 'no', cents: 70, shares: 20 })
    await expect.poll(() => run.session.desk.state().pending.size).toBe(1)
    await other.pairs.merge(other.market, units(15))
    await told('15 pairs of shares became as much cash').toHaveLength(1)
    expect(run.session.desk.state().pending.size).toBe(1)
    await expect.poll(() => run.session.desk.state().pending.size, { timeout: SETTLEMENT_MS }).toBe(0)
    other.close()
    expect(run.told.filter(text => text.includes('that no fill explains') || text.includes('missed a report'))).toEqual([])
    expect(run.session.desk.state().cash).toBe(units(10_000 - 6 - 35))
  },
  PATIENCE,
)
