import { randomBytes } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { text as textOf } from 'node:stream/consumers'
import { createSigner } from '../../protocol/sign.js'
import { ExitCode, ExitError } from '../config/exit.js'
import { readSecretFile, whyNotRead, withoutKeys } from '../config/read-secret-file.js'
import { askHidden, terminalOf } from '../screen/ask-hidden.js'
import { printText, warnText } from '../screen/print-text.js'
import { openKeystore } from './keystore.js'
import { readPassphrase } from './passphrase.js'
import { sealKey } from './seal-key.js'

/** Options beside the file. */
export interface KeyFlags {
  readonly passphraseFile?: string
  readonly json?: boolean
}

/** Source of the key for `import`. Absent: stdin if it is a file or a pipe, otherwise a person is asked. */
export interface ImportKeyFlags extends KeyFlags {
  readonly from?: string
}

const MAIN_CHAIN = 56

/** Creates a random key and writes it as an encrypted keystore. Rejects with an `ExitError`; an existing file is never replaced. */
export async function newKey(file: string, flags: KeyFlags): Promise<ExitCode> {
  expectFree(file)
  return keep(file, `0x${randomBytes(32).toString('hex')}`, flags)
}

/** Writes an existing key as an encrypted keystore. Rejects with an `ExitError`; an existing file is never replaced. */
export async function importKey(file: string, flags: ImportKeyFlags): Promise<ExitCode> {
  expectFree(file)
  return keep(file, await readKey(flags), flags)
}

function expectFree(file: string): void {
  if (existsSync(file))
    throw new ExitError(
      ExitCode.USAGE,
      `${withoutKeys(file)} exists already; a keystore is never replaced, choose another name`,
    )
}

async function keep(file: string, privateKey: string, flags: KeyFlags): Promise<ExitCode> {
  const address = addressOfKey(privateKey)
  const passphrase = await readPassphrase({ ...askingOf(flags), keystore: file, isNew: true })
  writeNew(file, sealKey({ privateKey, passphrase, address }))
  // The file is opened once as a check, before money is sent to its address.
  if (openKeystore(file, passphrase) !== privateKey)
    throw new ExitError(ExitCode.FAILED, `${file} does not contain what was written`)
  const words = `${file} (mode 0600) holds the key of ${address}, encrypted\nKeep a copy of it and of its passphrase: without both, the money of this address is lost`
  printText(`${flags.json === true ? JSON.stringify({ file, address }) : words}\n`)
  return ExitCode.DONE
}

/** Gets a passphrase according to a command's flags. */
export function askingOf({ passphraseFile }: KeyFlags): Omit<Parameters<typeof readPassphrase>[0], 'keystore' | 'isNew'> {
  const terminal = passphraseFile === undefined ? terminalOf() : null
  return {
    file: passphraseFile,
    environment: process.env,
    ask: terminal === null ? null : question => askHidden(question, terminal, warnText),
    warn: text => warnText(`oddsmith: ${text}\n`),
  }
}

async function readKey({ from }: ImportKeyFlags): Promise<string> {
  const digits = (await keyText(from)).trim().replace(/^0x/i, '').toLowerCase()
  if (/^[0-9a-f]{64}$/.test(digits)) return `0x${digits}`
  throw new ExitError(ExitCode.USAGE, `expected a private key of 64 hex digits, found ${digits.length} characters`)
}

async function keyText(from: string | undefined): Promise<string> {
  try {
    if (from !== undefined) return readSecretFile(from)
  } catch (error) {
    throw new ExitError(ExitCode.USAGE, `the key cannot be read: ${whyNotRead(error)}`)
  }
  if (!process.stdin.isTTY) return textOf(process.stdin)
  return askHidden('Private key: ', process.stdin, warnText)
}

/** The address of a key in its checksummed form. Throws an `ExitError` with code 2 if the key is not valid. */
export function addressOfKey(privateKey: string): string {
  try {
    return createSigner({ privateKey, chainId: MAIN_CHAIN }).address
  } catch (error) {
    throw new ExitError(ExitCode.USAGE, whyNotRead(error))
  }
}

/** The file is on the disk when this returns. */
function writeNew(file: string, text: string): void {
  try {
    const descriptor = openSync(file, 'wx', 0o600)
    try {
      writeFileSync(descriptor, text)
      fsyncSync(descriptor)
    } catch (error) {
      rmSync(file, { force: true })
      throw error
    } finally {
      closeSync(descriptor)
    }
  } catch (error) {
    throw new ExitError(ExitCode.FAILED, `the keystore could not be written: ${whyNotRead(error)}`)
  }
}
