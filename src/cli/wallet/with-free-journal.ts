import { join, resolve } from 'node:path'
import { type Journal, openJournal } from '../../journal/journal.js'
import { warnText } from '../screen/print-text.js'
import { takeWallet } from './take-wallet.js'
import { findWalletFolder } from './wallet-folder.js'

/** Options that choose the wallet, and the format of the output. */
export interface FreeWalletFlags {
  readonly home: string
  readonly wallet?: string
  readonly json?: boolean
}

/** How long an earlier run may take to end. */
const ENDING_MS = 30_000

/**
 * Does work with the journal of a wallet that no daemon uses. Waits for an earlier run that is ending. Rejects with an `ExitError` of code 3 if a
 * daemon works with the wallet, because its desk would not notice.
 */
export async function withFreeJournal<T>(
  file: string | undefined,
  { home, wallet: name }: FreeWalletFlags,
  work: (journal: Journal) => T,
): Promise<T> {
  const folder = await findWalletFolder({ home: resolve(home), file, wallet: name, environment: process.env })
  const wallet = await takeWallet(folder, {
    waitMs: ENDING_MS,
    onWait: why => warnText(`oddsmith: waiting: ${why}\n`),
  })
  try {
    const journal = openJournal(join(folder, 'journal.db'), { epoch: 0 })
    try {
      return work(journal)
    } finally {
      journal.close()
    }
  } finally {
    wallet.release()
  }
}
