import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { RunningExchange } from '../../../src/exchange.js'
import { Size, Wei } from '../../../src/model/money.js'
import { createSigner } from '../../../src/protocol/sign.js'
import type { Pairs } from '../../../src/venues/pairs.js'
import { createPredictVenue, type PredictVenue } from '../../../src/venues/predict/predict-venue.js'
import { type FaultyWire, openFaultyWire } from './faulty-wire.js'
import { clock, openExchange } from './seat.js'

const shares = (count: number): Wei => Wei.ofSize(Size.ofShares(count))

let exchange: RunningExchange
let wire: FaultyWire
let venue: PredictVenue
let pairs: Pairs
/** Methods that the node was asked for. */
let asked: string[] = []

beforeAll(async () => {
  exchange = await openExchange({ markets: [{ question: 'Will it rain?' }] })
  wire = await openFaultyWire(exchange)
  venue = createPredictVenue({ ...wire.exchange, clock })
  const signer = createSigner({ privateKey: exchange.accounts[0]?.privateKey ?? '', chainId: exchange.chainId })
  pairs = await venue.pairs({ signer })
  await split()
})
afterAll(async () => {
  venue.close()
  await wire.close()
  await exchange.close()
})
beforeEach(() => {
  asked = []
  breaks({})
})

type Fault = ReturnType<FaultyWire['answer']>

/** How the node answers each method, in place of the exchange's; null: as it does. */
function breaks(faults: Readonly<Record<string, (params: readonly unknown[]) => Fault>>): void {
  wire.answer = (call, body) => {
    if (call !== 'POST /rpc') return null
    const { method, params } = JSON.parse(body) as { method: string; params: readonly unknown[] }
    asked.push(method)
    return faults[method]?.(params) ?? null
  }
}

const says = (result: unknown) => ({ status: 200, body: JSON.stringify({ jsonrpc: '2.0', id: 1, result }) })
const busy = { status: 503, body: 'busy' }

/** Answers so the first times, and then as the exchange. */
const first = (times: number, fault: Fault) => (): Fault => (times-- > 0 ? fault : null)

async function split(): Promise<string> {
  const { market } = await pairs.market(String(exchange.markets[0]?.id))
  return pairs.split(market, shares(5))
}

const held = async () => (await pairs.market(String(exchange.markets[0]?.id))).shares

test('a transaction whose answer is lost is looked up by its hash', async () => {
  const before = await held()
  breaks({ eth_sendRawTransaction: () => 'cut' })
  expect(await split()).toMatch(/^0x[0-9a-f]{64}$/)
  expect((await held()).yes - before.yes).toBe(shares(5))
})

test('a receipt that cannot be read is asked for again', async () => {
  breaks({ eth_getTransactionReceipt: first(2, busy) })
  expect(await split()).toMatch(/^0x[0-9a-f]{64}$/)
})

test('nothing is sent while an earlier transaction of the key waits to be in a block', async () => {
  breaks({ eth_getTransactionCount: ([, block]) => says(block === 'pending' ? '0x30' : '0x2f') })
  await expect(split()).rejects.toThrow(/a transaction of 0x\w{40} is not in a block yet/)
  expect(asked).not.toContain('eth_sendRawTransaction')
})

test('a node that is a moment behind does not make a transaction a failure', async () => {
  const { yes, no } = await held()
  const old = says(`0x${[32n, 2n, yes, no].map(word => word.toString(16).padStart(64, '0')).join('')}`)
  let isSent = false
  const behind = first(2, old)
  breaks({
    eth_sendRawTransaction: () => {
      isSent = true
      return null
    },
    // Reads of shares are the only calls behind a transaction.
    eth_call: () => (isSent ? behind() : null),
  })
  expect(await split()).toMatch(/^0x[0-9a-f]{64}$/)
})

test('a transaction that fails on the chain, and what cannot be read behind one, are told with its hash', async () => {
  breaks({ eth_getTransactionReceipt: () => says({ status: '0x0' }) })
  await expect(split()).rejects.toThrow(/transaction 0x[0-9a-f]{64} failed on the chain/)
  let isSent = false
  breaks({
    eth_sendRawTransaction: () => {
      isSent = true
      return null
    },
    eth_call: () => (isSent ? busy : null),
  })
  await expect(split()).rejects.toThrow(/transaction 0x[0-9a-f]{64} was carried out, but what it did could not be read/)
})
