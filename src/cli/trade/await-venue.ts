import { setTimeout as pause } from 'node:timers/promises'
import type { VenueHost } from '../../venues/venue-definition.js'
import { ExitCode, ExitError } from '../config/exit.js'

export interface VenueWait {
  /** 0: each host is asked once. */
  readonly withinSeconds: number
  /** Told once for each host that does not answer at first. */
  readonly onWait: (text: string) => void
  /** Aborted where the run is to end meanwhile: nothing is waited for any more. */
  readonly signal: AbortSignal
}

/** Between two questions: an exchange that restarts is back within seconds. */
const ASK_EVERY_MS = 500

/**
 * Resolves once each host of a venue answers, whatever it says: a word of refusal is an answer, and is dealt with by who asks in earnest. Rejects
 * with an `ExitError` that names the host where one does not answer in time.
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
