import { asyncScheduler, firstValueFrom, from, map, NEVER, race, type SchedulerLike, timer } from 'rxjs'
import type { Clock } from '../model/time.js'
import { RefusedError, VenueError } from '../venues/venue-error.js'
import type { RunNotice } from './run-notice.js'

const TOO_MANY_CALLS = 429
/** A server that restarts. */
const TOO_EARLY = 425
/** A venue counts the calls of a minute. */
const FULL_WITHIN_SECONDS = 120
const FULL_EVERY_MS = 5_000
/** A venue that restarts is back within seconds. */
const FAILED_EVERY_MS = 500

/** How a start waits for a venue. */
export interface Patience {
  readonly notice: RunNotice
  readonly clock: Clock
  /** The venue in messages. Absent: "the venue". */
  readonly venueName?: string
  /** How long a venue is asked again that does not answer, or answers with a failure of its own. Absent or 0: it is asked once. */
  readonly startWithinSeconds?: number
  /** Resolves if the run is asked to stop meanwhile. */
  readonly stopAsked?: Promise<unknown> | undefined
  readonly scheduler?: SchedulerLike | undefined
}

/** The run was asked to stop while its start waited for the venue. */
export class StoppedWaitError extends Error {
  constructor(cause: unknown) {
    super('the run was asked to stop while its start waited for the venue', { cause })
    this.name = 'StoppedWaitError'
  }
}

/** Why a failed read is repeated, how often and how long. */
interface Wait {
  readonly why: string
  readonly everyMs: number
  readonly withinSeconds: number
  /** The error if the wait was in vain. */
  readonly inVain: () => Error
}

/**
 * Reads at the start of a run. A venue that refuses because it had too many calls, perhaps those of runs that followed each other quickly, is asked
 * again every five seconds for two minutes; one that does not answer or fails, as while it restarts, twice a second for `startWithinSeconds`. Rejects
 * with a `VenueError` after that, with any other error at once, and with a `StoppedWaitError` if the run is asked to stop.
 */
export async function patientRead<T>(read: () => Promise<T>, patience: Patience): Promise<T> {
  const { notice, clock, stopAsked = NEVER, scheduler = asyncScheduler } = patience
  const isAskedToStop = from(stopAsked).pipe(map(() => true))
  const beganAt = clock.now()
  const told = new Set<string>()
  for (;;) {
    try {
      return await read()
    } catch (error) {
      if (!(error instanceof VenueError)) throw error
      const wait = waitAfter(error, patience)
      if (wait === null) throw error
      if (clock.now() - beganAt >= wait.withinSeconds * 1_000_000) throw wait.inVain()
      if (!told.has(wait.why)) notice('warn', `${wait.why}: ${error.message}`)
      told.add(wait.why)
      const isOver = timer(wait.everyMs, scheduler).pipe(map(() => false))
      if (await firstValueFrom(race(isAskedToStop, isOver))) throw new StoppedWaitError(error)
    }
  }
}

/** null: asking again would not help. */
function waitAfter(error: VenueError, { venueName = 'the venue', startWithinSeconds = 0 }: Patience): Wait | null {
  const status = error instanceof RefusedError ? error.status : null
  if (status === TOO_MANY_CALLS) {
    const why = `${venueName} takes no more calls for now, so the start waits`
    return { why, everyMs: FULL_EVERY_MS, withinSeconds: FULL_WITHIN_SECONDS, inVain: () => error }
  }
  if (status === null ? !error.retryable : status !== TOO_EARLY) return null
  const why = `${venueName} does not answer or fails, so it is asked again for ${startWithinSeconds} s (startWithinSeconds)`
  const within = startWithinSeconds === 0 ? '' : ` within ${startWithinSeconds} s (startWithinSeconds)`
  const inVain = (): Error =>
    new VenueError(`${venueName} did not answer${within}: ${error.message}`, {
      venue: error.venue,
      retryable: true,
      cause: error,
    })
  return { why, everyMs: FAILED_EVERY_MS, withinSeconds: startWithinSeconds, inVain }
}
