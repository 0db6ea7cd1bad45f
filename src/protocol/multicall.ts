import { encodeFunctionResult, getAddress, parseAbi } from 'viem/utils'
import { fromHex, toHex } from './hex.js'

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
  'struct Result { bool success; bytes returnData; }',
  'function tryAggregate(bool requireSuccess, Call[] calls) view returns (Result[])',
])

/** By selector: the index of the argument that is the array of calls, and of the data in a call. */
const FORMS: Readonly<Record<string, { readonly calls: number; readonly data: number }>> = {
  // The calls of tryAggregate are its second argument; a call is a target and its data.
  '0xbce38bd7': { calls: 1, data: 1 },
  // Those of aggregate3 are its only one, and a call also says whether it may fail.
  '0x82ad56cb': { calls: 0, data: 2 },
}
const SELECTOR_BYTES = 4
const WORD = 32

/**
 * The calls in a bundle; null if it is not a bundle, or if its calls are longer together than the bundle. Calls are named by their places, so any
 * number of them can name the same bytes, and a small request would have megabytes copied. `to` is in EIP-55 form.
 */
export const decodeMulticall = (to: string, data: string): readonly MulticallPart[] | null => {
  const form = FORMS[data.slice(0, 2 + 2 * SELECTOR_BYTES).toLowerCase()]
  const bytes = fromHex(data)
  if (!ADDRESSES.has(to) || form === undefined || bytes === null) return null
  try {
    return partsIn(Buffer.from(bytes.buffer, bytes.byteOffset + SELECTOR_BYTES, bytes.length - SELECTOR_BYTES), form)
  } catch (error) {
    // A place beyond the end of the data.
    if (error instanceof RangeError) return null
    throw error
  }
}

/** Throws a RangeError if something is beyond the end. */
function partsIn(args: Buffer, form: { readonly calls: number; readonly data: number }): readonly MulticallPart[] {
  const array = wordAt(args, form.calls * WORD)
  const first = array + WORD
  let left = args.length
  return Array.from({ length: boundedBy(left / WORD, wordAt(args, array)) }, (_, index) => {
    const call = first + wordAt(args, first + index * WORD)
    const at = call + wordAt(args, call + form.data * WORD)
    const length = boundedBy(left, wordAt(args, at))
    left -= length
    const end = at + WORD + length
    if (end > args.length) throw new RangeError('the data of a call ends beyond the bundle')
    return { to: getAddress(toHex(args.subarray(call + WORD - 20, call + WORD))), data: toHex(args.subarray(at + WORD, end)) }
  })
}

/** A word that is a place or a length. */
function wordAt(bytes: Buffer, at: number): number {
  if (bytes.subarray(at, at + WORD - 6).some(byte => byte !== 0)) throw new RangeError('a place beyond the bundle')
  return bytes.readUIntBE(at + WORD - 6, 6)
}

function boundedBy(most: number, value: number): number {
  if (value > most) throw new RangeError('more than the bundle has bytes for')
  return value
}

/** The answer of a bundle: the return data of its calls, in order. */
export const encodeMulticallAnswer = (answers: readonly string[]): Hex =>
  encodeFunctionResult({
    abi: ABI,
    functionName: 'tryAggregate',
    result: answers.map(returnData => ({ success: true, returnData: returnData as Hex })),
  })
