import { join } from 'node:path'
import { type Journal, type JournalOptions, openJournal } from '../../journal/journal.js'
import type { Timestamp } from '../../model/time.js'
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

const EPOCH_START_SECONDS = Date.UTC(2020, 0, 1) / 1_000

/** The epoch of a journal that is made now: order ids of a wallet count from its second, so that two journals never make the same one. */
export const walletEpoch = (now: Timestamp): number => Math.floor(now / 1e6) - EPOCH_START_SECONDS
