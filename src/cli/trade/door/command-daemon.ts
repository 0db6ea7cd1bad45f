import { JournalError } from '../../../journal/journal-error.js'
import type { ControlScope } from '../../../model/control-scope.js'
import type { Action } from '../../../operator/schemas-action.js'
import { ExitCode, ExitError } from '../../config/exit.js'
import { removeEveryOrder } from '../../wallet/cancel-all.js'
import { recordHalt } from '../../wallet/record-halt.js'
import { clearHalt } from '../../wallet/resume.js'
import { actByDoor, tellAnswer } from './act-by-door.js'
import type { DaemonFlags } from './find-door.js'

/** Options that choose what the action applies to. */
export interface ScopeFlags extends DaemonFlags {
  readonly market?: string
  readonly strategy?: string
}

/** Sends an action to a running daemon. Rejects with an `ExitError` if none runs. */
export async function commandDaemon(file: string | undefined, flags: DaemonFlags, action: Action): Promise<ExitCode> {
  const answer = await actByDoor(file, flags, action)
  if (answer !== null) return tellAnswer(answer, flags.json === true)
  throw noDaemon()
}

/** The answer to an action that only a running daemon carries out. */
export const noDaemon = (): ExitError =>
  new ExitError(ExitCode.FAILED, 'no daemon runs for this wallet; "oddsmith run" starts one')

/** Halts a running daemon, or a wallet without one, such as one whose keeper ended at this moment: a supervisor may start its next run. */
export async function haltWallet(file: string | undefined, flags: DaemonFlags): Promise<ExitCode> {
  const answer = (await actByDoor(file, flags, { do: 'halt' })) ?? (await recordHalt(file, flags))
  return tellAnswer(answer, flags.json === true)
}

/** Resumes a running daemon, or clears the halt and the pauses of a wallet without one. */
export async function resume(file: string | undefined, flags: ScopeFlags): Promise<ExitCode> {
  const scope = scopeOf(flags)
  const answer = await actByDoor(file, flags, { do: 'resume', scope })
  if (answer !== null) return tellAnswer(answer, flags.json === true)
  if (scope !== 'all')
    throw new ExitError(ExitCode.USAGE, 'no daemon runs for this wallet: without --market and --strategy all its pauses end')
  return clearHalt(file, flags)
}

/** Removes every order of a wallet: through its daemon if one runs, else directly at the venue. */
export async function cancelAll(file: string, flags: DaemonFlags): Promise<ExitCode> {
  const answer = await byDaemon(file, flags)
  return answer === null ? removeEveryOrder(file, flags) : tellAnswer(answer, flags.json === true)
}

/** A wallet may have orders although it never traded here and has no folder, or the disk refuses the lock that shows whether a daemon runs. */
async function byDaemon(file: string, flags: DaemonFlags): ReturnType<typeof actByDoor> {
  try {
    return await actByDoor(file, flags, { do: 'cancel-all' })
  } catch (error) {
    if (error instanceof JournalError) return null
    if (error instanceof ExitError && error.message.startsWith('that wallet has no journal')) return null
    throw error
  }
}

/** The part that was named; nothing: everything. */
export function scopeOf({ market, strategy }: ScopeFlags): ControlScope {
  if (market !== undefined && strategy !== undefined)
    throw new ExitError(ExitCode.USAGE, 'expected --market or --strategy, found both')
  if (market !== undefined) return `market:${market}`
  return strategy === undefined ? 'all' : `strategy:${strategy}`
}
