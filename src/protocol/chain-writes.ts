import {
  concatHex,
  decodeFunctionData,
  encodeFunctionData,
  getAddress,
  isHex,
  numberToHex,
  parseAbi,
  sliceHex,
} from 'viem/utils'
import { attempt } from './attempt.js'

/**
 * A call that changes what a wallet has on the chain. Amounts are wei of collateral or shares. `through`: pairs of a market in a negative-risk group
 * are made and dissolved by its `adapter`, those of any other market by the contract of the shares, `tokens`.
 */
export type ChainWrite =
  /** ERC-20: lets `spender` take up to `amount` of the collateral. */
  | { readonly kind: 'approve-cash'; readonly spender: string; readonly amount: bigint }
  /** ERC-1155: lets `operator` move all shares of the contract, or takes that back. */
  | { readonly kind: 'approve-shares'; readonly operator: string; readonly isApproved: boolean }
  /** Turns collateral into as many shares of each outcome. */
  | ({ readonly kind: 'split'; readonly amount: bigint } & PairPlace)
  /** Turns as many shares of each outcome into collateral. */
  | ({ readonly kind: 'merge'; readonly amount: bigint } & PairPlace)
  /** Turns shares of a market with a result into what they pay: through `tokens` all that are held, through an `adapter` these amounts. */
  | ({ readonly kind: 'redeem'; readonly amounts: Amounts } & PairPlace)
  /** At an `adapter`: turns NO of some questions of a negative-risk group into YES of its others, and collateral. */
  | ({ readonly kind: 'convert' } & Conversion)
  /** Voids every order that was signed with the old nonce. */
  | { readonly kind: 'raise-nonce' }

/** Which market's pairs, by its condition, and the contract that keeps them. */
export type PairPlace =
  | { readonly through: 'tokens'; readonly collateral: string; readonly condition: string }
  | { readonly through: 'adapter'; readonly condition: string }

/** Shares of NO that are to be converted. */
export interface Conversion {
  /** The id of the group on the chain: 0x and 64 hex digits. */
  readonly group: string
  /** The questions of which NO is given, by their places in the group: bit 0 is the first. */
  readonly questions: bigint
  /** Shares of each of them, in wei. */
  readonly amount: bigint
}

/** Shares of each outcome, in wei. */
export interface Amounts {
  readonly yes: bigint
  readonly no: bigint
}

/** A call of a contract. The address is in EIP-55 form. */
export interface ContractCall {
  readonly to: string
  readonly data: Hex
}

type Hex = `0x${string}`

const NO_PARENT: Hex = `0x${'0'.repeat(64)}`
/** Both outcomes by their index sets: YES, then NO. */
const BOTH = [1n, 2n] as const

const WALLET_ABI = parseAbi([
  'function approve(address spender, uint256 amount) returns (bool)',
  'function setApprovalForAll(address operator, bool approved)',
  'function incrementNonce()',
])
const TOKENS_ABI = parseAbi([
  'function splitPosition(address collateral, bytes32 parent, bytes32 condition, uint256[] partition, uint256 amount)',
  'function mergePositions(address collateral, bytes32 parent, bytes32 condition, uint256[] partition, uint256 amount)',
  'function redeemPositions(address collateral, bytes32 parent, bytes32 condition, uint256[] indexSets)',
])
const ADAPTER_ABI = parseAbi([
  'function splitPosition(bytes32 condition, uint256 amount)',
  'function mergePositions(bytes32 condition, uint256 amount)',
  'function redeemPositions(bytes32 condition, uint256[] amounts)',
])
const GROUP_ABI = parseAbi(['function convertPositions(bytes32 group, uint256 questions, uint256 amount)'])
const KERNEL_ABI = parseAbi(['function execute(bytes32 mode, bytes executionCalldata) payable'])
/** A single call, whose failure fails the transaction. */
const KERNEL_MODE: Hex = `0x${'0'.repeat(64)}`

/** The call data of a write. Throws a RangeError for an invalid address or condition. */
export function encodeChainWrite(write: ChainWrite): Hex {
  switch (write.kind) {
    case 'approve-cash':
      return encodeFunctionData({ abi: WALLET_ABI, functionName: 'approve', args: [getAddress(write.spender), write.amount] })
    case 'approve-shares':
      return encodeFunctionData({
        abi: WALLET_ABI,
        functionName: 'setApprovalForAll',
        args: [getAddress(write.operator), write.isApproved],
      })
    case 'raise-nonce':
      return encodeFunctionData({ abi: WALLET_ABI, functionName: 'incrementNonce' })
    case 'convert':
      return encodeConversion(write)
    case 'split':
    case 'merge':
    case 'redeem':
      return write.through === 'tokens' ? encodeAtTokens(write) : encodeAtAdapter(write)
    default:
      return write satisfies never
  }
}

type PairWrite = Extract<ChainWrite, PairPlace>

function encodeAtTokens(write: Extract<PairWrite, { readonly through: 'tokens' }>): Hex {
  const place = [getAddress(write.collateral), NO_PARENT, bytesOf(write.condition, 'a condition'), BOTH] as const
  if (write.kind === 'redeem') return encodeFunctionData({ abi: TOKENS_ABI, functionName: 'redeemPositions', args: place })
  const functionName = write.kind === 'split' ? 'splitPosition' : 'mergePositions'
  return encodeFunctionData({ abi: TOKENS_ABI, functionName, args: [...place, write.amount] })
}

function encodeAtAdapter(write: Extract<PairWrite, { readonly through: 'adapter' }>): Hex {
  const condition = bytesOf(write.condition, 'a condition')
  if (write.kind === 'redeem') {
    const { yes, no } = write.amounts
    return encodeFunctionData({ abi: ADAPTER_ABI, functionName: 'redeemPositions', args: [condition, [yes, no]] })
  }
  const functionName = write.kind === 'split' ? 'splitPosition' : 'mergePositions'
  return encodeFunctionData({ abi: ADAPTER_ABI, functionName, args: [condition, write.amount] })
}

const encodeConversion = ({ group, questions, amount }: Conversion): Hex =>
  encodeFunctionData({
    abi: GROUP_ABI,
    functionName: 'convertPositions',
    args: [bytesOf(group, 'a group'), questions, amount],
  })

function bytesOf(text: string, what: string): Hex {
  if (!isHex(text) || text.length !== 66) throw new RangeError(`expected ${what} as 0x and 64 hex digits, found ${text}`)
  return text
}

/**
 * The write that call data encode; null if it is none of these. The caller checks which contract was called. A redemption through `tokens` names
 * index sets instead of amounts: its amount is 0 for an outcome that it leaves out, and otherwise `WHOLE`.
 */
export function decodeChainWrite(data: string): ChainWrite | null {
  if (!isHex(data)) return null
  return decodeWallet(data) ?? decodeAtTokens(data) ?? decodeAtAdapter(data) ?? decodeConversion(data)
}

/** Stands for all shares of an outcome that are held. */
export const WHOLE = (1n << 256n) - 1n

function decodeWallet(data: Hex): ChainWrite | null {
  const call = attempt(() => decodeFunctionData({ abi: WALLET_ABI, data }))
  if (call === null) return null
  switch (call.functionName) {
    case 'approve':
      return { kind: 'approve-cash', spender: call.args[0], amount: call.args[1] }
    case 'setApprovalForAll':
      return { kind: 'approve-shares', operator: call.args[0], isApproved: call.args[1] }
    case 'incrementNonce':
      return { kind: 'raise-nonce' }
    default:
      return call satisfies never
  }
}

function decodeAtTokens(data: Hex): ChainWrite | null {
  const call = attempt(() => decodeFunctionData({ abi: TOKENS_ABI, data }))
  if (call === null || call.args[1] !== NO_PARENT) return null
  const [collateral, , condition, sets] = call.args
  const place = { through: 'tokens', collateral, condition } as const
  if (call.functionName === 'redeemPositions') {
    const amountOf = (set: bigint): bigint => (sets.includes(set) ? WHOLE : 0n)
    return { kind: 'redeem', ...place, amounts: { yes: amountOf(BOTH[0]), no: amountOf(BOTH[1]) } }
  }
  if (sets.length !== 2 || !BOTH.every(set => sets.includes(set))) return null
  return { kind: call.functionName === 'splitPosition' ? 'split' : 'merge', ...place, amount: call.args[4] }
}

function decodeAtAdapter(data: Hex): ChainWrite | null {
  const call = attempt(() => decodeFunctionData({ abi: ADAPTER_ABI, data }))
  if (call === null) return null
  const place = { through: 'adapter', condition: call.args[0] } as const
  if (call.functionName !== 'redeemPositions')
    return { kind: call.functionName === 'splitPosition' ? 'split' : 'merge', ...place, amount: call.args[1] }
  const [yes, no, ...more] = call.args[1]
  return yes === undefined || no === undefined || more.length > 0 ? null : { kind: 'redeem', ...place, amounts: { yes, no } }
}

function decodeConversion(data: Hex): ChainWrite | null {
  const call = attempt(() => decodeFunctionData({ abi: GROUP_ABI, data }))
  if (call === null) return null
  const [group, questions, amount] = call.args
  return { kind: 'convert', group, questions, amount }
}

/** A call that a smart wallet makes when its owner asks for it. */
export function encodeSmartCall({ to, data }: ContractCall): Hex {
  const execution = concatHex([getAddress(to), numberToHex(0n, { size: 32 }), data])
  return encodeFunctionData({ abi: KERNEL_ABI, functionName: 'execute', args: [KERNEL_MODE, execution] })
}

/** The call that a smart wallet is asked for; null if call data are no such request, or if they send the chain's coin along. */
export function decodeSmartCall(data: string): ContractCall | null {
  const call = isHex(data) ? attempt(() => decodeFunctionData({ abi: KERNEL_ABI, data })) : null
  if (call === null) return null
  const [mode, execution] = call.args
  if (mode !== KERNEL_MODE || execution.length < 2 + 2 * 52 || BigInt(sliceHex(execution, 20, 52)) !== 0n) return null
  return { to: getAddress(sliceHex(execution, 0, 20)), data: execution.length === 2 + 2 * 52 ? '0x' : sliceHex(execution, 52) }
}
