import { join } from 'node:path'
import { type Journal, type JournalOptions, openJournal } from '../../journal/journal.js'
import type { Timestamp } from '../../model/time.js'
import { ExitCode, ExitError } from '../config/exit.js'
import type { WalletVenue } from './wallet-venue.js'

/**
 * Opens or creates the journal of a wallet. Throws an `ExitError` with code 3 if the file belongs to another wallet, because its positions and orders
 * would be mistaken for this wallet's.
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

const EPOCH_START_SECONDS = Date.UTC(2020, 0, 1) / 1_000

/** The epoch of a new journal. Order ids contain the second of its creation, so that two journals of a wallet never make the same id. */
export const walletEpoch = (now: Timestamp): number => Math.floor(now / 1e6) - EPOCH_START_SECONDS
