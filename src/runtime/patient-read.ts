import { asyncScheduler, firstValueFrom, from, map, NEVER, race, type SchedulerLike, timer } from 'rxjs'
import { RefusedError } from '../venues/venue-error.js'
import type { RunNotice } from './run-notice.js'

const TOO_MANY_CALLS = 429
const EVERY_MS = 5_000
/** A venue counts the calls of a minute. */
const PATIENCE_MS = 120_000

/** How a start waits for the venue. */
export interface Patience {
  readonly notice: RunNotice
  /** Resolves if the run is asked to stop meanwhile. */
  readonly stopAsked?: Promise<unknown> | undefined
  readonly scheduler?: SchedulerLike | undefined
}

/**
 * Reads at the start of a run, again every five seconds while the venue refuses because it had too many calls: runs that followed each other quickly
 * may have used them. Rejects with any other error at once, and with that refusal after two minutes or if the run is asked to stop.
 */
export async function patientRead<T>(read: () => Promise<T>, patience: Patience): Promise<T> {
  const { notice, stopAsked = NEVER, scheduler = asyncScheduler } = patience
  const isAskedToStop = from(stopAsked).pipe(map(() => true))
  for (let waitedMs = 0; ; waitedMs += EVERY_MS) {
    try {
      return await read()
    } catch (error) {
      const isFull = error instanceof RefusedError && error.status === TOO_MANY_CALLS
      if (!isFull || waitedMs >= PATIENCE_MS) throw error
      if (waitedMs === 0) notice('warn', `the venue takes no more calls for now, so the start waits: ${error.message}`)
      const isOver = timer(EVERY_MS, scheduler).pipe(map(() => false))
      if (await firstValueFrom(race(isAskedToStop, isOver))) throw error
    }
  }
}
