import { reasonOf } from '../../model/reason-of.js'
import { type ContractCall, encodeSmartCall } from '../../protocol/chain-writes.js'
import type { Signer } from '../../protocol/sign.js'
import { signedTransactionHash, signTransaction } from '../../protocol/sign-transaction.js'
import { receiptSchema, rpcSchema } from '../../protocol/wire.js'
import { pause } from '../wires/pause.js'
import type { Rest } from '../wires/rest.js'
import type { Wires } from '../wires/wires.js'
import { expectJson } from './calls.js'
import { chainError } from './chain-error.js'
import { ask, wrongChain } from './chain-reads.js'

export interface SendOptions {
  readonly rpc: Rest
  readonly signer: Signer
  readonly wires: Pick<Wires, 'scheduler'>
}

const EVERY_MS = 1_000
const RECEIPT_WITHIN_MS = 120_000
const LOOK_WITHIN_MS = 8_000
/** Of the estimate: another transaction may change what a call costs before it is carried out. */
const GAS_PERCENT = 125n

/**
 * Sends a transaction that calls a contract for the wallet, and waits until it is in a block. A call that would fail is refused before anything is
 * sent. Returns the transaction's hash. Throws a VenueError.
 */
export async function sendCall(options: SendOptions, wanted: ContractCall): Promise<string> {
  const { rpc, signer } = options
  const { address, owner, chainId } = signer
  // A smart wallet makes the call when the owner of its key asks it to.
  const call = address === owner ? wanted : { to: address, data: encodeSmartCall(wanted) }
  const wrong = await wrongChain({ rpc, chainId })
  if (wrong !== null) throw chainError(wrong)
  const estimate = await quantity(rpc, 'eth_estimateGas', [{ from: owner, ...call }])
  const gas = (estimate * GAS_PERCENT) / 100n
  const gasPrice = await quantity(rpc, 'eth_gasPrice', [])
  const coin = await quantity(rpc, 'eth_getBalance', [owner, 'latest'])
  if (coin < gas * gasPrice)
    throw chainError(`${owner} must hold the chain's own coin for gas: expected ${gas * gasPrice} wei, found ${coin}`)
  const nonce = await nextNonce(options, owner)
  const hash = await deliver(options, signTransaction(call, { nonce, gas, gasPrice }, signer))
  await carriedOut(options, hash)
  return hash
}

/**
 * Reads what a transaction changed, until it is as expected or `LOOK_WITHIN_MS` have passed: nodes that share an address may be some blocks apart.
 * Returns the last read. Throws a VenueError that names the transaction if nothing could be read.
 */
export const lookAfter = <T>(
  options: Pick<SendOptions, 'wires'>,
  hash: string,
  { read, isExpected }: { readonly read: () => Promise<T>; readonly isExpected: (found: T) => boolean },
): Promise<T> =>
  waitFor(options, LOOK_WITHIN_MS, async isLast => {
    try {
      const found = await read()
      return isLast || isExpected(found) ? found : null
    } catch (cause) {
      if (!isLast) return null
      const why = reasonOf(cause)
      throw chainError(`transaction ${hash} was carried out, but what it did could not be read: ${why}`, cause)
    }
  })

/** Tries once a second until a try returns a result; null is none. The last try, after `withinMs`, must return one or throw. */
async function waitFor<T>(
  { wires }: Pick<SendOptions, 'wires'>,
  withinMs: number,
  attempt: (isLast: boolean) => Promise<T | null>,
): Promise<T> {
  for (let waited = 0; ; waited += EVERY_MS) {
    const found = await attempt(waited >= withinMs)
    if (found !== null) return found
    await pause(wires.scheduler, EVERY_MS)
  }
}

/** Number of the next transaction. Not while another one waits: it may be this one, sent by a call that was killed. */
const nextNonce = (options: SendOptions, owner: string): Promise<number> =>
  waitFor(options, LOOK_WITHIN_MS, async isLast => {
    const pending = await quantity(options.rpc, 'eth_getTransactionCount', [owner, 'pending'])
    const latest = await quantity(options.rpc, 'eth_getTransactionCount', [owner, 'latest'])
    if (pending <= latest) return Number(latest)
    if (!isLast) return null
    throw chainError(`a transaction of ${owner} is not in a block yet: wait for it, because it may do what this one was to do`)
  })

/** Sends it once. If no answer comes it may have arrived, so it is then looked up by the hash, which is known here. Throws a VenueError. */
async function deliver({ rpc }: SendOptions, raw: string): Promise<string> {
  const request = { jsonrpc: '2.0', id: 1, method: 'eth_sendRawTransaction', params: [raw] }
  const answer = await rpc.request({ method: 'POST', path: '', body: JSON.stringify(request) })
  if (answer.kind === 'failed' && answer.wasSent) return signedTransactionHash(raw)
  const { result, error } = expectJson(answer, rpcSchema, 'the answer to a transaction')
  if (result === null || result === undefined)
    throw chainError(`the chain refused the transaction: ${error?.message ?? 'no result'}`)
  return result
}

async function quantity(rpc: Rest, method: string, params: readonly unknown[]): Promise<bigint> {
  const text = await ask(rpc, method, params)
  if (!/^0x[0-9a-f]{1,64}$/i.test(text)) throw chainError(`${method}: expected a number in hex, found ${text.slice(0, 40)}`)
  return BigInt(text)
}

/** Resolves when the transaction is in a block and has succeeded. Throws a VenueError if it failed, or is in none. */
async function carriedOut(options: SendOptions, hash: string): Promise<void> {
  const request = { jsonrpc: '2.0', id: 1, method: 'eth_getTransactionReceipt', params: [hash] }
  await waitFor(options, RECEIPT_WITHIN_MS, async isLast => {
    const answer = await options.rpc.request({ method: 'POST', path: '', body: JSON.stringify(request) })
    // A receipt that cannot be read now may be read later: the transaction was sent.
    const result =
      answer.kind === 'failed' ? null : expectJson(answer, receiptSchema, `the receipt of transaction ${hash}`).result
    if (result?.status === '0x1') return true
    if (result?.status === '0x0')
      throw chainError(`transaction ${hash} failed on the chain: nothing has changed but the gas it used`)
    if (!isLast) return null
    throw chainError(
      `transaction ${hash} is not in a block after ${RECEIPT_WITHIN_MS / 1_000} s: look it up before you send another`,
    )
  })
}
