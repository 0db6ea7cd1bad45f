import {
  decodeFunctionData,
  decodeFunctionResult,
  encodeFunctionData,
  encodeFunctionResult,
  getAddress,
  hexToNumber,
  isHex,
  parseAbi,
} from 'viem/utils'
import { attempt } from './attempt.js'

/** A read of the chain that a trading wallet needs. Addresses may be in any letter case; those of a decoded read are in EIP-55 form. */
export type ChainCall =
  /** ERC-20: collateral held. */
  | { readonly kind: 'cash'; readonly owner: string }
  /** ERC-20: collateral that `spender` may take. */
  | { readonly kind: 'allowance'; readonly owner: string; readonly spender: string }
  /** ERC-1155: shares held of one outcome. */
  | { readonly kind: 'shares'; readonly owner: string; readonly token: bigint }
  /** ERC-1155: shares held, one pair of owner and token a row. */
  | { readonly kind: 'sharesOfMany'; readonly owners: readonly string[]; readonly tokens: readonly bigint[] }
  | { readonly kind: 'isApproved'; readonly owner: string; readonly operator: string }
  /** The nonce that an exchange requires in a maker's orders. */
  | { readonly kind: 'nonce'; readonly maker: string }
  /** Fee of a conversion within a negative-risk group, in bps, and the number of its questions: asked of the group's adapter. */
  | { readonly kind: 'convertFee' | 'questionCount'; readonly group: string }
  /** Who owns a smart wallet. */
  | { readonly kind: 'smartOwner'; readonly account: string }

/** The answer type of each read. */
export type ChainAnswer = bigint | boolean | string | readonly bigint[]

type Hex = `0x${string}`

const ABI = parseAbi([
  'function balanceOf(address owner) view returns (uint256)',
  'function allowance(address owner, address spender) view returns (uint256)',
  'function isApprovedForAll(address owner, address operator) view returns (bool)',
  'function nonces(address maker) view returns (uint256)',
  'function ecdsaValidatorStorage(address account) view returns (address)',
  'function getFeeBips(bytes32 group) view returns (uint256)',
  'function getQuestionCount(bytes32 group) view returns (uint256)',
])
// `balanceOf` is overloaded; two ABIs spare viem from guessing between the forms.
const SHARES_ABI = parseAbi([
  'function balanceOf(address owner, uint256 token) view returns (uint256)',
  'function balanceOfBatch(address[] owners, uint256[] tokens) view returns (uint256[])',
])

/** The call data of a read. */
export function encodeChainCall(call: ChainCall): Hex {
  switch (call.kind) {
    case 'cash':
      return encodeFunctionData({ abi: ABI, functionName: 'balanceOf', args: [getAddress(call.owner)] })
    case 'allowance':
      return encodeFunctionData({
        abi: ABI,
        functionName: 'allowance',
        args: [getAddress(call.owner), getAddress(call.spender)],
      })
    case 'shares':
      return encodeFunctionData({ abi: SHARES_ABI, functionName: 'balanceOf', args: [getAddress(call.owner), call.token] })
    case 'sharesOfMany':
      return encodeFunctionData({
        abi: SHARES_ABI,
        functionName: 'balanceOfBatch',
        args: [call.owners.map(owner => getAddress(owner)), call.tokens],
      })
    case 'isApproved':
      return encodeFunctionData({
        abi: ABI,
        functionName: 'isApprovedForAll',
        args: [getAddress(call.owner), getAddress(call.operator)],
      })
    case 'nonce':
      return encodeFunctionData({ abi: ABI, functionName: 'nonces', args: [getAddress(call.maker)] })
    case 'convertFee':
      return encodeFunctionData({ abi: ABI, functionName: 'getFeeBips', args: [hexOf(call.group)] })
    case 'questionCount':
      return encodeFunctionData({ abi: ABI, functionName: 'getQuestionCount', args: [hexOf(call.group)] })
    case 'smartOwner':
      return encodeFunctionData({ abi: ABI, functionName: 'ecdsaValidatorStorage', args: [getAddress(call.account)] })
    default:
      return call satisfies never
  }
}

/** The read that call data encodes; null if it is none of ours. The caller checks which contract was asked. */
export function decodeChainCall(data: string): ChainCall | null {
  return decodePlain(data) ?? decodeShares(data)
}

/** The return data of a read, as the chain encodes it. Throws if the answer does not have the call's type. */
export function encodeChainAnswer(kind: ChainCall['kind'], answer: ChainAnswer): Hex {
  switch (kind) {
    case 'cash':
    case 'allowance':
    case 'shares':
    case 'nonce':
    case 'convertFee':
    case 'questionCount':
      return encodeFunctionResult({ abi: ABI, functionName: 'nonces', result: answer as bigint })
    case 'sharesOfMany':
      return encodeFunctionResult({ abi: SHARES_ABI, functionName: 'balanceOfBatch', result: answer as readonly bigint[] })
    case 'isApproved':
      return encodeFunctionResult({ abi: ABI, functionName: 'isApprovedForAll', result: answer as boolean })
    case 'smartOwner':
      return encodeFunctionResult({ abi: ABI, functionName: 'ecdsaValidatorStorage', result: getAddress(answer as string) })
    default:
      return kind satisfies never
  }
}

/** A 256-bit number from return data. Throws if the data are too short. */
export const decodeUintAnswer = (data: string): bigint =>
  decodeFunctionResult({ abi: ABI, functionName: 'nonces', data: hexOf(data) })

/** A list of numbers from return data. */
export const decodeUintsAnswer = (data: string): readonly bigint[] =>
  decodeFunctionResult({ abi: SHARES_ABI, functionName: 'balanceOfBatch', data: hexOf(data) })

/** A boolean from return data. */
export const decodeBooleanAnswer = (data: string): boolean =>
  decodeFunctionResult({ abi: ABI, functionName: 'isApprovedForAll', data: hexOf(data) })

/** An address from return data, in EIP-55 form. */
export const decodeAddressAnswer = (data: string): string =>
  decodeFunctionResult({ abi: ABI, functionName: 'ecdsaValidatorStorage', data: hexOf(data) })

/** A number that a node answers outside of return data, such as the id of its chain. Throws if it is not hex, or above 2^53. */
export const decodeQuantity = (quantity: string): number => hexToNumber(hexOf(quantity))

/** Selectors are compared as text, so a sender's capitals are turned into lower case. */
function hexOf(text: string): Hex {
  const data = text.toLowerCase()
  if (!isHex(data)) throw new RangeError(`expected data of a contract as 0x and hex digits, found ${text.length} characters`)
  return data
}

function decodePlain(data: string): ChainCall | null {
  const call = attempt(() => decodeFunctionData({ abi: ABI, data: hexOf(data) }))
  if (call === null) return null
  switch (call.functionName) {
    case 'balanceOf':
      return { kind: 'cash', owner: call.args[0] }
    case 'allowance':
      return { kind: 'allowance', owner: call.args[0], spender: call.args[1] }
    case 'isApprovedForAll':
      return { kind: 'isApproved', owner: call.args[0], operator: call.args[1] }
    case 'nonces':
      return { kind: 'nonce', maker: call.args[0] }
    case 'getFeeBips':
      return { kind: 'convertFee', group: call.args[0] }
    case 'getQuestionCount':
      return { kind: 'questionCount', group: call.args[0] }
    case 'ecdsaValidatorStorage':
      return { kind: 'smartOwner', account: call.args[0] }
    default:
      return call satisfies never
  }
}

function decodeShares(data: string): ChainCall | null {
  const call = attempt(() => decodeFunctionData({ abi: SHARES_ABI, data: hexOf(data) }))
  if (call === null) return null
  return call.functionName === 'balanceOf'
    ? { kind: 'shares', owner: call.args[0], token: call.args[1] }
    : { kind: 'sharesOfMany', owners: call.args[0], tokens: call.args[1] }
}
