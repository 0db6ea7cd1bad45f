import { toHex } from './hex.js'
import { keccak } from './keccak.js'

/** The address of an uncompressed public key of 65 bytes, in lower case: the last 20 bytes of its hash. */
export const addressOf = (publicKey: Uint8Array): `0x${string}` => toHex(keccak(publicKey.subarray(1)).subarray(12))
