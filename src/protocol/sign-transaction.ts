import type { TransactionSerializableLegacy } from 'viem'
import { keccak256, serializeTransaction, toBytes } from 'viem/utils'
import type { ContractCall } from './chain-writes.js'
import { toHex } from './hex.js'
import type { Signer } from './sign.js'

/** What a transaction costs at most, and its place among those of its sender. Gas prices in wei of the chain's own coin. */
export interface TransactionTerms {
  readonly nonce: number
  readonly gas: bigint
  readonly gasPrice: bigint
}

/** A signed call of a contract by the key's own address, as `eth_sendRawTransaction` takes it (EIP-155). */
export function signTransaction(
  call: ContractCall,
  terms: TransactionTerms,
  signer: Pick<Signer, 'chainId' | 'signHash'>,
): string {
  const { chainId } = signer
  const transaction: TransactionSerializableLegacy = {
    type: 'legacy',
    chainId,
    to: call.to as `0x${string}`,
    data: call.data,
    value: 0n,
    nonce: terms.nonce,
    gas: terms.gas,
    gasPrice: terms.gasPrice,
  }
  const { bytes, recovery } = signer.signHash(toBytes(keccak256(serializeTransaction(transaction))))
  return serializeTransaction(transaction, {
    r: toHex(bytes.subarray(0, 32)),
    s: toHex(bytes.subarray(32, 64)),
    v: BigInt(2 * chainId + 35 + recovery),
  })
}

/** The hash by which a signed transaction is known. */
export const signedTransactionHash = (signed: string): string => keccak256(signed as `0x${string}`)
