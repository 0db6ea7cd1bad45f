import type { ActionAnswer } from '../../operator/schemas-action.js'
import { restoreState } from '../../runtime/restore-state.js'
import { createSystemClock } from '../../runtime/system-clock.js'
import { ExitCode, ExitError } from '../config/exit.js'
import { type FreeWalletFlags, withFreeJournal } from './with-free-journal.js'

/**
 * Halts a wallet without a daemon by an entry in its journal: its next run, which a supervisor may start at any moment, does not begin. Rejects with
 * an `ExitError` of code 3 if a daemon works with the wallet, and of code 1 if none ever did.
 */
export const recordHalt = (file: string | undefined, flags: FreeWalletFlags): Promise<ActionAnswer> =>
  withFreeJournal(file, flags, journal => {
    const { state, savedAt } = restoreState(journal)
    // A journal without a saved state is read as a new one, without its entries.
    if (savedAt === null) throw new ExitError(ExitCode.FAILED, 'no daemon runs for this wallet, and it has not traded yet')
    if (state.halt === null) {
      const at = createSystemClock().now()
      journal.append({ at, entries: [{ kind: 'control', at, control: { what: 'halt', who: 'cli', at } }], orders: [] })
    }
    return { is: 'done', text: HALTED }
  })

const HALTED =
  'no daemon runs for this wallet; it is halted, so no run starts before "oddsmith resume". Orders were not looked at: "oddsmith cancel-all" removes any that rest'
