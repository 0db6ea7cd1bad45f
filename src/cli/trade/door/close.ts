import { setTimeout as pause } from 'node:timers/promises'
import { CLOSING_STATES } from '../../../model/closing.js'
import { type ControlScope, isIn, scopeText } from '../../../model/control-scope.js'
import { counted } from '../../../model/counted.js'
import type { MarketCopy } from '../../../operator/schemas-market.js'
import { durationOf } from '../../config/duration.js'
import { ExitCode, ExitError } from '../../config/exit.js'
import { printText } from '../../screen/print-text.js'
import { progressLine } from '../../screen/progress-line.js'
import { actByDoor, tellAnswer } from './act-by-door.js'
import { noDaemon, type ScopeFlags, scopeOf } from './command-daemon.js'
import { expectDoor } from './find-door.js'

/** Options beside the scope. */
export interface CloseFlags extends ScopeFlags {
  readonly cross?: string
  readonly wait?: string
}

const LOOK_EVERY_MS = 500

/** Has a running daemon sell what it holds, and waits for the end of that if asked to. Rejects with an `ExitError` if none runs. */
export async function closePositions(file: string | undefined, flags: CloseFlags): Promise<ExitCode> {
  const waitMs = flags.wait === undefined ? null : durationOf('--wait', flags.wait)
  const scope = scopeOf(flags)
  const answer = await actByDoor(file, flags, { do: 'close', scope, crossTicks: ticksOf(flags.cross) })
  if (answer === null) throw noDaemon()
  const isJson = flags.json === true
  if (answer.is !== 'done' || waitMs === null) return tellAnswer(answer, isJson)
  if (!isJson) printText(`${answer.text}\n`)
  const { left, how } = await endOf(file, flags, { scope, waitMs })
  const document = { ...answer, isClosed: how === 'closed', left: left.map(leftRow) }
  printText(isJson ? `${JSON.stringify(document)}\n` : `${endText(scope, left, how)}\n`)
  return how === 'closed' ? ExitCode.DONE : ExitCode.FAILED
}

function ticksOf(text: string | undefined): number | null {
  if (text === undefined) return null
  if (/^\d{1,4}$/.test(text)) return Number(text)
  throw new ExitError(ExitCode.USAGE, `--cross: expected a whole number of ticks, such as 0 or 2, found "${text}"`)
}

interface Wait {
  readonly scope: ControlScope
  readonly waitMs: number
}

/** How the wait ended: nothing more can be sold, its time was over, or a person resumed or paused what was closed. */
type HowEnded = 'closed' | 'late' | 'stopped'

/** Waits for the end of a close. Resolves with the markets of the scope that still hold shares. */
async function endOf(file: string | undefined, flags: CloseFlags, { scope, waitMs }: Wait) {
  const client = await expectDoor(file, flags)
  const progress = progressLine()
  const endsAt = performance.now() + waitMs
  for (;;) {
    const markets = (await client.read('markets')).filter(({ id, strategy }) => isIn(scope, id, strategy ?? ''))
    const left = markets.filter(({ net }) => net !== 0)
    const open = markets.filter(isOpen)
    progress.say(`closing: ${counted(open.length, 'market')} left …`)
    const how = howEnded(open, left, performance.now() >= endsAt)
    if (how !== null) {
      progress.clear()
      return { left, how }
    }
    await pause(LOOK_EVERY_MS)
  }
}

/** null: the wait goes on. */
function howEnded(open: readonly MarketCopy[], left: readonly MarketCopy[], isLate: boolean): HowEnded | null {
  if (left.some(({ isClosing }) => !isClosing)) return 'stopped'
  if (open.length === 0) return 'closed'
  return isLate ? 'late' : null
}

/** Whether something is still to be sold, or fills of its sales have not settled. */
const isOpen = ({ isClosing, state, net }: MarketCopy): boolean =>
  isClosing && !OVER.has(state) && (net !== 0 || state === CLOSING_STATES.settling)

/** States in which nothing more is sold; a market that does not trade any more is `closed`, too. */
const OVER: ReadonlySet<string> = new Set([CLOSING_STATES.closed, CLOSING_STATES.tooSmall, 'resolved'])

const leftRow = ({ id, net, state }: MarketCopy): object => ({ market: id, net, state })

const WORDS: Readonly<Record<HowEnded, string>> = {
  closed: 'closed',
  late: 'NOT closed in this time; it goes on',
  stopped: 'NOT closed: it was resumed or paused',
}

function endText(scope: ControlScope, left: readonly MarketCopy[], how: HowEnded): string {
  const head = `${scopeText(scope)}: ${WORDS[how]}`
  const rows = left.map(({ id, net, state }) => `  market ${id}: ${Math.abs(net)} ${net > 0 ? 'YES' : 'NO'} left (${state})`)
  return [head, ...rows].join('\n')
}
