import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { answerOfKeeper, askKeeper } from '../../../keeper/asked-acts.js'
import type { AskedAct, AskedAnswer } from '../../../keeper/messages.js'
import { DoorCallError } from '../../../operator/door-call-error.js'
import type { Action, ActionAnswer } from '../../../operator/schemas-action.js'
import { ExitCode, ExitError } from '../../config/exit.js'
import { printText, warnText } from '../../screen/print-text.js'
import { clientOf, type DaemonFlags, findDoor, isFree, isHeld } from './find-door.js'

/** If a daemon does not answer a read within this time, its door is not asked to act. */
const PROBE_MS = 2_000
/** The keeper first tries the daemon, and then must see the venue's list twice without our orders. */
const KEEPER_MS = 30_000
const LOOK_EVERY_MS = 100

/**
 * Sends an action to a running daemon: to its door, or, if the door does not answer within two seconds, to its keeper. null: no daemon runs. Rejects
 * with an `ExitError` if neither can do it.
 */
export async function actByDoor(file: string | undefined, flags: DaemonFlags, action: Action): Promise<ActionAnswer | null> {
  const { folder, door } = await findDoor(file, flags)
  if (door === null && !isHeld(folder)) return null
  const key = randomUUID()
  const byKeeper = keeperAct(action, key)
  try {
    if (door === null) throw new DoorCallError(0, 'no_answer', 'the daemon of this wallet has no door open')
    await clientOf(door, PROBE_MS).read('status')
  } catch (error) {
    if (!isSilence(error)) throw error
    if (isFree(folder)) return null
    if (byKeeper === null)
      throw new ExitError(
        ExitCode.FAILED,
        `${error.message}; "oddsmith cancel-all", "halt" and "resume" reach its keeper, this action does not`,
        error,
      )
    warnText('oddsmith: the daemon does not answer: asking its keeper\n')
    return askedKeeper(folder, byKeeper)
  }
  return clientOf(door).act(action, key)
}

const isSilence = (error: unknown): error is DoorCallError =>
  error instanceof DoorCallError && (error.status === 0 || error.status >= 500)

/** null: a keeper cannot do this action. */
function keeperAct(action: Action, key: string): AskedAct | null {
  const who = 'cli'
  if (action.do === 'cancel-all' || action.do === 'halt') return { key, who, what: action.do }
  return action.do === 'resume' && action.scope === 'all' ? { key, who, what: 'resume' } : null
}

/** null: the keeper ended without an answer. It had ended a daemon that hung, removed its orders, and no longer looked for requests. */
async function askedKeeper(folder: string, act: AskedAct): Promise<ActionAnswer | null> {
  askKeeper(folder, act)
  const endsAt = performance.now() + KEEPER_MS
  while (performance.now() < endsAt) {
    // In this order, because a keeper may answer just before it ends.
    const isOver = isFree(folder)
    const answer = answerOfKeeper(folder, act.key)
    if (answer !== null) return actionAnswerOf(answer)
    if (isOver) return null
    await pause(LOOK_EVERY_MS)
  }
  throw new ExitError(
    ExitCode.ORDERS_OPEN,
    'neither the daemon nor its keeper answers; orders may be open: end both, then "oddsmith cancel-all" removes them',
  )
}

/** In the form of a door's answer, which has `open` only where something was removed. */
function actionAnswerOf({ is, text, open }: AskedAnswer): ActionAnswer {
  if (is === 'refused') return { is, text }
  if (is === 'unsure') return { is, text, open }
  return { is, text, ...(open !== null && { open }) }
}

/** Prints an answer, and returns the exit code of the command. */
export function tellAnswer(answer: ActionAnswer, isJson: boolean): ExitCode {
  printText(`${isJson ? JSON.stringify(answer) : answer.text}\n`)
  switch (answer.is) {
    case 'done':
      return ExitCode.DONE
    case 'unsure':
      return ExitCode.ORDERS_OPEN
    case 'confirm':
      return ExitCode.REFUSED
    case 'refused':
      return ExitCode.USAGE
    default:
      return answer satisfies never
  }
}
