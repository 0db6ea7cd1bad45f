import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { openJournal } from '../../journal/journal.js'
import { JournalError } from '../../journal/journal-error.js'
import { acquireLease, LeaseHeldError } from '../../journal/lease.js'
import { lostJournal } from '../../journal/lost-journal.js'
import { counted } from '../../model/counted.js'
import { haltText } from '../../model/halt.js'
import { reasonOf } from '../../model/reason-of.js'
import { restoreState } from '../../runtime/restore-state.js'
import { Finding } from '../../venues/finding.js'
import { verify } from '../wallet/verify-journal.js'
import { accountIn } from '../wallet/wallet-name.js'

/** Checks a wallet's journal, and whether a run with it would start. */
export function journalFindings(folder: string): readonly Finding[] {
  const file = join(folder, 'journal.db')
  const unreadable = reasonUnreadable(folder)
  if (unreadable !== null) return [Finding.fail('journal', `${folder}: ${unreadable}`, 'run doctor as the user that runs it')]
  const lost = lostJournal(file)
  if (lost !== null) return [Finding.fail('journal', `${file}: ${lost}`, 'docs/operating.md says how to restore a backup')]
  if (!existsSync(file)) return [Finding.ok('journal', `there is none in ${folder} yet; the first run makes it`)]
  const { isSound, problems, counts } = verify(file, accountIn(folder))
  if (!isSound && !problems.every(isOlder))
    return [
      Finding.fail(
        'journal',
        `${file}: ${problems.join('; ')}`,
        'copy the file aside, put a backup in its place and check that by "oddsmith journal verify"; docs/operating.md says how',
      ),
    ]
  const words = isSound
    ? `${file} is sound: ${counted(counts?.orders ?? 0, 'order')}, ${counted(counts?.fills ?? 0, 'fill row')}`
    : `${file} is of an older oddsmith; the next run brings it to this version`
  return [Finding.ok('journal', words), ...haltFindings(file)]
}

/** null: it can be read, or it does not exist yet. */
function reasonUnreadable(folder: string): string | null {
  try {
    readdirSync(folder)
    return null
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOENT' ? null : reasonOf(error)
  }
}

const isOlder = (problem: string): boolean => problem.includes('an older oddsmith wrote it')

function haltFindings(file: string): readonly Finding[] {
  try {
    const journal = openJournal(file, { epoch: 0, isReadOnly: true })
    try {
      const { halt } = restoreState(journal).state
      if (halt === null) return []
      return [
        Finding.fail('halt', `this wallet is halted by ${haltText(halt)}`, 'find out why, then "oddsmith resume" clears it'),
      ]
    } finally {
      journal.close()
    }
  } catch (error) {
    return [Finding.fail('journal', reasonOf(error), 'use the oddsmith that wrote it, or put a backup in its place')]
  }
}

/** Whether another process works with the wallet. Empty: none does. */
export function runFindings(folder: string): readonly Finding[] {
  if (!existsSync(folder)) return []
  try {
    acquireLease(folder).release()
    return []
  } catch (error) {
    if (error instanceof JournalError)
      return [Finding.fail('run', error.message, 'a run locks the wallet there, and must be able to write')]
    if (!(error instanceof LeaseHeldError)) throw error
    return [
      Finding.warn(
        'run',
        error.message,
        'doctor only reads beside it; a second run is refused, and --spend must lock the wallet',
      ),
    ]
  }
}
