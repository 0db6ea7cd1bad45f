import { createCipheriv, randomBytes, randomUUID, scryptSync } from 'node:crypto'
import { keccak256 } from 'viem/utils'
import { bytesOf } from '../../protocol/hex.js'

export interface SealOptions {
  /** 0x and 64 hex digits. */
  readonly privateKey: string
  readonly passphrase: string
  /** The key's address, written into the file so that it is known without the passphrase. */
  readonly address: string
  /** The cost of scrypt, a power of two. Absent: 2^18, as other wallets of EVM chains use: 256 MiB and about a second. */
  readonly cost?: number
}

const COST = 2 ** 18
const BLOCK = 8
/** scrypt needs 128 bytes for each unit of cost and block, and a little more. */
const MEMORY_MAX = 1_100_000_000

/** Encrypts a private key as a keystore of version 3, with scrypt and AES-128-CTR: JSON that other wallets of EVM chains can open. */
export function sealKey({ privateKey, passphrase, address, cost = COST }: SealOptions): string {
  const [salt, iv] = [randomBytes(32), randomBytes(16)]
  const derived = scryptSync(passphrase, salt, 32, { N: cost, r: BLOCK, p: 1, maxmem: MEMORY_MAX })
  const cipher = createCipheriv('aes-128-ctr', derived.subarray(0, 16), iv)
  const ciphertext = Buffer.concat([cipher.update(bytesOf(privateKey, { what: 'a private key', length: 32 })), cipher.final()])
  const mac = keccak256(Buffer.concat([derived.subarray(16, 32), ciphertext]))
  const keystore = {
    version: 3,
    id: randomUUID(),
    address: address.slice(2).toLowerCase(),
    crypto: {
      cipher: 'aes-128-ctr',
      cipherparams: { iv: iv.toString('hex') },
      ciphertext: ciphertext.toString('hex'),
      kdf: 'scrypt',
      kdfparams: { dklen: 32, n: cost, r: BLOCK, p: 1, salt: salt.toString('hex') },
      mac: mac.slice(2),
    },
  }
  return `${JSON.stringify(keystore, null, 2)}\n`
}
