import { type Outcome, Wei } from '../../model/money.js'
import {
  type ChainCall,
  decodeAddressAnswer,
  decodeBooleanAnswer,
  decodeQuantity,
  decodeUintAnswer,
  decodeUintsAnswer,
  encodeChainCall,
} from '../../protocol/chain.js'
import { contractSet, contractsOf } from '../../protocol/contracts.js'
import { rpcSchema } from '../../protocol/wire.js'
import { VenueError } from '../venue-error.js'
import type { Rest } from '../wires/rest.js'
import { expectJson } from './calls.js'
import type { PredictMarket } from './market-registry.js'
import { VENUE } from './topics.js'

export interface ChainOptions {
  readonly rpc: Rest
  readonly chainId: number
  readonly owner: string
}

/** Settled shares by the market's id. */
export type Shares = ReadonlyMap<string, Readonly<Record<Outcome, Wei>>>
/** What the contracts need to know of a market. */
export type TokenMarket = Pick<PredictMarket, 'id' | 'flags' | 'tokens'>

const TOKENS_A_CALL = 200

/** The wallet's collateral on the chain. Throws a VenueError. */
export async function readCash({ rpc, chainId, owner }: ChainOptions): Promise<Wei> {
  const data = await call(rpc, contractsOf(chainId).usdt, { kind: 'cash', owner })
  return Wei.of(decodeAnswer('the balance of collateral', () => decodeUintAnswer(data)))
}

/** The wallet's shares of all markets on the chain: one call for each contract that holds them. Throws a VenueError. */
export async function readShares(options: ChainOptions, markets: readonly TokenMarket[]): Promise<Shares> {
  const byContract = new Map<string, TokenMarket[]>()
  for (const market of markets) {
    const contract = contractSet(options.chainId, market.flags).conditionalTokens
    byContract.set(contract, [...(byContract.get(contract) ?? []), market])
  }
  const shares = new Map<string, Readonly<Record<Outcome, Wei>>>()
  for (const [contract, held] of byContract) {
    const balances = await readTokens(
      options,
      contract,
      held.flatMap(({ tokens }) => [tokens.yes, tokens.no]),
    )
    for (const [at, market] of held.entries())
      shares.set(market.id, { yes: Wei.of(balances[2 * at] ?? 0n), no: Wei.of(balances[2 * at + 1] ?? 0n) })
  }
  return shares
}

async function readTokens(
  { rpc, owner }: ChainOptions,
  contract: string,
  tokens: readonly bigint[],
): Promise<readonly bigint[]> {
  const balances: bigint[] = []
  for (let from = 0; from < tokens.length; from += TOKENS_A_CALL) {
    const some = tokens.slice(from, from + TOKENS_A_CALL)
    const data = await call(rpc, contract, { kind: 'sharesOfMany', owners: some.map(() => owner), tokens: some })
    const read = decodeAnswer('balances of shares', () => decodeUintsAnswer(data))
    if (read.length !== some.length) throw broken(`expected ${some.length} balances of shares, found ${read.length}`)
    balances.push(...read)
  }
  return balances
}

/** How much of the wallet's collateral `spender` may take. Throws a VenueError. */
export async function readAllowance({ rpc, chainId, owner }: ChainOptions, spender: string): Promise<Wei> {
  const data = await call(rpc, contractsOf(chainId).usdt, { kind: 'allowance', owner, spender })
  return Wei.of(decodeAnswer('the allowance of collateral', () => decodeUintAnswer(data)))
}

/** Whether `operator` may move the wallet's shares of one contract. Throws a VenueError. */
export async function readApproval(
  { rpc, owner }: ChainOptions,
  { contract, operator }: { readonly contract: string; readonly operator: string },
): Promise<boolean> {
  const data = await call(rpc, contract, { kind: 'isApproved', owner, operator })
  return decodeAnswer('the approval of shares', () => decodeBooleanAnswer(data))
}

/** The nonce that an exchange requires in the wallet's orders. Throws a VenueError. */
export async function readNonce({ rpc, owner }: ChainOptions, exchange: string): Promise<bigint> {
  const data = await call(rpc, exchange, { kind: 'nonce', maker: owner })
  return decodeAnswer('the nonce of orders', () => decodeUintAnswer(data))
}

/** The fee of conversions within a neg-risk group, in bps, and the number of its questions, at its adapter. Throws a VenueError. */
export async function readGroup(
  { rpc }: ChainOptions,
  { adapter, group }: { readonly adapter: string; readonly group: string },
): Promise<{ readonly feeBps: number; readonly size: number }> {
  const read = async (kind: 'convertFee' | 'questionCount'): Promise<number> => {
    const data = await call(rpc, adapter, { kind, group })
    return Number(decodeAnswer('the terms of a neg-risk group', () => decodeUintAnswer(data)))
  }
  return { feeBps: await read('convertFee'), size: await read('questionCount') }
}

/** The owner of a smart wallet, in EIP-55 form. Throws a VenueError. */
export async function readSmartOwner({ rpc, chainId, owner }: ChainOptions): Promise<string> {
  const data = await call(rpc, contractsOf(chainId).ecdsaValidator, { kind: 'smartOwner', account: owner })
  return decodeAnswer('the owner of the account', () => decodeAddressAnswer(data))
}

/** The id of the chain that a node serves. Throws a VenueError. */
export async function readChainId({ rpc }: Pick<ChainOptions, 'rpc'>): Promise<number> {
  const found = await ask(rpc, 'eth_chainId', [])
  return decodeAnswer('the id of the chain', () => decodeQuantity(found))
}

/** What is wrong with the chain of a node, in words; null: it is the wallet's. Throws a VenueError. */
export async function wrongChain({ rpc, chainId }: Pick<ChainOptions, 'rpc' | 'chainId'>): Promise<string | null> {
  const found = await readChainId({ rpc })
  return found === chainId ? null : `expected a node of chain ${chainId}, found one of chain ${found}`
}

const call = (rpc: Rest, to: string, read: ChainCall): Promise<string> =>
  ask(rpc, 'eth_call', [{ to, data: encodeChainCall(read) }, 'latest'])

/** One call of a node. Throws a VenueError with the node's own words if it refuses. */
export async function ask(rpc: Rest, method: string, params: readonly unknown[]): Promise<string> {
  const request = { jsonrpc: '2.0', id: 1, method, params }
  const answer = await rpc.request({ method: 'POST', path: '', body: JSON.stringify(request) })
  const { result, error } = expectJson(answer, rpcSchema, 'a read of the chain')
  if (result === null || result === undefined) throw broken(`the chain refused ${method}: ${error?.message ?? 'no result'}`)
  return result
}

const decodeAnswer = <T>(what: string, decode: () => T): T => {
  try {
    return decode()
  } catch (cause) {
    throw broken(`${what}: the chain's answer could not be read`, cause)
  }
}

const broken = (why: string, cause?: unknown): VenueError => new VenueError(why, { venue: VENUE, retryable: true, cause })
