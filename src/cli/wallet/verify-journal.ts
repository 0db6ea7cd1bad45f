import { join, resolve } from 'node:path'
import { type DeskState, freshDeskState } from '../../engine/desk-state.js'
import { foldDesk } from '../../engine/fold.js'
import { type Audit, openAudit } from '../../journal/audit.js'
import { openJournal } from '../../journal/journal.js'
import { JournalError } from '../../journal/journal-error.js'
import { archiveOf } from '../../journal/prune.js'
import { counted } from '../../model/counted.js'
import { toJson } from '../../model/plain.js'
import { restoreState } from '../../runtime/restore-state.js'
import { ExitCode } from '../config/exit.js'
import { printText } from '../screen/print-text.js'
import type { JournalFlags } from './show-journal.js'
import { findWalletFolder } from './wallet-folder.js'
import { accountIn } from './wallet-name.js'

/** The result of checking a journal. */
export interface JournalVerdict {
  readonly isSound: boolean
  readonly problems: readonly string[]
  readonly notes: readonly string[]
  readonly counts: Audit['counts'] | null
  /** Bytes of entries, orders and fills per order; null: there are no orders. */
  readonly bytesAnOrder: number | null
}

/** Checks a wallet's journal and prints its problems; code 1 if there are any. */
export async function verifyJournal(file: string | undefined, flags: JournalFlags): Promise<ExitCode> {
  const folder = await findWalletFolder({ home: resolve(flags.home), file, wallet: flags.wallet, environment: process.env })
  const wallet = accountIn(folder)
  const verdict = verify(join(folder, 'journal.db'), wallet)
  printText(flags.json === true ? `${JSON.stringify({ wallet, ...verdict })}\n` : textOf(wallet, verdict))
  return verdict.isSound ? ExitCode.DONE : ExitCode.FAILED
}

/** Checks a journal. A journal that cannot be read is a problem, too, and one of another wallet than `owner`, if that is given. */
export function verify(file: string, owner?: string): JournalVerdict {
  const problems: string[] = []
  const notes: string[] = []
  let counts: Audit['counts'] | null = null
  try {
    const audit = openAudit(file, archiveOf(file))
    try {
      counts = audit.counts
      notes.push(...audit.notes)
      problems.push(...audit.problems)
      if (owner !== undefined && audit.owner !== null && audit.owner !== owner)
        problems.push(`it belongs to wallet ${audit.owner}, not to ${owner}; a run refuses it`)
      problems.push(...ledgerProblems(audit, notes))
      problems.push(...audit.differences())
    } finally {
      audit.close()
    }
    readTail(file)
  } catch (error) {
    if (!(error instanceof Error)) throw error
    problems.push(error instanceof JournalError ? error.message : `it cannot be read to its end: ${error.message}`)
  }
  const bytesAnOrder = counts === null || counts.orders === 0 ? null : Math.round(counts.lastingBytes / counts.orders)
  return { isSound: problems.length === 0, problems, notes, counts, bytesAnOrder }
}

/** Applies all entries to the ledger again and compares it with the saved state. */
function ledgerProblems({ base, last, segments }: Audit, notes: string[]): readonly string[] {
  if (last === null) {
    notes.push('there is no checkpoint yet to compare the ledger with')
    return []
  }
  const saved = last.state as DeskState
  let state = base === null ? freshDeskState(saved.epoch) : (base.state as DeskState)
  for (const segment of segments) state = foldDesk(state, segment.markets, segment.entries())
  return differencesOf(state, saved).map(
    what => `the ledger computed from the entries differs from the last checkpoint: ${what}`,
  )
}

/** The part of the state that is money or becomes money. */
const HELD = ['cash', 'adjusted', 'past', 'volume', 'counts', 'halt'] as const

function differencesOf(folded: DeskState, saved: DeskState): readonly string[] {
  const pairs: [what: string, folded: unknown, saved: unknown][] = HELD.map(name => [name, folded[name], saved[name]])
  for (const id of new Set([...folded.positions.keys(), ...saved.positions.keys()]))
    pairs.push([`position in market ${id}`, folded.positions.get(id), saved.positions.get(id)])
  pairs.push(['unsettled fills', [...folded.pending], [...saved.pending]])
  return pairs
    .filter(([, one, other]) => toJson(one ?? null) !== toJson(other ?? null))
    .map(([what, one, other]) => `${what} is ${toJson(one ?? null)}, saved as ${toJson(other ?? null)}`)
}

/** The state that a restart would have. */
function readTail(file: string): void {
  const journal = openJournal(file, { epoch: 0, isReadOnly: true })
  try {
    restoreState(journal)
  } finally {
    journal.close()
  }
}

function textOf(wallet: string, { isSound, problems, notes, counts, bytesAnOrder }: JournalVerdict): string {
  const size =
    counts === null
      ? ''
      : `${counts.entries} entries, ${counted(counts.orders, 'order')}, ${counted(counts.fills, 'fill row')}, ${(counts.bytes / 1e6).toFixed(1)} MB`
  const each = bytesAnOrder === null ? '' : `, ${bytesAnOrder} bytes an order`
  const found = isSound ? ['nothing is missing, and the ledger matches its entries'] : problems.map(text => `problem: ${text}`)
  return [
    `wallet ${wallet}`,
    ...(counts === null ? [] : [`${size}${each}`]),
    ...notes.map(text => `note: ${text}`),
    ...found,
    '',
  ].join('\n')
}
