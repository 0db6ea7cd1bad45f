import type { Turn } from '../../../engine/news.js'
import type { Batch, Control } from '../../../model/batch.js'
import type { CopyMessage, FromDoor, ToDoor } from '../../../operator/door-messages.js'
import { BEATS, createBeats, type DoorTask, STANDING, Standing } from '../../../operator/door-task.js'
import type { ProfitPoint } from '../../../operator/schemas-history.js'
import { type DoorThread, startDoorThread } from '../../../operator/start-door-thread.js'
import type { RunNotice } from '../../../runtime/run-notice.js'
import type { Carrier } from './carry-out.js'
import { createCopyTimes, type DueCopy, NOTHING_WANTED } from './copy-times.js'
import { createFillMarkouts } from './fill-markouts.js'
import { createRunCopier } from './run-copy-of.js'
import type { ShownRun } from './shown-run.js'
import { watchDoorThread } from './watch-door-thread.js'

/** The door of a run, as its trading thread uses it. */
export interface RunDoor {
  /** Sees each turn after it was carried out. Never throws. */
  saw(batch: Batch, turn: Turn): void
  point(point: ProfitPoint): void
  /** Resolves with the port once it is open; null: it could not be opened. */
  readonly port: Promise<number | null>
  /** Closes the door. */
  end(why: string): Promise<void>
}

export interface RunDoorOptions {
  readonly shown: ShownRun
  readonly carrier: Carrier
  readonly task: Omit<DoorTask, 'beats'>
  readonly notice: RunNotice
  /** Time from a fill to its markout. */
  readonly markoutSeconds: number
  /** Called when the door hangs, with the consequences; null: it works again. */
  readonly onHung: (text: string | null) => void
  /** Time after which a door counts as hung, in ms. Default 15,000. */
  readonly hungAfterMs?: number
}

const AGAIN_FIRST_MS = 1_000
const AGAIN_MAX_MS = 60_000
const END_MS = 1_500
const HUNG_AFTER_MS = 15_000

/** Opens a door in its own thread. Problems of the door are reported, and the run continues. */
export function openDoor(options: RunDoorOptions): RunDoor {
  const { shown, carrier, task, notice, markoutSeconds, onHung, hungAfterMs = HUNG_AFTER_MS } = options
  const beats = createBeats()
  const copies = createRunCopier(shown)
  const times = createCopyTimes()
  let isEnding = false
  let againMs = AGAIN_FIRST_MS
  let hasFailed = false
  let opened: (port: number | null) => void = () => undefined
  const port = new Promise<number | null>(resolve => {
    opened = resolve
  })
  let closed: () => void = () => undefined
  const isClosed = new Promise<void>(resolve => {
    closed = resolve
  })
  const act = async ({ id, who, key, action }: FromDoor & { readonly kind: 'act' }): Promise<void> => {
    const answer = await carrier.act({ who, key }, action)
    notice(answer.is === 'unsure' ? 'warn' : 'info', `${who} asked: ${action.do}: ${answer.text}`, {
      who,
      key,
      answer: answer.is,
    })
    say({ kind: 'answer', id, answer })
  }
  const message = (told: FromDoor): void => {
    switch (told.kind) {
      case 'open':
        againMs = AGAIN_FIRST_MS
        return opened(told.port)
      case 'want':
        return times.want({ everyMs: told.everyMs, market: told.market })
      case 'act':
        return void act(told)
      case 'closed':
        return closed()
      case 'tell':
        return notice(told.level, told.text)
      case 'failed':
        notice('error', told.text)
        return opened(null)
      default:
        told satisfies never
    }
  }
  const ended = (why: string | null): void => {
    times.want(NOTHING_WANTED)
    if (why === null || isEnding) return closed()
    notice('error', `the door ended (${why}): it is opened again in ${againMs / 1_000} s; the run goes on`)
    setTimeout(() => {
      if (!isEnding) thread = start()
    }, againMs).unref()
    againMs = Math.min(AGAIN_MAX_MS, againMs * 2)
  }
  const start = (): DoorThread => startDoorThread({ ...task, beats }, { message, ended })
  let thread = start()
  /** Messages to a hung thread would pile up in its memory, so they are not sent. */
  const say = (message: ToDoor): void => {
    if (!watch.isHung) thread.say(message)
  }
  const watch = watchDoorThread({
    ...{ beats, hungAfterMs },
    onHung: () => {
      times.want(NOTHING_WANTED)
      const text = hungText(hungAfterMs)
      notice('error', text)
      onHung(text)
      thread.kill(`it has not turned for ${hungAfterMs / 1_000} s`)
    },
    onWell: () => {
      notice('info', 'the door turns again')
      onHung(null)
    },
  })
  const markouts = createFillMarkouts({
    books: shown.session.books,
    afterSeconds: markoutSeconds,
    say: markout => say({ kind: 'markout', markout }),
  })
  const sayCopy = ({ isWhole, market }: DueCopy): void => {
    const message: CopyMessage = isWhole ? copies.all(market) : { copy: null, detail: copies.ladder(market) }
    if (message.copy === null && message.detail === null) return
    say({ kind: 'copy', text: JSON.stringify(message) })
  }
  const show = (batch: Batch, turn: Turn): void => {
    stand(beats, batch, turn)
    markouts(batch)
    if (!batch.timer) return
    if (!isEnding) watch.look()
    const due = times.at(batch.now)
    if (due !== null) sayCopy(due)
  }
  Atomics.store(beats, STANDING, Standing.READY)
  return {
    port,
    saw: (batch, turn) => {
      try {
        show(batch, turn)
      } catch (error) {
        // An error of the display must not end trading.
        if (!hasFailed) notice('error', `the run could not be shown: ${String(error)}`)
        hasFailed = true
      }
    },
    point: point => say({ kind: 'point', point }),
    end: async why => {
      isEnding = true
      Atomics.store(beats, STANDING, Standing.STOPPING)
      thread.say({ kind: 'end', why })
      let late: NodeJS.Timeout | undefined
      await Promise.race([isClosed, new Promise(resolve => (late = setTimeout(resolve, END_MS)))])
      clearTimeout(late)
      await thread.end()
    },
  }
}

const hungText = (ms: number): string =>
  `the door has not turned for ${ms / 1_000} s: neither commands nor the page nor alerts of the run get through; its thread is ended and made again, and the run trades on`

/** Counts the timer's turns, and records whether the run trades. */
function stand(beats: Int32Array, { timer, controls }: Batch, { halt }: Turn): void {
  if (timer) Atomics.add(beats, BEATS, 1)
  if (halt !== null) Atomics.store(beats, STANDING, Standing.HALTED)
  for (const control of controls) {
    const standing = standingOf(control)
    if (standing !== null) Atomics.store(beats, STANDING, standing)
  }
}

function standingOf(control: Control): number | null {
  if (control.what === 'halt') return Standing.HALTED
  const isOfAll = control.what === 'resume' && (control.scope === undefined || control.scope === 'all')
  return isOfAll ? Standing.READY : null
}
