import type { Turn } from '../../../engine/news.js'
import type { Batch, Control } from '../../../model/batch.js'
import type { CopyMessage, FromDoor, ToDoor } from '../../../operator/door-messages.js'
import { BEATS, createBeats, type DoorTask, STANDING, Standing } from '../../../operator/door-task.js'
import type { ProfitPoint } from '../../../operator/schemas-history.js'
import { type DoorThread, startDoorThread } from '../../../operator/start-door-thread.js'
import type { RunNotice } from '../../../runtime/run-notice.js'
import type { Carrier } from './carry-out.js'
import { createFillMarkouts } from './fill-markouts.js'
import { createRunCopier } from './run-copy-of.js'
import type { ShownRun } from './shown-run.js'
import { watchDoorThread } from './watch-door-thread.js'

/** The door of a run, as its trading thread has it. */
export interface RunDoor {
  /** Sees each turn after it was carried out. Never throws. */
  saw(batch: Batch, turn: Turn): void
  point(point: ProfitPoint): void
  /** Resolves with the port once it is open; null: it could not be opened. */
  readonly port: Promise<number | null>
  /** Closes it: nothing is shown any more. */
  end(why: string): Promise<void>
}

export interface RunDoorOptions {
  readonly shown: ShownRun
  readonly carrier: Carrier
  readonly task: Omit<DoorTask, 'beats'>
  readonly notice: RunNotice
  /** How long after a fill its markout is read. */
  readonly markoutSeconds: number
  /** Told that the door has stood still, and why it matters; null: it turns again. */
  readonly onHung: (text: string | null) => void
  /** After how long a door counts as hung, in ms. Default 15,000. */
  readonly hungAfterMs?: number
}

/** A copy that is due within this time is made now: the timer that makes them is not exact. */
const EARLY_US = 100_000
/** How often a whole run is copied while someone watches, and a ladder. */
const COPY_EVERY_MS = 1_000
const LADDER_EVERY_MS = 250
const AGAIN_FIRST_MS = 1_000
const AGAIN_MAX_MS = 60_000
const END_MS = 1_500
const HUNG_AFTER_MS = 15_000
const NOTHING_WANTED = { everyMs: 0, market: null }

/** Opens a door in a thread of its own. Whatever goes wrong with it is told, and the run goes on. */
export function openDoor(options: RunDoorOptions): RunDoor {
  const { shown, carrier, task, notice, markoutSeconds, onHung, hungAfterMs = HUNG_AFTER_MS } = options
  const beats = createBeats()
  const copies = createRunCopier(shown)
  let want: { readonly everyMs: number; readonly market: string | null } = NOTHING_WANTED
  let copiedAt = Number.NEGATIVE_INFINITY
  let shownAt = Number.NEGATIVE_INFINITY
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
        want = { everyMs: told.everyMs, market: told.market }
        return
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
    want = NOTHING_WANTED
    if (why === null || isEnding) return closed()
    notice('error', `the door ended (${why}): it is opened again in ${againMs / 1_000} s; the run goes on`)
    setTimeout(() => {
      if (!isEnding) thread = start()
    }, againMs).unref()
    againMs = Math.min(AGAIN_MAX_MS, againMs * 2)
  }
  const start = (): DoorThread => startDoorThread({ ...task, beats }, { message, ended })
  let thread = start()
  let isHung = false
  /** What is said to a thread that hangs would wait in its memory for as long. */
  const say = (message: ToDoor): void => {
    if (!isHung) thread.say(message)
  }
  const look = watchDoorThread({
    ...{ beats, hungAfterMs },
    onHung: () => {
      isHung = true
      want = NOTHING_WANTED
      const text = hungText(hungAfterMs)
      notice('error', text)
      onHung(text)
      thread.kill(`it has not turned for ${hungAfterMs / 1_000} s`)
    },
    onWell: () => {
      isHung = false
      notice('info', 'the door turns again')
      onHung(null)
    },
  })
  const markouts = createFillMarkouts({
    books: shown.session.books,
    afterSeconds: markoutSeconds,
    say: markout => say({ kind: 'markout', markout }),
  })
  const show = (batch: Batch, turn: Turn): void => {
    stand(beats, batch, turn)
    markouts(batch)
    if (batch.timer && !isEnding) look()
    if (!batch.timer || want.everyMs === 0) return
    const isDue = (since: number, everyMs: number): boolean => batch.now >= since + everyMs * 1_000 - EARLY_US
    // Who waits for an answer wants a whole copy at once; who watches wants one a second, and the ladder in between.
    const isWhole = isDue(copiedAt, want.everyMs < LADDER_EVERY_MS ? want.everyMs : Math.max(want.everyMs, COPY_EVERY_MS))
    if (!isWhole && !isDue(shownAt, want.everyMs)) return
    shownAt = batch.now
    if (isWhole) copiedAt = batch.now
    const message: CopyMessage = isWhole ? copies.all(want.market) : { copy: null, detail: copies.ladder(want.market) }
    if (message.copy === null && message.detail === null) return
    say({ kind: 'copy', text: JSON.stringify(message) })
  }
  Atomics.store(beats, STANDING, Standing.READY)
  return {
    port,
    saw: (batch, turn) => {
      try {
        show(batch, turn)
      } catch (error) {
        // What is shown must never end what trades.
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

/** Counts the timer's turns, and notes whether the run trades. */
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
