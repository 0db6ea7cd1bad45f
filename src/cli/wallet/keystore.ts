import { createDecipheriv, pbkdf2Sync, scryptSync, timingSafeEqual } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { bytesToHex, getAddress, hexToBytes, isAddress, keccak256 } from 'viem/utils'
import { z } from 'zod'
import { reasonOf } from '../../model/reason-of.js'
import { ExitCode, ExitError } from '../config/exit.js'
import { withoutKeys } from '../config/read-secret-file.js'

const hex = z
  .string()
  .regex(/^(?:0x)?(?:[0-9a-f]{2})*$/)
  .transform(text => hexToBytes(`0x${text.replace('0x', '')}`))
const size = z.number().int().positive()
const scrypt = z.object({ dklen: size.min(32).max(64), n: size.max(2 ** 20), r: size.max(32), p: size.max(16), salt: hex })
const pbkdf2 = z.object({ dklen: size.min(32).max(64), c: size.max(10_000_000), prf: z.literal('hmac-sha256'), salt: hex })

/** The encrypted keystore format of version 3, as wallets of EVM chains write it. */
const keystoreSchema = z.object({
  version: z.literal(3),
  crypto: z.intersection(
    z.object({ cipher: z.literal('aes-128-ctr'), cipherparams: z.object({ iv: hex }), ciphertext: hex, mac: hex }),
    z.discriminatedUnion('kdf', [
      z.object({ kdf: z.literal('scrypt'), kdfparams: scrypt }),
      z.object({ kdf: z.literal('pbkdf2'), kdfparams: pbkdf2 }),
    ]),
  ),
})

type Crypto = z.output<typeof keystoreSchema>['crypto']

const SCRYPT_MEMORY_MAX = 1_100_000_000

/**
 * Reads the private key of a wallet from a file: an encrypted keystore of version 3, or a bare key as 0x and 64 hex digits if only the file's owner
 * may read it. Throws an `ExitError` with code 2 that shows nothing of the file.
 */
export function openKeystore(file: string, passphrase: string | null): string {
  const text = readText(file).trim()
  if (text.startsWith('{')) {
    const key = decrypt(parse(text, file), passphrase, file)
    if (key === null) throw wrong(file, 'the passphrase does not open it')
    return key
  }
  if (!/^0x[0-9a-fA-F]{64}$/.test(text)) {
    throw wrong(file, 'expected an encrypted keystore of version 3, or 0x and 64 hex digits')
  }
  const mode = statSync(file).mode & 0o777
  if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
    throw wrong(file, `holds a bare key, so expected mode 0600, found 0${mode.toString(8)}; chmod 600 makes it so`)
  }
  return text
}

/** Whether a passphrase opens an encrypted keystore. Throws an `ExitError` if the file is not one. */
export const opensKeystore = (file: string, passphrase: string): boolean =>
  decrypt(parse(readText(file).trim(), file), passphrase, file) !== null

/** Whether a file is an encrypted keystore, judged by its first character. Throws an `ExitError` with code 2 if it cannot be read. */
export const isEncrypted = (file: string): boolean => readText(file).trim().startsWith('{')

/**
 * The address written in a keystore, in EIP-55 form; null: there is none. Without the passphrase, nothing proves that it is right. Throws like
 * `openKeystore`.
 */
export function addressInKeystore(file: string): string | null {
  const json = readText(file).trim()
  if (!json.startsWith('{')) return null
  parse(json, file)
  const { address } = JSON.parse(json.toLowerCase()) as { readonly address?: unknown }
  const text = typeof address === 'string' ? `0x${address.replace(/^0x/, '')}` : ''
  return isAddress(text, { strict: false }) ? getAddress(text) : null
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw wrong(file, `cannot be read: ${reasonOf(error)}`)
  }
}

function parse(text: string, file: string): Crypto {
  try {
    return keystoreSchema.parse(JSON.parse(text.toLowerCase())).crypto
  } catch (error) {
    const where = error instanceof z.ZodError ? ` (wrong: ${error.issues.map(({ path }) => path.join('.')).join(', ')})` : ''
    throw wrong(file, `expected a keystore of version 3${where}`)
  }
}

/** null: the passphrase is wrong. */
function decrypt(crypto: Crypto, passphrase: string | null, file: string): string | null {
  if (passphrase === null)
    throw wrong(
      file,
      'is encrypted; expected venue.passphrase to say where its passphrase is ({ credential }, { file } or { env }), or a terminal to ask at',
    )
  const derived = deriveKey(crypto, passphrase, file)
  const mac = keccak256(Buffer.concat([derived.subarray(16, 32), crypto.ciphertext]), 'bytes')
  if (crypto.mac.length !== mac.length || !timingSafeEqual(mac, crypto.mac)) return null
  const decipher = createDecipheriv('aes-128-ctr', derived.subarray(0, 16), crypto.cipherparams.iv)
  const key = Buffer.concat([decipher.update(crypto.ciphertext), decipher.final()])
  if (key.length !== 32) throw wrong(file, `expected a key of 32 bytes, found ${key.length}`)
  return bytesToHex(key)
}

function deriveKey(crypto: Crypto, passphrase: string, file: string): Buffer {
  try {
    if (crypto.kdf === 'scrypt') {
      const { n, r, p, dklen, salt } = crypto.kdfparams
      return scryptSync(passphrase, salt, dklen, { N: n, r, p, maxmem: SCRYPT_MEMORY_MAX })
    }
    const { c, dklen, salt } = crypto.kdfparams
    return pbkdf2Sync(passphrase, salt, c, dklen, 'sha256')
  } catch (error) {
    throw wrong(file, `its ${crypto.kdf} cannot be computed here: ${reasonOf(error)}`)
  }
}

const wrong = (file: string, what: string): ExitError =>
  new ExitError(ExitCode.USAGE, withoutKeys(`the keystore ${file}: ${what}`))
