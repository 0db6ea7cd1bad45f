import { createKeccak } from 'hash-wasm'
import { toHex } from './hex.js'

// One hasher for the process: compiling it is slow, and nothing awaits between `init` and `digest`.
const hasher = await createKeccak(256)

/**
 * Keccak-256 of bytes, 32 bytes long, for what every order needs, in a tenth of viem's time; viem hashes the rest. What is written by hand for each
 * order or push is measured beside its package by `npm run bench -- by-hand`.
 */
export const keccak = (bytes: Uint8Array): Uint8Array => hasher.init().update(bytes).digest('binary')

/**
 * The address of an uncompressed public key of 65 bytes, in lower case: the last 20 bytes of its hash. The exchange computes one for each order.
 */
export const addressOf = (publicKey: Uint8Array): `0x${string}` => toHex(keccak(publicKey.subarray(1)).subarray(12))
