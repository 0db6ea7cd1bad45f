import { decodeFunctionData, encodeFunctionResult, parseAbi } from 'viem/utils'
import { attempt } from './attempt.js'

/** One call of several that are bundled, as libraries do for a wallet's reads. */
export interface MulticallPart {
  /** The called contract, in EIP-55 form. */
  readonly to: string
  readonly data: string
}

type Hex = `0x${string}`

/** Versions 2 and 3 of the contract that bundles calls; their addresses are the same on every chain. */
const ADDRESSES: ReadonlySet<string> = new Set([
  '0x5BA1e12693Dc8F9c48aAD8770482f4739bEeD696',
  '0xcA11bde05977b3631167028862bE2a173976CA11',
])

const ABI = parseAbi([
  'struct Call { address target; bytes callData; }',
  'struct Call3 { address target; bool allowFailure; bytes callData; }',
  'struct Result { bool success; bytes returnData; }',
  'function tryAggregate(bool requireSuccess, Call[] calls) view returns (Result[])',
  'function aggregate3(Call3[] calls) view returns (Result[])',
])

/** The calls in a bundle; null if it is not a bundle. `to` is in EIP-55 form. */
export const decodeMulticall = (to: string, data: string): readonly MulticallPart[] | null => {
  if (!ADDRESSES.has(to)) return null
  return attempt(() => {
    const { functionName, args } = decodeFunctionData({ abi: ABI, data: data as Hex })
    const calls = functionName === 'tryAggregate' ? args[1] : args[0]
    return calls.map(({ target, callData }) => ({ to: target, data: callData }))
  })
}

/** The answer of a bundle: the return data of its calls, in order. */
export const encodeMulticallAnswer = (answers: readonly string[]): Hex =>
  encodeFunctionResult({
    abi: ABI,
    functionName: 'tryAggregate',
    result: answers.map(returnData => ({ success: true, returnData: returnData as Hex })),
  })
