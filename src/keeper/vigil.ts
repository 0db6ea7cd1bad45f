import type { DaemonMessage } from './messages.js'

/**
 * How the daemon stands. `blind`: it is alive and said so itself, and sends nothing. `dumb`: nothing was heard of it; it may hang or be
 * stopped, and what it would send when it goes on is old.
 */
export type Standing = 'well' | 'blind' | 'dumb'

/** Watches the daemon's messages and the time between them. */
export interface Vigil {
  hear(message: DaemonMessage): void
  /** Time has passed. Answers how the daemon stands now. */
  tick(elapsedMs: number): Standing
  /** The market whose `decide` did not come back; null: none was named. */
  readonly hungIn: number | null
  /** What the daemon last said of its blindness. */
  readonly why: string
}

/** More than this between two ticks is time in which the keeper itself stood still, and not the daemon's silence. */
const TICK_MAX_MS = 500

/** Begins when the daemon may place orders. */
export function createVigil(unattendedMaxMs: number): Vigil {
  let sinceWellMs = 0
  let sinceAnyMs = 0
  let hungIn: number | null = null
  let isStopping = false
  let why = ''
  return {
    hear: message => {
      // The watchdog's word comes from another thread, and proves nothing of the loop that places orders.
      if (message.kind === 'hung') hungIn = message.market
      else sinceAnyMs = 0
      if (message.kind === 'stopping') isStopping = true
      if (message.kind === 'blind') why = message.why
      if (message.kind !== 'well') return
      sinceWellMs = 0
      hungIn = null
    },
    tick: elapsedMs => {
      sinceWellMs += Math.min(elapsedMs, TICK_MAX_MS)
      sinceAnyMs += Math.min(elapsedMs, TICK_MAX_MS)
      if (sinceAnyMs >= unattendedMaxMs) return 'dumb'
      // A daemon that stops removes its orders itself, within a bound of its own.
      return sinceWellMs >= unattendedMaxMs && !isStopping ? 'blind' : 'well'
    },
    get hungIn() {
      return hungIn
    },
    get why() {
      return why
    },
  }
}
