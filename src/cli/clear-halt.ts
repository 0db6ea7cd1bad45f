import { join, resolve } from 'node:path'
import { openJournal } from '../journal/journal.js'
import { restoreState } from '../runtime/restore-state.js'
import { createSystemClock } from '../runtime/system-clock.js'
import { ExitCode } from './exit.js'
import { findWalletFolder } from './wallet-folder.js'
import { takeLease } from './world.js'

/** What a person may say beside the config. */
export interface ResumeFlags {
  readonly home: string
  readonly json?: boolean
}

/**
 * Clears the latch of a halted wallet by an entry in its journal, so that the halt and its end both stay in the history. A wallet that is
 * at work is refused with code 3: its desk would not hear of it.
 */
export function clearHalt(file: string, flags: ResumeFlags): ExitCode {
  const folder = findWalletFolder({ home: resolve(flags.home), file, environment: process.env })
  const release = takeLease(folder)
  try {
    const journal = openJournal(join(folder, 'journal.db'), { epoch: 0 })
    try {
      const { halt } = restoreState(journal).state
      if (halt !== null) {
        const at = createSystemClock().now()
        const control = { what: 'resume', who: 'operator', at } as const
        journal.append({ at, entries: [{ kind: 'control', at, control }], orders: [] })
      }
      const text =
        halt === null
          ? 'this wallet is not halted; nothing to clear'
          : `cleared the halt by ${halt.rule} (limit ${halt.limit}, found ${halt.found}); "oddsmith run" starts it again`
      process.stdout.write(`${flags.json === true ? JSON.stringify({ cleared: halt }) : text}\n`)
      return ExitCode.DONE
    } finally {
      journal.close()
    }
  } finally {
    release()
  }
}
