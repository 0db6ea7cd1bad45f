import { existsSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { ExitCode, ExitError } from '../config/exit.js'
import { readSecretFile, whyNotRead } from '../config/read-secret-file.js'

/** The least length of a new keystore's passphrase. */
const LETTERS_MIN = 8
/** Name of the passphrase as a systemd credential, and as an environment variable. */
const PASSPHRASE_CREDENTIAL = 'oddsmith-passphrase'
const PASSPHRASE_VARIABLE = 'ODDSMITH_PASSPHRASE'

export interface PassphraseOptions {
  /** `--passphrase-file`. */
  readonly file: string | undefined
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Asks a person without showing the answer; null: there is no terminal. */
  readonly ask: ((question: string) => Promise<string>) | null
  readonly warn: (text: string) => void
  /** The keystore that the passphrase is for, shown in the question. */
  readonly keystore: string
  /** True: for a new keystore. The passphrase is asked for twice and must not be too short. */
  readonly isNew: boolean
}

/**
 * Gets the passphrase of a keystore: from a file, from systemd's credential `oddsmith-passphrase`, from the variable `ODDSMITH_PASSPHRASE` with a
 * warning, or from a person. Rejects with an `ExitError` with code 2 if there is none or it is too short.
 */
export async function readPassphrase(options: PassphraseOptions): Promise<string> {
  const { isNew, ask, keystore } = options
  const given = givenPassphrase(options)
  const passphrase = given ?? (await askedPassphrase(options))
  if (isNew && passphrase.length < LETTERS_MIN)
    throw new ExitError(ExitCode.USAGE, `the passphrase is too short; expected at least ${LETTERS_MIN} characters`)
  if (isNew && given === null && ask !== null && (await ask('The same again: ')) !== passphrase)
    throw new ExitError(ExitCode.USAGE, `the two passphrases differ; ${keystore} was not written`)
  return passphrase
}

async function askedPassphrase({ ask, keystore, isNew }: PassphraseOptions): Promise<string> {
  if (ask !== null) return ask(`${isNew ? 'New passphrase' : 'Passphrase'} of ${keystore}: `)
  throw new ExitError(
    ExitCode.USAGE,
    `there is no terminal to ask for the passphrase at; expected --passphrase-file, or systemd's credential ${PASSPHRASE_CREDENTIAL}, or the variable ${PASSPHRASE_VARIABLE}`,
  )
}

/** null: none of these sources has it. */
function givenPassphrase({ file, environment, warn }: PassphraseOptions): string | null {
  if (file !== undefined) return readOrRefuse(file, false)
  const credential = join(environment['CREDENTIALS_DIRECTORY'] ?? '', PASSPHRASE_CREDENTIAL)
  if (isAbsolute(credential) && existsSync(credential)) return readOrRefuse(credential, true)
  const value = environment[PASSPHRASE_VARIABLE]
  if (value === undefined || value === '') return null
  warn(
    `the passphrase comes from the variable ${PASSPHRASE_VARIABLE}, which each program of this user can read in /proc; --passphrase-file is safer`,
  )
  return value
}

function readOrRefuse(file: string, isGuarded: boolean): string {
  try {
    return readSecretFile(file, { isGuarded })
  } catch (error) {
    throw new ExitError(ExitCode.USAGE, `the passphrase cannot be read: ${whyNotRead(error)}`)
  }
}
