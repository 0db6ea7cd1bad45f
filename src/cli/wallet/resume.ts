import { type ControlScope, scopeText } from '../../model/control-scope.js'
import { counted } from '../../model/counted.js'
import { type Halt, haltText } from '../../model/halt.js'
import { restoreState } from '../../runtime/restore-state.js'
import { createSystemClock } from '../../runtime/system-clock.js'
import { ExitCode } from '../config/exit.js'
import { printText } from '../screen/print-text.js'
import { type FreeWalletFlags, withFreeJournal } from './with-free-journal.js'

/**
 * Clears the halt of a wallet by an entry in its journal, so that both the halt and its end stay in the history. Rejects with an `ExitError` of code 3
 * if a daemon works with the wallet.
 */
export const clearHalt = (file: string | undefined, flags: FreeWalletFlags): Promise<ExitCode> =>
  withFreeJournal(file, flags, journal => {
    const { halt, stops, pauses } = restoreState(journal).state
    const at = createSystemClock().now()
    const stopped = [...(stops?.values() ?? [])].filter(({ bid, ask }) => bid > at || ask > at).length
    const paused = [...(pauses?.keys() ?? [])]
    if (halt !== null || stopped + paused.length > 0) {
      const control = { what: 'resume', scope: 'all', who: 'operator', at } as const
      journal.append({ at, entries: [{ kind: 'control', at, control }], orders: [] })
    }
    const text = clearedText(halt, stopped, paused)
    printText(`${flags.json === true ? JSON.stringify({ cleared: halt, stopped, paused }) : text}\n`)
    return ExitCode.DONE
  })

/** `stopped`: markets with a side that was stopped by its markout. */
function clearedText(halt: Halt | null, stopped: number, paused: readonly ControlScope[]): string {
  const cleared = [
    ...(halt === null ? [] : [`cleared the halt by ${haltText(halt)}`]),
    ...(paused.length === 0 ? [] : [`ended the pause of ${paused.map(scopeText).join(', ')}`]),
    ...(stopped === 0 ? [] : [`lifted the stops by markout in ${counted(stopped, 'market')}`]),
  ]
  if (cleared.length === 0) return 'this wallet is neither halted nor paused; nothing to clear'
  return `${cleared.join(' and ')}; "oddsmith run" starts it again`
}
