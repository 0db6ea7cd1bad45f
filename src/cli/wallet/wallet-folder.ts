import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { reasonOf } from '../../model/reason-of.js'
import { createSystemClock } from '../../runtime/system-clock.js'
import { loadConfig } from '../config/config.js'
import { ExitCode, ExitError } from '../config/exit.js'
import { askPassphrase } from './ask-passphrase.js'
import { openVenue } from './open-venue.js'
import { findPaperWallet } from './paper-wallet.js'
import { accountIn, isWalletName, walletName } from './wallet-name.js'

/** Which wallet is meant: that of a config, one by its address, or the only one there is. */
export interface WalletQuery {
  readonly home: string
  readonly file?: string | undefined
  readonly wallet?: string | undefined
  readonly environment: Readonly<Record<string, string | undefined>>
}

/** Finds the folder of a wallet that has traded. Rejects with an `ExitError` with code 2 that lists the existing wallets. */
export async function findWalletFolder(query: WalletQuery): Promise<string> {
  const stateRoot = join(query.home, 'state')
  const known = (look(stateRoot, () => readdirSync(stateRoot)) ?? []).filter(isWalletName)
  const [only] = known
  if (query.wallet === undefined && query.file === undefined) {
    if (only !== undefined && known.length === 1) return join(stateRoot, only)
    const what =
      known.length === 0
        ? `${stateRoot} contains no wallet yet; --home names the folder with state/`
        : `expected a config or --wallet: ${stateRoot} holds ${known.length} wallets, ${known.map(accountIn).join(', ')}`
    throw new ExitError(ExitCode.USAGE, what)
  }
  const folder =
    query.wallet === undefined ? await folderOfConfig(query, stateRoot) : folderNamed(query.wallet, known, stateRoot)
  if (folder !== null && look(folder, () => statSync(join(folder, 'journal.db'))) !== null) return folder
  const names = known.length === 0 ? 'it contains no wallet yet' : `it holds ${known.map(accountIn).join(', ')}`
  throw new ExitError(ExitCode.USAGE, `that wallet has no journal under ${stateRoot}; ${names}`)
}

/** null: there is none. Throws an `ExitError` if this user may not look, as at the folder of a service that runs as another user. */
function look<T>(folder: string, read: () => T): T | null {
  try {
    return read()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null
    if (code === 'ENOENT' || code === 'ENOTDIR') return null
    const what = `the folder ${folder} could not be read: run this command as the user that owns it (${reasonOf(error)})`
    throw new ExitError(ExitCode.FAILED, what, error)
  }
}

/** Finds it by the account, or by the folder's whole name if two venues have an account of that name. */
function folderNamed(wallet: string, known: readonly string[], stateRoot: string): string | null {
  const asked = wallet.toLowerCase()
  const found = known.filter(name => name === asked || accountIn(name) === asked)
  if (found.length > 1)
    throw new ExitError(ExitCode.USAGE, `${wallet} is an account of several venues; expected one of ${found.join(', ')}`)
  return found[0] === undefined ? null : join(stateRoot, found[0])
}

async function folderOfConfig({ file, environment }: WalletQuery, stateRoot: string): Promise<string | null> {
  const loaded = await loadConfig(file ?? '')
  const { embedded } = loaded.config.venue
  if (embedded !== undefined) return findPaperWallet(stateRoot, embedded.world)?.folder ?? null
  const passphrase = await askPassphrase(loaded)
  const venue = await openVenue({ loaded, stanza: null, clock: createSystemClock(), environment, passphrase })
  try {
    return join(stateRoot, walletName(loaded.definition.name, (await venue.wallet()).account))
  } finally {
    venue.close()
  }
}
