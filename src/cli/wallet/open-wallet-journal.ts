import { join } from 'node:path'
import { type Journal, type JournalOptions, openJournal } from '../../journal/journal.js'
import { ExitCode, ExitError } from '../config/exit.js'
import type { WalletVenue } from './wallet-venue.js'

/**
 * Opens the journal of a wallet, or makes it. Throws an `ExitError` with code 3 where the one in its folder is another wallet's: its positions and
 * orders would be taken for this wallet's.
 */
export function openWalletJournal(
  { folder, wallet: { account } }: Pick<WalletVenue, 'folder' | 'wallet'>,
  options: JournalOptions,
): Journal {
  const file = join(folder, 'journal.db')
  const journal = openJournal(file, options)
  const wallet = account.toLowerCase()
  const owner = journal.own(wallet)
  if (owner === wallet) return journal
  journal.close()
  throw new ExitError(
    ExitCode.REFUSED,
    `the journal ${file} belongs to wallet ${owner}, and this run trades for ${wallet}: put the journal of this wallet there, or move that one away`,
  )
}
