import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { loadConfig } from './config.js'
import { ExitCode, ExitError } from './exit.js'
import { findPaperWallet } from './paper-wallet.js'
import { walletSigner } from './wallet-key.js'
import { walletName } from './wallet-name.js'

/** Which wallet a person means: that of a config, or by its address, or the only one there is. */
export interface WalletQuery {
  readonly home: string
  readonly file?: string | undefined
  readonly wallet?: string | undefined
  readonly environment: Readonly<Record<string, string | undefined>>
}

/** Finds the folder of a wallet that has traded. Throws an `ExitError` with code 2 that says which wallets there are. */
export function findWalletFolder(query: WalletQuery): string {
  const stateRoot = join(query.home, 'state')
  const known = existsSync(stateRoot) ? readdirSync(stateRoot).filter(name => name.startsWith('predict-0x')) : []
  const [only] = known
  if (query.wallet === undefined && query.file === undefined) {
    if (only !== undefined && known.length === 1) return join(stateRoot, only)
    const what = known.length === 0 ? 'found none' : `found ${known.length}: ${known.map(addressOf).join(', ')}`
    throw new ExitError(
      ExitCode.USAGE,
      `expected a config or --wallet where there is not exactly one wallet; ${stateRoot} ${what}`,
    )
  }
  const folder = query.wallet === undefined ? folderOfConfig(query, stateRoot) : join(stateRoot, walletName(query.wallet))
  if (folder !== null && existsSync(join(folder, 'journal.db'))) return folder
  const names = known.length === 0 ? 'it holds no wallet yet' : `it holds ${known.map(addressOf).join(', ')}`
  throw new ExitError(ExitCode.USAGE, `that wallet has no journal under ${stateRoot}; ${names}`)
}

function folderOfConfig({ file, environment }: WalletQuery, stateRoot: string): string | null {
  const loaded = loadConfig(file ?? '')
  const { embedded } = loaded.config.venue
  if (embedded !== undefined) return findPaperWallet(stateRoot, embedded.world)?.folder ?? null
  return join(stateRoot, walletName(walletSigner(loaded, environment).address))
}

const addressOf = (name: string): string => name.slice('predict-'.length)
