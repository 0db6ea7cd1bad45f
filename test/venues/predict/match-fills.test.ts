import { expect, test } from 'vitest'
import { MarketId, MarketIndex, OrderHash, OrderId } from '../../../src/model/ids.js'
import type { Market } from '../../../src/model/market.js'
import { matchRowSchema } from '../../../src/protocol/wire.js'
import { createMarketRegistry } from '../../../src/venues/predict/market-registry.js'
import { ownLegs, settledFill } from '../../../src/venues/predict/match-fills.js'
import { createOrderHashes } from '../../../src/venues/predict/order-hashes.js'

const ME = `0x${'22'.repeat(20)}`
const OTHER = `0x${'33'.repeat(20)}`
const hash = (digit: string): string => `0x${digit.repeat(64)}`
const shares = (count: number): string => String(BigInt(Math.round(count * 1e6)) * 10n ** 12n)

const leg = (signer: string, digit: string, more: object = {}) => ({
  quoteType: 'Bid',
  amount: shares(40),
  price: shares(0.61),
  outcome: { indexSet: 1, name: 'Yes', onChainId: '1' },
  signer,
  hash: hash(digit),
  fee: { amount: '0', type: 'SHARES' },
  ...more,
})
const no = { outcome: { indexSet: 2, name: 'No', onChainId: '2' } }
const row = (parts: object) =>
  matchRowSchema.parse({
    market: { id: 700123 },
    taker: leg(OTHER, 'a', { ...no, price: shares(0.39), fee: { amount: shares(0.8), type: 'SHARES' } }),
    amountFilled: shares(40),
    priceExecuted: shares(0.39),
    makers: [leg(ME, '1')],
    settlementId: 'settlement',
    transactionHash: hash('b'),
    executedAt: '2026-11-06T21:20:06.000Z',
    ...parts,
  })

const registry = createMarketRegistry()
registry.learn({
  id: '700123',
  question: '',
  tradingStatus: 'OPEN',
  status: 'REGISTERED',
  isNegRisk: false,
  isYieldBearing: false,
  feeRateBps: 200,
  decimalPrecision: 2,
  outcomes: [
    { indexSet: 1, onChainId: '1' },
    { indexSet: 2, onChainId: '2' },
  ],
  categorySlug: '',
})
const market: Pick<Market, 'id' | 'index'> = { id: MarketId.of('700123'), index: MarketIndex.of(3) }
registry.adopt([market as Market])
const orders = createOrderHashes(5, new Map([[OrderId.of(5, 1), OrderHash.of(hash('1'))]]))
const context = { owner: ME, orders, registry, beganMs: 0 }
const fillsOf = (parts: object = {}) => ownLegs(row(parts), context).map(one => settledFill(one, context))

test('a maker’s leg is a fill of its own order, outcome and price', () => {
  expect(fillsOf()).toEqual([
    {
      key: `settlement:${hash('1')}:0`,
      order: '5-1',
      market: 3,
      outcome: 'yes',
      side: 'buy',
      shares: 40n * 10n ** 18n,
      value: 244n * 10n ** 17n,
      fee: { in: 'shares', amount: 0n },
    },
  ])
})

test('a taker’s value is the sum of its makers’, each seen from its own outcome', () => {
  const taker = leg(ME, 'c', { amount: shares(30), price: shares(0.4) })
  const makers = [
    leg(OTHER, 'd', { quoteType: 'Ask', amount: shares(10), price: shares(0.37) }),
    leg(OTHER, 'e', { ...no, amount: shares(20), price: shares(0.62) }),
  ]
  const [fill] = fillsOf({ taker, makers, amountFilled: shares(30), priceExecuted: shares(0.376666) })
  expect(fill).toMatchObject({ order: null, shares: 30n * 10n ** 18n, value: 113n * 10n ** 17n })
})

test('several makers of one order are one fill, those of two orders are two', () => {
  const makers = [
    leg(ME, '1', { amount: shares(10) }),
    leg(ME, '1', { amount: shares(5) }),
    leg(ME, '2', { amount: shares(25) }),
  ]
  expect(fillsOf({ makers }).map(fill => fill?.shares)).toEqual([15n * 10n ** 18n, 25n * 10n ** 18n])
})

test('a match without a settlement is a leg but no fill yet', () => {
  const unsettled = row({ settlementId: null, transactionHash: null })
  expect(ownLegs(unsettled, context)).toHaveLength(1)
  expect(ownLegs(unsettled, context).map(one => settledFill(one, context))).toEqual([null])
})

test('a match in a market of another run is none of ours to book', () => {
  expect(fillsOf({ market: { id: 5 } })).toEqual([null])
})

test('a match between strangers is nothing', () => {
  expect(fillsOf({ makers: [leg(OTHER, '7')] })).toEqual([])
})
