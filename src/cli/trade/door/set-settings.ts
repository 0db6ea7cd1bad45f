import type { Action, ActionAnswer } from '../../../operator/schemas-action.js'
import { ExitCode, ExitError } from '../../config/exit.js'
import { askConsent } from '../../screen/ask-consent.js'
import { actByDoor, tellAnswer } from './act-by-door.js'
import { commandDaemon } from './command-daemon.js'
import type { DaemonFlags } from './find-door.js'
import { pathAndValue } from './path-parts.js'

export interface SetFlags extends DaemonFlags {
  readonly yes?: boolean
}

type Set = Action & { readonly do: 'set' }

/** Changes settings of a running daemon one by one; asks before a limit is loosened. */
export async function setSettings(file: string, pairs: readonly string[], flags: SetFlags): Promise<ExitCode> {
  let worst: ExitCode = ExitCode.DONE
  for (const action of pairs.map(setOf)) {
    const code = tellAnswer(await setOne(file, flags, action), flags.json === true)
    if (code !== ExitCode.DONE) worst = code
  }
  return worst
}

/** Applies the changed config file; shows the difference and asks first. */
export async function reloadSettings(file: string, flags: SetFlags): Promise<ExitCode> {
  const shown = await answered(file, flags, { do: 'reload' })
  if (shown.is !== 'confirm' || isAskedByProgram(flags)) return tellAnswer(shown, flags.json === true)
  await askConsent(`this changes the running daemon: ${shown.text}`, { isGiven: flags.yes === true })
  return commandDaemon(file, flags, { do: 'reload', confirm: shown.hash })
}

async function setOne(file: string, flags: SetFlags, action: Set): Promise<ActionAnswer> {
  const shown = await answered(file, flags, action)
  const [change] = shown.is === 'confirm' ? shown.changes.filter(({ loosens }) => loosens) : []
  if (change === undefined || isAskedByProgram(flags)) return shown
  await askConsent(shown.text, { isGiven: flags.yes === true })
  return answered(file, flags, { ...action, confirm: { from: change.from ?? null, to: change.to ?? null } })
}

/** A program has no terminal: it gets the question as the answer, and agrees with `--yes`. */
const isAskedByProgram = ({ json, yes }: SetFlags): boolean => json === true && yes !== true && !process.stdin.isTTY

async function answered(file: string, flags: SetFlags, action: Action): Promise<ActionAnswer> {
  const answer = await actByDoor(file, flags, action)
  if (answer !== null) return answer
  throw new ExitError(ExitCode.FAILED, 'no daemon runs for this wallet; change the config, and "oddsmith run" starts with it')
}

/** Parses `limits.positionMaxShares=50`: the value is YAML or JSON; a plain word is a text. */
function setOf(pair: string): Set {
  const found = pathAndValue(pair)
  if (found === null)
    throw new ExitError(ExitCode.USAGE, `expected path=value, such as limits.positionMaxShares=50, found "${pair}"`)
  return { do: 'set', path: found.path, value: valueOf(found.value) }
}

function valueOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
