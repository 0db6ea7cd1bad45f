import { createDecipheriv, pbkdf2Sync, scryptSync, timingSafeEqual } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { z } from 'zod'
import { fromHex } from '../../protocol/hex.js'
import { keccak } from '../../protocol/keccak.js'
import { ExitCode, ExitError, reasonOf } from '../config/exit.js'
import { withoutKeys } from '../config/read-secret-file.js'

const hex = z.string().regex(/^(0x)?[0-9a-fA-F]*$/)
const size = z.number().int().positive()
const scrypt = z.object({ dklen: size.min(32).max(64), n: size.max(2 ** 20), r: size.max(32), p: size.max(16), salt: hex })
const pbkdf2 = z.object({ dklen: size.min(32).max(64), c: size.max(10_000_000), prf: z.literal('hmac-sha256'), salt: hex })

/** The third version of the encrypted keystore, as wallets of this family of chains write it. */
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
 * Reads the private key of a wallet from a file: an encrypted keystore of version 3, or the bare key as 0x and 64 hex digits where only
 * the file's owner may read it. Throws an `ExitError` with code 2 that says what is wrong and shows nothing of the file.
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

/** Whether a passphrase opens an encrypted keystore. Throws an `ExitError` where the file is none. */
export const opensKeystore = (file: string, passphrase: string): boolean =>
  decrypt(parse(readText(file).trim(), file), passphrase, file) !== null

/** Whether a file is an encrypted keystore, by its first letter. Throws an `ExitError` with code 2 where it cannot be read. */
export const isEncrypted = (file: string): boolean => readText(file).trim().startsWith('{')

/** The address that stands in a keystore, 0x and lower-case digits; null: none does. Nothing proves it without the passphrase. Throws as `openKeystore`. */
export function addressInKeystore(file: string): string | null {
  const text = readText(file).trim()
  if (!text.startsWith('{')) return null
  parse(text, file)
  const { address } = JSON.parse(text.toLowerCase()) as { readonly address?: unknown }
  const digits = typeof address === 'string' ? address.replace(/^0x/, '') : ''
  return /^[0-9a-f]{40}$/.test(digits) ? `0x${digits}` : null
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

/** null: the passphrase does not open it. */
function decrypt(crypto: Crypto, passphrase: string | null, file: string): string | null {
  if (passphrase === null)
    throw wrong(
      file,
      'is encrypted; expected venue.passphrase to say where its passphrase is ({ credential }, { file } or { env }), or a terminal to ask at',
    )
  const derived = deriveKey(crypto, passphrase, file)
  const sealed = bytes(crypto.ciphertext)
  const mac = keccak(Buffer.concat([derived.subarray(16, 32), sealed]))
  const expected = bytes(crypto.mac)
  if (expected.length !== mac.length || !timingSafeEqual(mac, expected)) return null
  const decipher = createDecipheriv('aes-128-ctr', derived.subarray(0, 16), bytes(crypto.cipherparams.iv))
  const key = Buffer.concat([decipher.update(sealed), decipher.final()])
  if (key.length !== 32) throw wrong(file, `expected a key of 32 bytes, found ${key.length}`)
  return `0x${key.toString('hex')}`
}

function deriveKey(crypto: Crypto, passphrase: string, file: string): Buffer {
  try {
    if (crypto.kdf === 'scrypt') {
      const { n, r, p, dklen, salt } = crypto.kdfparams
      return scryptSync(passphrase, bytes(salt), dklen, { N: n, r, p, maxmem: SCRYPT_MEMORY_MAX })
    }
    const { c, dklen, salt } = crypto.kdfparams
    return pbkdf2Sync(passphrase, bytes(salt), c, dklen, 'sha256')
  } catch (error) {
    throw wrong(file, `its ${crypto.kdf} cannot be computed here: ${reasonOf(error)}`)
  }
}

const bytes = (text: string): Uint8Array => fromHex(text) ?? new Uint8Array()

const wrong = (file: string, what: string): ExitError =>
  new ExitError(ExitCode.USAGE, withoutKeys(`the keystore ${file}: ${what}`))
