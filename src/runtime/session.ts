import { asyncScheduler, type SchedulerLike } from 'rxjs'
import type { Asking } from '../engine/asking.js'
import { type Books, createBooks } from '../engine/books.js'
import { createDesk } from '../engine/create-desk.js'
import type { Desk } from '../engine/desk.js'
import type { DeskSettings } from '../engine/desk-options.js'
import type { DeskState } from '../engine/desk-state.js'
import type { DeskSummary } from '../engine/desk-summary.js'
import { type Turn } from '../engine/news.js'
import { withCancelsPerCall } from '../engine/with-cancels-per-call.js'
import type { Checkpoint } from '../journal/checkpoints.js'
import type { Journal } from '../journal/journal.js'
import type { Batch, Control } from '../model/batch.js'
import { pauseWord, scopeText } from '../model/control-scope.js'
import { haltText } from '../model/halt.js'
import type { MarketId } from '../model/ids.js'
import type { Market } from '../model/market.js'
import type { OpenOrder } from '../model/order.js'
import type { Report, Snapshot } from '../model/report.js'
import type { RunClock } from '../model/time.js'
import type { LogHeader } from '../recording/log/log-record.js'
import type { InputLogWriter } from '../recording/log/write-input-log.js'
import type { Gateway, Venue } from '../venues/venue.js'
import { ForeignOrderError } from '../venues/venue-error.js'
import { createAccountLooks } from './account-looks.js'
import type { PushLatency } from './executor.js'
import type { FillCounts } from './fill-counts.js'
import { findMissing } from './find-missing.js'
import type { Follower } from './follow-markets.js'
import { createRejectionLimit } from './limit-rejections.js'
import { type Live, type LiveParts, live, type ReferenceSource } from './live.js'
import { type Patience, patientRead } from './patient-read.js'
import type { Pulse } from './pulse.js'
import { resendDoubtful } from './resend-doubtful.js'
import { heldMarkets } from './restore-state.js'
import type { RunNotice } from './run-notice.js'
import { type AssignMarket, SessionMarkets } from './session-markets.js'
import { askSnapshot, type Stopped, stopOrderly } from './shutdown.js'
import { createBlame, type PlacedAssignment } from './stray-faults.js'
import { type Baseline, createWatch, type SessionCounts, tellHalt } from './watch.js'

/** What a session joins. */
export interface SessionOptions {
  readonly venue: Venue
  readonly gateway: Gateway
  readonly journal: Journal
  readonly markets: readonly Market[]
  readonly assignments: readonly PlacedAssignment[]
  /** Assigns a strategy to a market that joins. Absent: it gets none. */
  readonly assign?: AssignMarket
  /** Creates the follower that makes markets join and leave. Absent: the markets do not change. */
  readonly follow?: (held: () => readonly MarketId[]) => Pick<Follower, 'changes' | 'onTurn' | 'waiting' | 'stop'>
  readonly settings: DeskSettings
  /** The wallet's state at the end of its last run. */
  readonly state: DeskState
  readonly clock: RunClock
  readonly notice: RunNotice
  /** Timers, if the run does not use this computer's. */
  readonly scheduler?: SchedulerLike
  /** Resolves if the run is asked to stop; a start that waits for the venue then gives up, and rejects with a `StoppedWaitError`. */
  readonly stopAsked?: Promise<unknown>
  /** How long a start asks a venue again that does not answer, or answers with a failure of its own. Absent or 0: it asks once. */
  readonly startWithinSeconds?: number
  /** Does work at the end of this event-loop turn. Absent: `setImmediate`. */
  readonly soon?: (work: () => void) => void
  /** Source of references. Absent: none. */
  readonly references?: ReferenceSource
  /** Starts the run's input log, once the run is certain to start; `now` returns the current state. Absent: nothing is recorded. */
  readonly record?: (now: () => Pick<LogHeader, 'markets' | 'state'>) => InputLogWriter
  /**
   * Reports to the keeper that watches this process. Absent: no keeper.
   * @internal
   */
  readonly pulse?: Pulse
  /** How often the venue's account is compared with the desk's if nothing is in doubt, in ms. Absent or 0: never. */
  readonly accountLookEveryMs?: number
  /** The run halts if the venue calls more orders in a row wrong in themselves than this. Absent or null: it never does for that. */
  readonly rejectedInARowMax?: number | null
  /**
   * Says which strategy is being asked, for a watching thread.
   * @internal
   */
  readonly asking?: Asking
  /** Called with each turn after it was carried out, for displays. Absent: nothing is shown. */
  readonly show?: (batch: Batch, turn: Turn) => void
}

/** A wallet that trades, until it is stopped. */
export interface Session {
  /** The current markets. */
  readonly markets: readonly Market[]
  readonly books: Books
  readonly desk: Desk
  readonly counts: Readonly<SessionCounts>
  /** Fills of this run by market. */
  readonly fills: FillCounts
  /** The wallet's counts before this run. */
  readonly began: DeskSummary
  /** The wallet's value when this run began, marked once its books were live; null: not yet. */
  readonly baseline: Baseline | null
  /** Resolves with the error when the run cannot continue; the caller then stops the session. */
  readonly failure: Promise<unknown>
  /** Resolves when every strategy has failed; the session goes on. */
  readonly allFailed: Promise<void>
  /** Finds the strategy behind an uncaught error, and stops it in all its markets. Returns whether one was found. */
  blame(thrown: unknown): boolean
  /** Adds an input from a person. */
  control(control: Control): void
  /** How long pushes of the venue took to become requests. */
  readonly latency: PushLatency
  /** Number of orders that were decided but not sent. None of them is in the journal. */
  readonly unsent: () => number
  /** Differences between our books and the venue's account at the last look, one sentence each. */
  differences(): readonly string[]
  /** Markets that the config asks for and that cannot be traded yet, one sentence for each reason. */
  waiting(): readonly string[]
  /** Removes every order, waits for the venue's evidence, saves, and closes the sources. */
  stop(who: string): Promise<Stopped>
}

/** Starting would not be safe; the message says why. */
export class RefusedStartError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'RefusedStartError'
  }
}

/** Orders named in a refusal to start. */
const NAMED_MAX = 5

/**
 * Starts a wallet's run: refuses if it is halted or the venue has orders that are not ours, saves the state, and starts the live driver. Rejects with
 * `RefusedStartError`, or with the error of the venue or the journal.
 */
export async function startSession(options: SessionOptions): Promise<Session> {
  const { gateway, journal, markets, state, clock, notice, scheduler = asyncScheduler } = options
  const { budget } = options.settings
  expectAwake(state, notice)
  expectOurs(await firstLook(options), markets)
  journal.save({ at: clock.now(), markets, state: withCancelsPerCall(state, budget) })

  const books = createBooks(markets)
  const own = new SessionMarkets(markets, options.assignments)
  const desk = createDesk({ ...options, assign: own.noting(options.assign), books })
  const began = desk.summary()
  const watch = createWatch({ ...options, markets: own, desk, books })
  const follower = options.follow?.(() => heldMarkets(desk.state()))
  const { failure, fail } = createFailure()
  const log = options.record?.(() => ({ markets: books.markets(), state: desk.state() }))
  const report = (found: Report): void => door.report(found)
  const looks = createAccountLooks({ ...options, markets: own, everyMs: options.accountLookEveryMs ?? 0, desk, report })
  const limitRejections = rejectionLimit(options, control => door.control(control))
  const onTurn: LiveParts['onTurn'] = (batch, turn, isIdle) => {
    own.onTurn(turn)
    log?.mark(markOf(batch, turn))
    watch.onTurn(batch, turn, isIdle)
    findMissing({ batch, state: () => desk.state(), gateway, report })
    limitRejections(batch.reports)
    looks.saw(batch)
    follower?.onTurn(turn)
    options.show?.(batch, turn)
  }
  const door: Live = live({
    ...options,
    changes: follower?.changes,
    cancelsPerCall: budget.cancelsPerCall,
    books,
    desk,
    onTurn,
    onFailure: fail,
    ...(log && { onInput: log.input }),
  })
  options.pulse?.begin(async () => door.report(await askSnapshot(gateway, clock)))
  goOn(door, options)
  return {
    get markets() {
      return own.all
    },
    books,
    desk,
    counts: watch.counts,
    fills: watch.fills,
    began,
    get baseline() {
      return watch.baseline()
    },
    failure,
    allFailed: watch.allFailed,
    blame: createBlame({ ...options, assignments: () => own.assignments, desk, control: fault => door.control(fault) }),
    control: control => door.control(control),
    latency: door.executor.latency,
    unsent: door.executor.unsent,
    differences: () => looks.differences(),
    waiting: () => follower?.waiting() ?? [],
    stop: async who => {
      looks.end()
      follower?.stop()
      const stopped = await stopOrderly({ door, desk, gateway, markets: own, clock, scheduler, who })
      door.close()
      saveAtEnd(options, { markets: own.all, state: desk.state() })
      await log?.close({ at: clock.now(), stateHash: desk.stateHash() })
      options.pulse?.end()
      return stopped
    },
  }
}

const rejectionLimit = (
  { gateway, clock, notice, rejectedInARowMax = null }: SessionOptions,
  control: (control: Control) => void,
): ((reports: readonly Report[]) => void) =>
  createRejectionLimit({
    max: rejectedInARowMax,
    isOrderWrong: slug => gateway.isOrderWrong?.(slug) === true,
    halt: why => {
      tellHalt(notice, why)
      control({ what: 'halt', who: 'rejectedInARowMax', why, at: clock.now() })
    },
  })

/** A promise of the first error that the corridor cannot go on after, and what resolves it. */
function createFailure(): { readonly failure: Promise<unknown>; readonly fail: (error: unknown) => void } {
  let fail: (error: unknown) => void = () => undefined
  const failure = new Promise<unknown>(resolve => {
    fail = resolve
  })
  return { failure, fail }
}

function saveAtEnd({ journal, clock, notice }: SessionOptions, standing: Pick<Checkpoint, 'markets' | 'state'>): void {
  try {
    journal.save({ at: clock.now(), ...standing })
  } catch (error) {
    // The next start restores from the journal's last checkpoint, and reads the rest from the venue.
    notice('error', `the state of the wallet could not be saved: ${String(error)}`)
  }
}

/** Continues from the last run: its pause, and orders that were never answered. */
function goOn(door: Live, { state, journal, clock, notice }: SessionOptions): void {
  // The last stop paused the desk so that nothing could follow its cancels; that pause is over.
  if (state.isPaused) door.control({ what: 'resume', who: 'start', at: clock.now() })
  const doubtful = resendDoubtful({ state, journal, executor: door.executor, now: clock.now() })
  const orders = doubtful === 1 ? '1 order of the last run was' : `${doubtful} orders of the last run were`
  if (doubtful > 0) notice('info', `${orders} never answered; asking again`, { doubtful })
}

/** Refuses a wallet that is halted, and reports what a person paused in an earlier run. */
function expectAwake({ halt, pauses = new Map() }: DeskState, notice: RunNotice): void {
  if (halt !== null) throw new RefusedStartError(halted(halt))
  for (const [scope, pause] of pauses)
    notice(
      'warn',
      `${scopeText(scope)}: ${pauseWord(pause)} by ${pause.who} since before this start; "oddsmith resume" ends that`,
    )
}

/** An unchanged wall clock is left out. */
const markOf = ({ now, wallOffset, timer }: Batch, { commands }: Turn): Parameters<InputLogWriter['mark']>[0] =>
  wallOffset === 0 ? { now, timer, commands } : { now, wallOffset, timer, commands }

/** An order in another market is a reason to refuse, and not a failure of the venue. */
async function firstLook(options: Patience & Pick<SessionOptions, 'gateway'>): Promise<Snapshot> {
  try {
    return await patientRead(() => options.gateway.snapshot(), options)
  } catch (error) {
    if (!(error instanceof ForeignOrderError)) throw error
    throw new RefusedStartError(
      `${error.message}: name that market in the config, or remove the order with "oddsmith cancel-all"`,
    )
  }
}

const halted = (halt: NonNullable<DeskState['halt']>): string =>
  `this wallet is halted by ${haltText(halt)}; "oddsmith resume" clears it`

function expectOurs({ orders }: Pick<Snapshot, 'orders'>, markets: readonly Market[]): void {
  const foreign = orders.filter(({ id }) => id === null)
  if (foreign.length > 0) throw new RefusedStartError(notOurs(foreign, markets))
}

function notOurs(orders: readonly OpenOrder[], markets: readonly Market[]): string {
  const names = orders.slice(0, NAMED_MAX).map(order => {
    const market = markets[order.market]?.id ?? order.market
    return `${order.hash} (market ${market}, ${order.side} ${order.outcome} ${order.size / 1e6} at ${order.price / 1e4})`
  })
  const more = orders.length > NAMED_MAX ? ` and ${orders.length - NAMED_MAX} more` : ''
  return `the venue holds ${orders.length} orders of this wallet that are not ours: ${names.join(', ')}${more}`
}
