import { afterEach, beforeEach, expect, test } from 'vitest'
import type { RunningExchange } from '../../../src/exchange.js'
import { contractSet, contractsOf, exchangeAddress } from '../../../src/protocol/contracts.js'
import { createSigner } from '../../../src/protocol/sign.js'
import { type FaultyWire, openFaultyWire } from './faulty-wire.js'
import { openExchange, type Seat, takeSeat } from './seat.js'

const KEY = `0x${'77'.repeat(32)}`
const OWNED = '0x2222222222222222222222222222222222222222'
const PLAIN = contractSet(97, { isNegRisk: false, isYieldBearing: false })
const YIELD_NEG_RISK = contractSet(97, { isNegRisk: true, isYieldBearing: true })

let exchange: RunningExchange
let wire: FaultyWire
let seat: Seat | undefined

beforeEach(async () => {
  exchange = await openExchange()
  wire = await openFaultyWire(exchange)
})
afterEach(async () => {
  seat?.leave()
  await wire.close()
  await exchange.close()
})

const missing = async (
  account: Partial<RunningExchange['accounts'][number]> = {},
  smart?: string,
): Promise<readonly string[]> => {
  const [first] = exchange.accounts
  if (first === undefined) throw new Error('expected a test account')
  seat = await takeSeat({ ...wire.exchange, accounts: [{ ...first, ...account }] }, 0, false, smart)
  return await seat.gateway.preflight(seat.markets)
}

test('a wallet with money and approvals lacks nothing', async () => {
  expect(await missing()).toEqual([])
})

test('a fresh wallet is told of its money, and of each allowance and approval by contract and market', async () => {
  const told = await missing({ privateKey: KEY })
  const { usdt } = contractsOf(97)
  const [plain, other] = exchange.markets.map(({ id }) => id)
  expect(told).toEqual([
    expect.stringMatching(/^0x\w{40} must hold USDT to buy with or shares to sell, found 0 USDT and no shares$/),
    `USDT ${usdt} must allow exchange ${PLAIN.exchange} to spend, found an allowance of 0 (for market ${plain})`,
    `shares ${PLAIN.conditionalTokens} must be approved for exchange ${PLAIN.exchange} (for market ${plain})`,
    `USDT ${usdt} must allow exchange ${YIELD_NEG_RISK.exchange} to spend, found an allowance of 0 (for market ${other})`,
    `shares ${YIELD_NEG_RISK.conditionalTokens} must be approved for exchange ${YIELD_NEG_RISK.exchange} (for market ${other})`,
    `shares ${YIELD_NEG_RISK.conditionalTokens} must be approved for adapter ${YIELD_NEG_RISK.adapter} (for market ${other})`,
  ])
})

test('a kind of market without approvals is told beside one that has them, and what was given once is not read again', async () => {
  expect(await missing()).toEqual([])
  const signer = createSigner({ privateKey: exchange.accounts[0]!.privateKey, chainId: 97 })
  const approvals = await seat!.venue.approvals({ signer })
  const { markets } = seat!
  const operator = YIELD_NEG_RISK.adapter!.slice(2).toLowerCase()
  const no = JSON.stringify({ jsonrpc: '2.0', id: 1, result: `0x${'0'.repeat(64)}` })
  wire.answer = (call, body) =>
    call === 'POST /rpc' && body.toLowerCase().includes(operator) ? { status: 200, body: no } : null
  const words = 'the wallet has not approved shares for the adapter of yield-bearing neg-risk markets'
  expect([...(await approvals.lacking(markets))]).toEqual([[markets[1]!.id, words]])
  wire.answer = () => null
  wire.calls.length = 0
  expect([...(await approvals.lacking(markets))]).toEqual([])
  expect([...(await approvals.lacking(markets))]).toEqual([])
  expect(wire.calls.filter(call => call === 'POST /rpc')).toHaveLength(1)
  // The markets of the run are still the same.
  expect(await seat!.gateway.snapshot()).toMatchObject({ orders: [] })
})

test('a node of another chain is named, and nothing else is asked of it', async () => {
  wire.answer = (call, body) =>
    call === 'POST /rpc' && body.includes('eth_chainId')
      ? { status: 200, body: JSON.stringify({ jsonrpc: '2.0', id: 1, result: '0x38' }) }
      : null
  expect(await missing()).toEqual(['expected a node of chain 97, found one of chain 56'])
  expect(wire.calls.filter(call => call === 'POST /rpc')).toHaveLength(1)
})

test('a smart wallet that another key owns is named with the owner that the chain knows', async () => {
  const told = await missing({}, OWNED)
  expect(told[0]).toMatch(/^account 0x2{40} must be owned by the key of 0x\w{40}, the chain names 0x0{40}$/)
})

test.each([
  ['HTML', { status: 200, body: '<html>blocked</html>' }],
  ['a refusal', { status: 403, body: '<html>403</html>' }],
  ['half an answer', { status: 200, body: '{"jsonrpc":"2.0","id":1,"res' }],
  ['a result of another type', { status: 200, body: '{"jsonrpc":"2.0","id":1,"result":12}' }],
  ['an empty result', { status: 200, body: '{"jsonrpc":"2.0","id":1,"result":"0x"}' }],
  ['an error', { status: 200, body: '{"jsonrpc":"2.0","id":1,"error":{"code":-32005,"message":"slow down"}}' }],
])('a node that answers %s makes a named failure, not an empty list', async (_, fault) => {
  wire.answer = (call, body) => (call === 'POST /rpc' && body.includes('eth_call') ? fault : null)
  await expect(missing()).rejects.toThrow(/chain|POST|balance|allowance|approval/)
})

test('orders are signed with the nonce that the chain demands, and a refusal for it makes it read again', async () => {
  const demanded = exchangeAddress(97, { isNegRisk: false, isYieldBearing: false }).toLowerCase()
  const raised = `0x${'7'.padStart(64, '0')}`
  await missing()
  await seat?.gateway.snapshot()
  const before = JSON.parse(Buffer.from(seat!.sign({ price: 4_000, shares: 10 }).body).toString()).data.order.nonce
  wire.answer = (call, body) => {
    if (call === 'POST /rpc' && body.toLowerCase().includes(`"to":"${demanded}"`))
      return { status: 200, body: JSON.stringify({ jsonrpc: '2.0', id: 1, result: raised }) }
    const refusal = { success: false, error: 'create_order_invalid_nonce', message: 'nonce must be 7' }
    return call === 'POST /v1/orders' ? { status: 400, body: JSON.stringify(refusal) } : null
  }
  expect(await seat?.place({ price: 4_000, shares: 10 })).toMatchObject({
    kind: 'rejected',
    slug: 'create_order_invalid_nonce',
  })
  await expect
    .poll(() => JSON.parse(Buffer.from(seat!.sign({ price: 4_000, shares: 10 }).body).toString()).data.order.nonce)
    .toBe('7')
  expect(before).toBe('0')
})
