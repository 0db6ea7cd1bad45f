import { getAddress, isHex, keccak256, parseTransaction, serializeTransaction } from 'viem/utils'
import { attempt } from './attempt.js'
import { recoverOrderSigner } from './verify.js'

type Hex = `0x${string}`

/** A transaction as its sender signed it. */
export interface SignedTransaction {
  readonly hash: Hex
  /** In lower case. */
  readonly from: string
  /** In EIP-55 form; `null`: it creates a contract. */
  readonly to: string | null
  readonly data: Hex
  /** Wei of the chain's coin that go along. */
  readonly value: bigint
  readonly nonce: number
  /** The most gas that it may use. */
  readonly gas: bigint
  /** The most wei that it pays for a unit of gas. */
  readonly feeMax: bigint
  /** What it pays for a unit of gas where the base fee is 0. */
  readonly price: bigint
  readonly chainId: number
  readonly type: 'legacy' | 'eip2930' | 'eip1559'
  readonly signature: { readonly r: Hex; readonly s: Hex; readonly v: bigint }
}

/** Why bytes are no transaction that a node takes. */
export type TransactionFault =
  | 'malformed'
  /** Signed for no chain, so that it is valid on each of them. */
  | 'unprotected'
  | 'unsupported-type'
  | 'bad-signature'

/** Reads a signed transaction from its bytes in hex. */
export function readTransaction(text: string): SignedTransaction | TransactionFault {
  if (!isHex(text)) return 'malformed'
  const raw = text.toLowerCase() as Hex
  const parsed = attempt(() => parseTransaction(raw) as Parsed)
  if (parsed === null) return 'malformed'
  const { r, s, v, yParity, ...unsigned } = parsed
  const { type, chainId } = unsigned
  if (type !== 'legacy' && type !== 'eip2930' && type !== 'eip1559') return 'unsupported-type'
  if (r === undefined || s === undefined) return 'bad-signature'
  if (chainId === undefined) return 'unprotected'
  const parity = yParity ?? Number((v ?? 0n) - 35n - 2n * BigInt(chainId))
  const payload = attempt(() => serializeTransaction(unsigned))
  if (payload === null) return 'malformed'
  const from = signerOf(payload, { r, s, parity })
  if (from === null) return 'bad-signature'
  // Parsing takes bytes in other than their one form, too. A node does not, because the same transaction would have several hashes.
  if (attempt(() => serializeTransaction(unsigned, { r, s, v: v ?? BigInt(parity), yParity: parity })) !== raw)
    return 'malformed'
  const { to, data = '0x', value = 0n, nonce = 0, gas = 0n } = unsigned
  const { gasPrice = 0n, maxFeePerGas = gasPrice, maxPriorityFeePerGas = gasPrice } = unsigned
  return {
    ...{ hash: keccak256(raw), from, data, value, nonce, gas, chainId, type },
    to: to === undefined || to === null ? null : getAddress(to),
    feeMax: maxFeePerGas,
    price: maxPriorityFeePerGas < maxFeePerGas ? maxPriorityFeePerGas : maxFeePerGas,
    signature: { r, s, v: v ?? BigInt(parity) },
  }
}

type Parsed = Parameters<typeof serializeTransaction>[0] & Partial<Signature> & { readonly data?: Hex }
interface Signature {
  readonly r: Hex
  readonly s: Hex
  readonly v: bigint
  readonly yParity: number
}

const signerOf = (payload: Hex, { r, s, parity }: { r: Hex; s: Hex; parity: number }): string | null => {
  if (parity !== 0 && parity !== 1) return null
  const word = (value: Hex): string => value.slice(2).padStart(64, '0')
  return recoverOrderSigner(keccak256(payload), `0x${word(r)}${word(s)}0${parity}`)
}
