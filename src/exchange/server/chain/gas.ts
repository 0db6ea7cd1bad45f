import { hexToBytes, isHex } from 'viem/utils'
import type { CallOutcome } from './call-outcome.js'

/** Wei for a unit of gas that a node proposes, and the least that it takes. The base fee is 0, as on BNB Chain. */
export const GAS_PRICE = 100_000_000n
export const GAS_PRICE_MIN = 50_000_000n
/** The most gas of a transaction. */
export const GAS_MAX = 30_000_000
const BASE = 21_000
const ZERO_BYTE = 4
const OTHER_BYTE = 16
const REVERTED = 5_000

/** About what such calls use on the chain, besides what their data cost. */
const EXECUTION: Readonly<Record<string, number>> = {
  approve: 25_000,
  split: 130_000,
  merge: 100_000,
  redeem: 90_000,
  convert: 350_000,
  nonce: 23_000,
}

/** Gas of a transaction before it does anything. */
export const intrinsicGas = (data: string): number => {
  const bytes = isHex(data) ? hexToBytes(data) : new Uint8Array()
  let zeros = 0
  for (const byte of bytes) if (byte === 0) zeros++
  return BASE + zeros * ZERO_BYTE + (bytes.length - zeros) * OTHER_BYTE
}

/** Gas of a transaction with its effect. */
export const gasOf = (data: string, outcome: CallOutcome): number => {
  const extra = outcome.kind === 'reverted' ? REVERTED : outcome.command === null ? 0 : (EXECUTION[outcome.command.kind] ?? 0)
  return intrinsicGas(data) + extra
}
