import { getAddress } from 'viem/utils'
import { toHex } from './hex.js'
import { keccak } from './keccak.js'

/** The address of an uncompressed public key of 65 bytes, in lower case: the last 20 bytes of its hash. */
export const addressOf = (publicKey: Uint8Array): `0x${string}` => toHex(keccak(publicKey.subarray(1)).subarray(12))

/** An address in the letter case that carries its checksum (EIP-55). Throws on text that is no address. */
export const withChecksum = (address: string): string => getAddress(address)
