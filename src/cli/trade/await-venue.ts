import { setTimeout as pause } from 'node:timers/promises'
import type { VenueHost } from '../../venues/venue-definition.js'
import { ExitCode, ExitError } from '../config/exit.js'

export interface VenueWait {
  /** 0: each host is asked once. */
  readonly withinSeconds: number
  /** Called once for each host that does not answer at first. */
  readonly onWait: (text: string) => void
  /** Aborts the wait if the run ends. */
  readonly signal: AbortSignal
}

/** Time between two attempts: an exchange that restarts is back within seconds. */
const ASK_EVERY_MS = 500

/**
 * Resolves once each host of a venue answers, with any status: callers handle refusals themselves. Rejects with an `ExitError` that names the host if
 * one does not answer in time.
 */
export async function awaitVenue(hosts: readonly VenueHost[], wait: VenueWait): Promise<void> {
  await Promise.all(hosts.map(host => awaitOne(host, wait)))
}

async function awaitOne(host: VenueHost, { withinSeconds, onWait, signal }: VenueWait): Promise<void> {
  const endsAt = performance.now() + withinSeconds * 1_000
  const name = `the venue’s host ${host.name} (venue.${host.field})`
  for (let isFirst = true; !signal.aborted; isFirst = false) {
    const why = await host.silence()
    if (why === null) return
    if (performance.now() >= endsAt)
      throw new ExitError(ExitCode.FAILED, `${name} did not answer${within(withinSeconds)}: ${why}`)
    if (isFirst) onWait(`${name} does not answer (${why}); it is asked again for ${withinSeconds} s (venue.startWithinSeconds)`)
    await pause(ASK_EVERY_MS, undefined, { signal }).catch(() => undefined)
  }
}

const within = (seconds: number): string => (seconds === 0 ? '' : ` within ${seconds} s (venue.startWithinSeconds)`)
