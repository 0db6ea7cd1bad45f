import { decodeFunctionData, encodeFunctionResult, parseAbi } from 'viem/utils'

/** Several calls in one, as libraries bundle what a wallet reads. */
export interface MulticallPart {
  /** The contract that is asked, in lower case. */
  readonly to: string
  readonly data: string
}

type Hex = `0x${string}`

/** The second and the third version of the contract that bundles calls; they have the same address on every chain. */
const ADDRESSES: ReadonlySet<string> = new Set([
  '0x5ba1e12693dc8f9c48aad8770482f4739beed696',
  '0xca11bde05977b3631167028862be2a173976ca11',
])

const ABI = parseAbi([
  'struct Call { address target; bytes callData; }',
  'struct Call3 { address target; bool allowFailure; bytes callData; }',
  'struct Result { bool success; bytes returnData; }',
  'function tryAggregate(bool requireSuccess, Call[] calls) view returns (Result[])',
  'function aggregate3(Call3[] calls) view returns (Result[])',
])

/** The calls in a bundle; null where the call is none. */
export const decodeMulticall = (to: string, data: string): readonly MulticallPart[] | null => {
  if (!ADDRESSES.has(to.toLowerCase())) return null
  try {
    const { functionName, args } = decodeFunctionData({ abi: ABI, data: data as Hex })
    const calls = functionName === 'tryAggregate' ? args[1] : args[0]
    return calls.map(({ target, callData }) => ({ to: target.toLowerCase(), data: callData }))
  } catch {
    // A stranger's call that is no bundle is an answer and no fault.
    return null
  }
}

/** What a bundle answers: the return data of its calls, in their order. */
export const encodeMulticallAnswer = (answers: readonly string[]): Hex =>
  encodeFunctionResult({
    abi: ABI,
    functionName: 'tryAggregate',
    result: answers.map(returnData => ({ success: true, returnData: returnData as Hex })),
  })
