import type { Hono } from 'hono'
import { getAddress, isAddress, isHex, numberToHex } from 'viem/utils'
import { type ChainAnswer, type ChainCall, decodeChainCall, encodeChainAnswer } from '../../../protocol/chain.js'
import { type ContractSet, contractSet, contractsOf, ZERO_ADDRESS } from '../../../protocol/contracts.js'
import { decodeMulticall, encodeMulticallAnswer } from '../../../protocol/multicall.js'
import { readText } from '../http/body.js'
import type { Services } from './services.js'

const BATCH_MAX = 100
const SECONDS_A_BLOCK = 3
const UINT_MAX = (1n << 256n) - 1n

/** The chain as a wallet reads it: JSON-RPC, answered from the exchange's own accounts. It is public like a chain, so it needs no key. */
export const rpcRoutes = (app: Hono, services: Services): void => {
  app.post('/rpc', async context => {
    const request = parse(await readText(context))
    if (request === undefined) return context.json(failure(null, { code: -32_700, message: 'parse error' }))
    if (!Array.isArray(request)) return context.json(answer(services, request))
    if (request.length === 0 || request.length > BATCH_MAX)
      return context.json(failure(null, { code: -32_600, message: `a batch has 1 to ${BATCH_MAX} calls` }))
    return context.json(request.map(one => answer(services, one)))
  })
}

type Id = string | number | null

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const failure = (id: Id, error: { code: number; message: string }): object => ({ jsonrpc: '2.0', id, error })

const answer = (services: Services, request: unknown): object => {
  if (!isObject(request) || typeof request['method'] !== 'string')
    return failure(null, { code: -32_600, message: 'invalid request' })
  const id = typeof request['id'] === 'string' || typeof request['id'] === 'number' ? request['id'] : null
  const parameters: readonly unknown[] = Array.isArray(request['params']) ? request['params'] : []
  switch (request['method']) {
    case 'eth_chainId':
      return result(id, numberToHex(services.reads.chainId))
    // web3.py asks for it to see whether it is connected.
    case 'web3_clientVersion':
      return result(id, 'oddsmith')
    case 'net_version':
      return result(id, String(services.reads.chainId))
    case 'eth_blockNumber':
      return result(id, numberToHex(Math.floor(services.reads.now() / 1_000_000 / SECONDS_A_BLOCK)))
    case 'eth_call':
      return call(services, id, parameters[0])
    default:
      return failure(id, { code: -32_601, message: 'the method does not exist or is not available' })
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const result = (id: Id, value: string): object => ({ jsonrpc: '2.0', id, result: value })

const call = (services: Services, id: Id, transaction: unknown): object => {
  const { to, data } = readTransaction(transaction)
  if (to === null || data === null) return failure(id, { code: -32_602, message: 'eth_call expects { to, data }' })
  const bundle = decodeMulticall(to, data)
  if (bundle === null) return result(id, returnData(services, to, data))
  return result(id, encodeMulticallAnswer(bundle.map(part => returnData(services, part.to, part.data))))
}

/** On a chain, too, an address without that function returns nothing. */
const returnData = (services: Services, to: string, data: string): string => {
  const read = decodeChainCall(data)
  const found = read === null ? null : readChain(services, to, read)
  return read === null || found === null ? '0x' : encodeChainAnswer(read.kind, found)
}

const readTransaction = (value: unknown): { to: string | null; data: string | null } => {
  if (!isObject(value)) return { to: null, data: null }
  const { to, data = value['input'] } = value
  const isWhole = isHex(data) && data.length % 2 === 0
  return { to: typeof to === 'string' && isAddress(to, { strict: false }) ? getAddress(to) : null, data: isWhole ? data : null }
}

/** What the contract at `to` returns; `null`: it has no such function. Contracts and addresses of the call are in EIP-55 form. */
const readChain = (services: Services, to: string, read: ChainCall): ChainAnswer | null => {
  const contracts = contractsOf(services.reads.chainId)
  const account = (address: string) => services.reads.core.account(address.toLowerCase())
  switch (read.kind) {
    case 'cash':
      return to === contracts.usdt ? (account(read.owner)?.cash ?? 0n) : null
    case 'allowance':
      if (to !== contracts.usdt) return null
      return isSpender(services, read.spender) && account(read.owner)?.isCashApproved === true ? UINT_MAX : 0n
    case 'shares':
      return isTokens(services, to) ? sharesOf(services, to, read) : null
    case 'sharesOfMany':
      return isTokens(services, to) ? sharesOfMany(services, to, read) : null
    case 'isApproved':
      return isTokens(services, to)
        ? isSpender(services, read.operator) && account(read.owner)?.isSharesApproved === true
        : null
    case 'nonce':
      return setsOf(services).some(set => set.exchange === to) ? BigInt(account(read.maker)?.nonce ?? 0) : null
    case 'smartOwner':
      return to === contracts.ecdsaValidator ? (services.auth.smartAccounts.ownerOf(read.account) ?? ZERO_ADDRESS) : null
    default:
      return read satisfies never
  }
}

const setsOf = (services: Services): readonly ContractSet[] => {
  const { plain, negRisk, yieldBearing, yieldBearingNegRisk } = contractsOf(services.reads.chainId)
  return [plain, negRisk, yieldBearing, yieldBearingNegRisk]
}

const isSpender = (services: Services, address: string): boolean =>
  setsOf(services).some(set => set.exchange === address || set.adapter === address)

const isTokens = (services: Services, to: string): boolean => setsOf(services).some(set => set.conditionalTokens === to)

/** Shares belong to the token contract of their market's kind; any other contract returns 0. */
const sharesOf = (services: Services, to: string, { owner, token }: { owner: string; token: bigint }): bigint => {
  const known = services.reads.markets.catalog.token(String(token))
  const market = known === null ? null : services.reads.core.market(known.market)
  if (known === null || market === null) return 0n
  if (contractSet(services.reads.chainId, market.spec).conditionalTokens !== to) return 0n
  const holding = services.reads.core.account(owner.toLowerCase())?.holdings.get(known.market)
  return holding?.[known.outcome] ?? 0n
}

const sharesOfMany = (
  services: Services,
  to: string,
  read: { owners: readonly string[]; tokens: readonly bigint[] },
): readonly bigint[] | null => {
  if (read.owners.length !== read.tokens.length) return null
  return read.tokens.map((token, index) => sharesOf(services, to, { owner: read.owners[index] ?? '', token }))
}
