import {
  asyncScheduler,
  EMPTY,
  interval,
  map,
  merge,
  type Observable,
  type SchedulerLike,
  Subject,
  type Subscription,
} from 'rxjs'
import type { Books } from '../engine/books.js'
import type { Desk } from '../engine/desk.js'
import type { Turn } from '../engine/news.js'
import type { Journal } from '../journal/journal.js'
import type { Batch, Control } from '../model/batch.js'
import type { Market } from '../model/market.js'
import type { Report } from '../model/report.js'
import type { RunClock, Timestamp } from '../model/time.js'
import type { Decoder, FeedChange, Frame, Gateway, Venue } from '../venues/venue.js'
import { createExecutor, type Executor } from './executor.js'
import { createGather, type TurnInput } from './gather.js'
import type { Pulse } from './pulse.js'
import { turnEntries } from './turn-entries.js'

/** Interval of the timer event. */
const TIMER_MS = 250

export interface LiveParts {
  readonly venue: Venue
  readonly gateway: Gateway
  readonly journal: Journal
  readonly markets: readonly Market[]
  /** How the markets change. Absent: they do not. */
  readonly changes?: Observable<FeedChange> | undefined
  /** Source of references. Absent: none. */
  readonly references?: ReferenceSource | undefined
  readonly books: Books
  readonly desk: Desk
  readonly clock: RunClock
  /** Called with every turn after it was carried out; `isIdle`: only the timer caused it. */
  readonly onTurn: (batch: Batch, turn: Turn, isIdle: boolean) => void
  /** The run cannot continue: a broken invariant of the engine, a source that ended, or a journal that cannot be written. */
  readonly onFailure: (error: unknown) => void
  /** Drives the timer and repeated sends; default: the computer's timers. */
  readonly scheduler?: SchedulerLike
  /** Runs work at the end of this event-loop turn; default: `setImmediate`. */
  readonly soon?: (work: () => void) => void
  readonly onInput?: (input: TurnInput) => void
  readonly onBatchEnd?: (batch: Batch) => void
  /** Absent: this process is not watched by a keeper. */
  readonly pulse?: Pulse | undefined
  /** Orders in one cancel request. Absent: a hundred. */
  readonly cancelsPerCall?: number | undefined
}

/** Frames of feeds beside the venue's, and a decoder that wraps the venue's. */
export interface ReferenceSource {
  readonly frames: Observable<Frame>
  /** Makes the decoder of the venue's frames and of these. */
  readonly over: (venue: Decoder) => Decoder
}

export interface Live {
  readonly executor: Executor
  control(control: Control): void
  /** Adds a report that was requested outside a turn. */
  report(report: Report): void
  close(): void
}

const NO_REFERENCES: ReferenceSource = { frames: EMPTY, over: venue => venue }

/** When the oldest row of a batch was received; null: it has no rows. */
const pushedAt = ({ events, from, to }: Batch): Timestamp | null => (to > from ? (events.receivedAt[from] ?? null) : null)

const nextTurn = (work: () => void): void => void setImmediate(work)

/** Without a scheduler: a timer that does not keep the process alive. */
const laterBy =
  (scheduler: SchedulerLike | undefined) =>
  (ms: number, work: () => void): void => {
    if (scheduler === undefined) setTimeout(work, ms).unref()
    else scheduler.schedule(work, ms)
  }

/**
 * The live driver. All sources are merged into one stream of inputs; what one event-loop turn brings becomes a batch; the desk takes the batch, and
 * the executor carries out its commands; the answers are the next inputs. Nothing else in the project subscribes.
 */
export function live(parts: LiveParts): Live {
  const { venue, gateway, journal, markets, books, desk, clock, onFailure, scheduler = asyncScheduler, soon = nextTurn } = parts
  const { references = NO_REFERENCES } = parts
  const answers = new Subject<Report>()
  const controls = new Subject<Control>()
  const executor = createExecutor({
    gateway,
    journal,
    clock,
    answer: report => answers.next(report),
    soon: work => soon(guarded(work)),
    later: laterBy(parts.scheduler),
    onJournalError: onFailure,
    pulse: parts.pulse,
    cancelsPerCall: parts.cancelsPerCall,
  })

  /** Holds creates back after a halt or pause, and lets them go after a resume: the desk does not know of creates that are sent again. */
  const holdCreates = (turn: Turn, { controls }: Batch): void => {
    if (turn.halt !== null) executor.latch()
    for (const control of controls) {
      if (control.what === 'fault' || control.what === 'set' || control.what === 'restart') continue
      const { what, scope = 'all' } = control
      // The executor cannot tell the creates of one market from others, so only a control of all markets concerns it.
      if (scope !== 'all') continue
      const isOpening = what === 'resume' || (what === 'close' && desk.look().halt === null)
      if (isOpening) executor.unlatch()
      else executor.latch()
    }
  }
  const consume = (batch: Batch): void => {
    parts.pulse?.saw(batch.reports)
    books.apply(batch)
    const turn = desk.turn(batch)
    holdCreates(turn, batch)
    executor.run({ at: batch.now, entries: turnEntries(batch, turn), commands: turn.commands, pushedAt: pushedAt(batch) })
    parts.onTurn(batch, turn, batch.to === batch.from && batch.reports.length === 0 && turn.commands.length === 0)
  }
  const gather = createGather({
    decoder: references.over(venue.decoder(markets)),
    wallOffset: () => clock.wallOffset(),
    soon: work => soon(guarded(work)),
    consume,
    ...(parts.onInput && { onInput: parts.onInput }),
    ...(parts.onBatchEnd && { onBatchEnd: parts.onBatchEnd }),
  })
  const inputs = merge(
    merge(venue.feed(markets, parts.changes), references.frames).pipe(map(frame => ({ kind: 'frame', frame }) as const)),
    merge(gateway.reports, answers).pipe(map(report => ({ kind: 'report', report }) as const)),
    controls.pipe(map(control => ({ kind: 'control', control }) as const)),
    interval(TIMER_MS, scheduler).pipe(map(() => ({ kind: 'timer', at: clock.now() }) as const)),
  )
  const subscription: Subscription = inputs.subscribe({ next: guarded(gather.take), error: onFailure })
  return {
    executor,
    control: control => controls.next(control),
    report: report => answers.next(report),
    close: () => {
      subscription.unsubscribe()
      gather.close()
    },
  }

  /** A broken invariant ends the run in an orderly way: the caller cancels everything and exits. */
  function guarded<A extends unknown[]>(work: (...args: A) => void): (...args: A) => void {
    return (...args) => {
      try {
        work(...args)
      } catch (error) {
        onFailure(error)
      }
    }
  }
}
