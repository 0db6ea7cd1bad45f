import { readFileSync, statSync } from 'node:fs'
import { reasonOf } from './exit.js'

/** A longer file holds no passphrase and no key. */
const BYTES_MAX = 4_096

/**
 * The text of a file that holds one secret, without the line break at its end. Throws an `Error` that says what is wrong and shows nothing of the file:
 * it cannot be read, it is empty or too long, or others than its owner may read it (not asked where `isGuarded` says that who made it saw to that).
 */
export function readSecretFile(file: string, { isGuarded = false }: { readonly isGuarded?: boolean } = {}): string {
  const { size, mode } = statSync(file)
  if (size > BYTES_MAX) throw new Error(`${withoutKeys(file)} holds ${size} bytes; expected one line`)
  const loose = mode & 0o077
  if (!isGuarded && process.platform !== 'win32' && loose !== 0)
    throw new Error(
      `${withoutKeys(file)} holds a secret, so expected mode 0600, found 0${(mode & 0o777).toString(8)}; chmod 600 makes it so`,
    )
  const text = readFileSync(file, 'utf8').replace(/\r?\n$/, '')
  if (text === '') throw new Error(`${withoutKeys(file)} is empty; expected one line`)
  return text
}

/** Why a file could not be read, without a key that was written in place of its name. */
export const whyNotRead = (error: unknown): string => withoutKeys(reasonOf(error))

/** A text with each run of hex digits that is as long as a private key taken out: a key is easily written where the name of its file belongs. */
export const withoutKeys = (text: string): string =>
  text.replaceAll(/(?:0x)?[0-9a-fA-F]{64}(?![0-9a-fA-F])/g, '[64 hex digits]')
