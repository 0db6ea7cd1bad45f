import { asyncScheduler, type SchedulerLike } from 'rxjs'
import { RefusedError } from '../venues/venue-error.js'
import { pause } from '../venues/wires/pause.js'
import type { RunNotice } from './run-notice.js'

const TOO_MANY_CALLS = 429
const EVERY_MS = 5_000
/** A venue counts the calls of a minute. */
const PATIENCE_MS = 120_000
const NEVER = new Promise<never>(() => undefined)

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
  const { notice, stopAsked, scheduler = asyncScheduler } = patience
  const stopped = (async () => {
    await (stopAsked ?? NEVER)
    return 'stopped' as const
  })()
  for (let waitedMs = 0; ; waitedMs += EVERY_MS) {
    try {
      return await read()
    } catch (error) {
      const isFull = error instanceof RefusedError && error.status === TOO_MANY_CALLS
      if (!isFull || waitedMs >= PATIENCE_MS) throw error
      if (waitedMs === 0) notice('warn', `the venue takes no more calls for now, so the start waits: ${error.message}`)
      if ((await Promise.race([pause(scheduler, EVERY_MS), stopped])) === 'stopped') throw error
    }
  }
}
