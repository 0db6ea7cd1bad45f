import { join, resolve } from 'node:path'
import { openJournal } from '../../journal/journal.js'
import { archiveOf, type Pruned, pruneJournal } from '../../journal/prune.js'
import { Timestamp } from '../../model/time.js'
import { restoreState } from '../../runtime/restore-state.js'
import { createSystemClock } from '../../runtime/system-clock.js'
import { dateOf } from '../config/duration.js'
import { ExitCode } from '../config/exit.js'
import { printText, warnText } from '../screen/print-text.js'
import type { JournalFlags } from './show-journal.js'
import { takeWallet } from './take-wallet.js'
import { findWalletFolder } from './wallet-folder.js'
import { accountIn } from './wallet-name.js'

/** Options beside the config. */
export interface PruneFlags extends JournalFlags {
  readonly before: string
}

/** A restart needs orders of the last two days and fills since the oldest unsettled one. In microseconds. */
const KEPT_FOR = 3 * 86_400_000_000

/** How long an earlier run may take to end. */
const ENDING_MS = 30_000

/**
 * Moves entries older than a date into the archive beside the journal. Refuses with code 3 while a daemon works with the wallet, because it would
 * write at the same time.
 */
export async function prune(file: string | undefined, flags: PruneFlags): Promise<ExitCode> {
  const asked = dateOf('--before', flags.before)
  const folder = await findWalletFolder({ home: resolve(flags.home), file, wallet: flags.wallet, environment: process.env })
  const taken = await takeWallet(folder, {
    waitMs: ENDING_MS,
    onWait: why => warnText(`oddsmith: waiting: ${why}\n`),
  })
  try {
    const journal = join(folder, 'journal.db')
    const before = Timestamp.of(Math.min(asked, neededFrom(journal)))
    const pruned = pruneJournal(journal, before)
    const wallet = accountIn(folder)
    const text = wordsOf(pruned, before, asked)
    printText(
      flags.json === true
        ? `${JSON.stringify({ wallet, archive: archiveOf(journal), before: Timestamp.iso(before), ...pruned })}\n`
        : `wallet ${wallet}: ${text}\n`,
    )
    return ExitCode.DONE
  } finally {
    taken.release()
  }
}

/** The time from which a restart needs everything. */
function neededFrom(file: string): Timestamp {
  const journal = openJournal(file, { epoch: 0 })
  try {
    const { pending } = restoreState(journal).state
    const oldest = Math.min(...[...pending.values()].map(({ at }) => at), createSystemClock().now())
    return Timestamp.of(oldest - KEPT_FOR)
  } finally {
    journal.close()
  }
}

function wordsOf({ entries, to }: Pruned, before: Timestamp, asked: Timestamp): string {
  const kept = before < asked ? `; what a restart may need stays, from ${Timestamp.iso(before)} on` : ''
  if (entries === 0) return `nothing to move before ${Timestamp.iso(before)}${kept}`
  return `${entries} entries moved to journal-archive.db, up to entry ${to}${kept}`
}
