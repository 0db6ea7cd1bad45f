import type { Journal } from '../../journal/journal.js'
import { JournalError } from '../../journal/journal-error.js'
import type { OrderHash } from '../../model/ids.js'
import type { Report } from '../../model/report.js'
import { Timestamp } from '../../model/time.js'
import { ExitError } from '../config/exit.js'
import { openWalletJournal } from './open-wallet-journal.js'
import type { WalletVenue } from './wallet-venue.js'

/** A wallet's journal as the removal of its orders uses it. A journal that fails never keeps an order at the venue. */
export interface RemovalJournal {
  readonly epoch: number
  /** The orders that it sent. */
  readonly known: ReturnType<Journal['rows']['known']>
  /** False: the journal cannot be read, so that nothing says which orders are ours. */
  readonly isReadable: boolean
  /** Records answers of the venue, which saves the next run from asking again. */
  record(at: Timestamp, reports: readonly Report[]): void
  close(): void
}

/** Opens it. `warn` is called once if the file cannot be used, and why. */
export function openRemovalJournal(
  world: Pick<WalletVenue, 'folder' | 'wallet'>,
  { epoch, warn }: { readonly epoch: number; readonly warn: (text: string) => void },
): RemovalJournal {
  const opened = attempt(() => openWalletJournal(world, { epoch }), warn)
  const known = opened && attempt(() => opened.rows.known(Timestamp.ZERO), warn)
  let journal = known === null ? null : opened
  return {
    epoch: opened?.epoch ?? epoch,
    known: known ?? new Map<never, OrderHash>(),
    isReadable: known !== null,
    record: (at, reports) => {
      const into = journal
      if (into === null) return
      const entries = reports.map(report => ({ kind: 'report', at, report }) as const)
      if (attempt(() => into.append({ at, entries, orders: [] }), warn) === null) journal = null
    },
    close: () => opened?.close(),
  }
}

/** null: the file failed, and `warn` was told. */
function attempt<T>(work: () => T, warn: (text: string) => void): T | null {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof JournalError) && !(error instanceof ExitError)) throw error
    warn(`the orders are removed without the journal, which names ours and records their end: ${error.message}`)
    return null
  }
}
