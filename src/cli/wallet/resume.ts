import { join, resolve } from 'node:path'
import { openJournal } from '../../journal/journal.js'
import { type ControlScope, scopeText } from '../../model/control-scope.js'
import { type Halt, haltText } from '../../model/halt.js'
import { restoreState } from '../../runtime/restore-state.js'
import { createSystemClock } from '../../runtime/system-clock.js'
import { ExitCode } from '../config/exit.js'
import { takeWallet } from './take-wallet.js'
import { findWalletFolder } from './wallet-folder.js'

/** Options beside the config. */
export interface ResumeFlags {
  readonly home: string
  readonly wallet?: string
  readonly json?: boolean
}

/** How long an earlier run may take to end. */
const ENDING_MS = 30_000

/**
 * Clears the halt of a wallet by an entry in its journal, so that both the halt and its end stay in the history. Refuses with code 3 if a daemon
 * works with the wallet, because its desk would not notice.
 */
export async function clearHalt(file: string | undefined, flags: ResumeFlags): Promise<ExitCode> {
  const folder = await findWalletFolder({ home: resolve(flags.home), file, wallet: flags.wallet, environment: process.env })
  const wallet = await takeWallet(folder, {
    waitMs: ENDING_MS,
    onWait: why => process.stderr.write(`oddsmith: waiting: ${why}\n`),
  })
  try {
    const journal = openJournal(join(folder, 'journal.db'), { epoch: 0 })
    try {
      const { halt, stops, pauses } = restoreState(journal).state
      const at = createSystemClock().now()
      const stopped = [...(stops?.values() ?? [])].filter(({ bid, ask }) => bid > at || ask > at).length
      const paused = [...(pauses?.keys() ?? [])]
      if (halt !== null || stopped + paused.length > 0) {
        const control = { what: 'resume', scope: 'all', who: 'operator', at } as const
        journal.append({ at, entries: [{ kind: 'control', at, control }], orders: [] })
      }
      const text = clearedText(halt, stopped, paused)
      process.stdout.write(`${flags.json === true ? JSON.stringify({ cleared: halt, stopped, paused }) : text}\n`)
      return ExitCode.DONE
    } finally {
      journal.close()
    }
  } finally {
    wallet.release()
  }
}

/** `stopped`: markets with a side that was stopped by its markout. */
function clearedText(halt: Halt | null, stopped: number, paused: readonly ControlScope[]): string {
  const cleared = [
    ...(halt === null ? [] : [`cleared the halt by ${haltText(halt)}`]),
    ...(paused.length === 0 ? [] : [`ended the pause of ${paused.map(scopeText).join(', ')}`]),
    ...(stopped === 0 ? [] : [`lifted the stops by markout in ${stopped} ${stopped === 1 ? 'market' : 'markets'}`]),
  ]
  if (cleared.length === 0) return 'this wallet is neither halted nor paused; nothing to clear'
  return `${cleared.join(' and ')}; "oddsmith run" starts it again`
}
