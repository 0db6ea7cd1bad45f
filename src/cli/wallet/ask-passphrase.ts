import { resolve } from 'node:path'
import type { LoadedConfig } from '../config/config.js'
import { ExitCode, ExitError } from '../config/exit.js'
import { askHidden, type KeyTerminal } from '../screen/ask-hidden.js'
import { warnText } from '../screen/print-text.js'
import { isEncrypted, opensKeystore } from './keystore.js'

export interface AskPassphraseOptions {
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Where a person types; null: there is no person to ask. */
  readonly terminal: KeyTerminal | null
  readonly say: (text: string) => void
}

const TRIES = 3

/**
 * Asks a person for the passphrase of a config's keystore if the config does not say where it is. null: it is not needed, there is no terminal, or a
 * supervisor such as systemd started this process; then opening the keystore reports what is missing. Rejects with an `ExitError` with code 2 after
 * three wrong passphrases.
 */
export async function askPassphrase(
  loaded: LoadedConfig,
  { environment, terminal, say }: AskPassphraseOptions = atStdin(),
): Promise<string | null> {
  if (terminal === null || environment['NOTIFY_SOCKET'] !== undefined) return null
  const file = fileToOpen(loaded)
  if (file === null) return null
  for (let left = TRIES; left > 0; left--) {
    const passphrase = await askHidden(`Passphrase of ${file}: `, terminal, say)
    if (opensKeystore(file, passphrase)) return passphrase
    if (left > 1) say(`it does not open ${file}; ${left - 1} more ${left === 2 ? 'try' : 'tries'}\n`)
  }
  throw new ExitError(ExitCode.USAGE, `none of ${TRIES} passphrases opened the keystore ${file}`)
}

/** Checks only stdin: if it is a pipe or a file, a program is waiting and not a person. */
const atStdin = (): AskPassphraseOptions => ({
  environment: process.env,
  terminal: process.stdin.isTTY ? process.stdin : null,
  say: warnText,
})

/** null: the wallet is that of the embedded exchange, its key is not an encrypted file, or the config says where the passphrase is. */
function fileToOpen({ config, own, source }: LoadedConfig): string | null {
  const { keystore, passphrase }: { readonly keystore?: unknown; readonly passphrase?: unknown } =
    typeof own === 'object' && own !== null ? own : {}
  if (config.venue.embedded !== undefined || typeof keystore !== 'string' || passphrase !== undefined) return null
  const file = resolve(source.file, '..', keystore)
  return isEncrypted(file) ? file : null
}
