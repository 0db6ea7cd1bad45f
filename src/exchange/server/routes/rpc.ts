import type { Hono } from 'hono'
import { getAddress, isAddress, isHex, numberToHex } from 'viem/utils'
import { parseJson } from '../../../model/parse-json.js'
import { ZERO_ADDRESS } from '../../../protocol/contracts.js'
import { decodeMulticall, encodeMulticallAnswer } from '../../../protocol/multicall.js'
import { type ChainSide, hasCode } from '../chain/chain-side.js'
import { GAS_PRICE, gasOf } from '../chain/gas.js'
import { blockRow, receiptRow, transactionRow } from '../chain/node-rows.js'
import { returnData } from '../chain/read-chain.js'
import { type NodeError, revertError, sendTransaction } from '../chain/send-transaction.js'
import { type Call, tryCall } from '../chain/try-call.js'
import { readText } from '../http/body.js'
import { blockAt } from '../read-models/chain-ledger.js'
import type { Services } from './services.js'

const BATCH_MAX = 100
/** The most values of a kind in a fee history: blocks, and with percentiles fewer blocks, because each has a reward for each percentile. */
const HISTORY_MAX = 1_024
/** The most percentiles of a fee history, as of a node. */
const PERCENTILES_MAX = 100

/**
 * The chain as a wallet sees it: JSON-RPC, answered from the exchange's own accounts. It is public like a chain, so it needs no key: the signature of
 * a transaction proves its sender. An answer waits until everything that it was made from is on disk.
 */
export const rpcRoutes = (app: Hono, services: Services): void => {
  app.post('/rpc', async context => {
    const request = parseJson(await readText(context))
    if (request === undefined) return context.json(failure(null, { code: -32_700, message: 'parse error' }))
    if (!Array.isArray(request)) return context.json(await written(services, answer(services, request)))
    if (request.length === 0 || request.length > BATCH_MAX)
      return context.json(failure(null, { code: -32_600, message: `a batch has 1 to ${BATCH_MAX} calls` }))
    const answers = request.map(one => answer(services, one))
    return context.json(await written(services, answers))
  })
}

const written = async <Answer extends object>({ writes }: Services, found: Answer): Promise<Answer> => {
  await writes.sequencer.written()
  return found
}

type Id = string | number | null

const failure = (id: Id, error: NodeError): object => ({ jsonrpc: '2.0', id, error })

const answer = (services: Services, request: unknown): object => {
  if (!isObject(request) || typeof request['method'] !== 'string')
    return failure(null, { code: -32_600, message: 'invalid request' })
  const id = typeof request['id'] === 'string' || typeof request['id'] === 'number' ? request['id'] : null
  const parameters: readonly unknown[] = Array.isArray(request['params']) ? request['params'] : []
  services.writes.sequencer.deferred.run()
  const found = methodAnswer(services, request['method'], parameters)
  return found instanceof Refused ? failure(id, found.error) : { jsonrpc: '2.0', id, result: found }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** An answer that is an error. */
class Refused {
  readonly error: NodeError

  constructor(error: NodeError) {
    this.error = error
  }
}

const invalid = (message: string): Refused => new Refused({ code: -32_602, message })

/** The result of a method, or the refusal of its call. */
const methodAnswer = (services: Services, method: string, parameters: readonly unknown[]): unknown => {
  const { reads } = services
  switch (method) {
    case 'eth_chainId':
      return numberToHex(reads.chainId)
    // web3.py asks for it to see whether it is connected.
    case 'web3_clientVersion':
      return 'oddsmith'
    case 'net_version':
      return String(reads.chainId)
    case 'eth_blockNumber':
      return numberToHex(blockAt(reads.now()))
    case 'eth_gasPrice':
    case 'eth_maxPriorityFeePerGas':
      return numberToHex(GAS_PRICE)
    case 'eth_feeHistory':
      return feeHistory(services, parameters)
    case 'eth_getBlockByNumber':
      return blockAnswer(services, parameters)
    case 'eth_call':
      return callAnswer(services, parameters[0])
    case 'eth_estimateGas':
      return estimate(services, parameters[0])
    default:
      return ofAddress(services, method, parameters[0]) ?? ofTransaction(services, method, parameters[0])
  }
}

const sideOf = ({ reads, auth }: Services): ChainSide => ({ reads, smartAccounts: auth.smartAccounts })

/** Methods about an address; `undefined`: the method is another one. */
const ofAddress = (services: Services, method: string, asked: unknown): unknown => {
  const { ledger } = services.reads.wallets
  const answerFor = (read: (address: string) => string): unknown => {
    const address = addressOf(asked)
    return address === null ? invalid(`${method} expects an address`) : read(address)
  }
  switch (method) {
    case 'eth_getTransactionCount':
      return answerFor(address => numberToHex(ledger.nonceOf(address.toLowerCase())))
    case 'eth_getBalance':
      return answerFor(address => numberToHex(ledger.coinOf(address.toLowerCase())))
    case 'eth_getCode':
      return answerFor(address => (hasCode(sideOf(services), address) ? '0x00' : '0x'))
    default:
      return undefined
  }
}

const ofTransaction = (services: Services, method: string, asked: unknown): unknown => {
  const { reads, writes } = services
  const found = typeof asked === 'string' ? reads.wallets.ledger.find(asked.toLowerCase()) : null
  switch (method) {
    case 'eth_sendRawTransaction': {
      if (typeof asked !== 'string') return invalid('eth_sendRawTransaction expects the bytes of a transaction in hex')
      const sent = sendTransaction(sideOf(services), writes, asked)
      return typeof sent === 'string' ? sent : new Refused(sent)
    }
    case 'eth_getTransactionByHash':
      return found === null ? null : transactionRow(reads, found)
    case 'eth_getTransactionReceipt':
      return found === null ? null : receiptRow(reads, found)
    default:
      return new Refused({ code: -32_601, message: 'the method does not exist or is not available' })
  }
}

/** A read returns what the contract does; a call that changes something is tried without effect. */
const callAnswer = (services: Services, asked: unknown): unknown => {
  const call = callOf(asked)
  if (call === null) return invalid('eth_call expects { to, data }')
  const side = sideOf(services)
  const bundle = decodeMulticall(call.to, call.data)
  if (bundle !== null) return encodeMulticallAnswer(bundle.map(part => returnData(side, part.to, part.data)))
  const read = returnData(side, call.to, call.data)
  if (read !== '0x') return read
  const outcome = tryCall(side, call)
  return outcome.kind === 'done' ? outcome.returns : new Refused(revertError(outcome))
}

const estimate = (services: Services, asked: unknown): unknown => {
  const call = callOf(isObject(asked) ? { data: '0x', ...asked } : asked)
  if (call === null) return invalid('eth_estimateGas expects { from, to, data }')
  const outcome = tryCall(sideOf(services), call)
  return outcome.kind === 'done' ? numberToHex(gasOf(call.data, outcome)) : new Refused(revertError(outcome))
}

const callOf = (value: unknown): Call | null => {
  if (!isObject(value)) return null
  const { input, data = input, value: coin = '0x0' } = value
  const to = addressOf(value['to'])
  const isWhole = isHex(data) && data.length % 2 === 0
  if (to === null || !isWhole || !isHex(coin) || coin === '0x') return null
  return { to, data, from: (addressOf(value['from']) ?? ZERO_ADDRESS).toLowerCase(), value: BigInt(coin) }
}

/** In EIP-55 form. */
const addressOf = (value: unknown): string | null =>
  typeof value === 'string' && isAddress(value, { strict: false }) ? getAddress(value) : null

/** A block by its number or tag; `null`: there is none yet. */
const blockAnswer = ({ reads }: Services, [asked, isFull]: readonly unknown[]): unknown => {
  const block = blockOf(blockAt(reads.now()), asked)
  if (block === null) return invalid('eth_getBlockByNumber expects a number or a tag')
  return block > blockAt(reads.now()) ? null : blockRow(reads, block, isFull === true)
}

const blockOf = (newest: number, asked: unknown): number | null => {
  if (asked === 'earliest') return 0
  if (typeof asked === 'string' && ['latest', 'pending', 'safe', 'finalized'].includes(asked)) return newest
  if (!isHex(asked) || asked === '0x' || asked.length > 15) return null
  return Number(asked)
}

const feeHistory = ({ reads }: Services, [count, asked, percentiles]: readonly unknown[]): unknown => {
  const newest = blockOf(blockAt(reads.now()), asked)
  const blocks = Number(isHex(count) || typeof count === 'number' ? count : Number.NaN)
  if (newest === null || !(blocks >= 1)) return invalid('eth_feeHistory expects a number of blocks and the newest of them')
  const asks = Array.isArray(percentiles) ? percentiles.length : 0
  if (asks > PERCENTILES_MAX) return invalid(`eth_feeHistory takes at most ${PERCENTILES_MAX} percentiles`)
  const length = Math.min(Math.floor(blocks), Math.floor(HISTORY_MAX / Math.max(1, asks)), newest + 1)
  const each = <Value>(value: Value, more = 0): readonly Value[] => Array.from({ length: length + more }, () => value)
  return {
    oldestBlock: numberToHex(newest - length + 1),
    baseFeePerGas: each('0x0', 1),
    gasUsedRatio: each(0),
    ...(Array.isArray(percentiles) && { reward: each(percentiles.map(() => numberToHex(GAS_PRICE))) }),
  }
}
