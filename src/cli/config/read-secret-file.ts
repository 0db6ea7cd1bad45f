import { readFileSync, statSync } from 'node:fs'
import { reasonOf } from '../../model/reason-of.js'

/** A longer file cannot contain a passphrase or a key. */
const BYTES_MAX = 4_096

/**
 * The text of a file with one secret, without its final line break. Throws an `Error` without any part of the file: it cannot be read, is empty or
 * too long, or can be read by others than its owner (not checked with `isGuarded`, if the file's creator ensured that).
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

/** Why a file could not be read. If a private key was written in place of the file's name, the message does not contain it. */
export const whyNotRead = (error: unknown): string => withoutKeys(reasonOf(error))

/** Removes hex digits as long as a private key from a text: a key is easily written where the name of its file belongs. */
export const withoutKeys = (text: string): string =>
  text.replaceAll(/(?:0x)?[0-9a-fA-F]{64}(?![0-9a-fA-F])/g, '[64 hex digits]')
