import type { DaemonMessage } from './messages.js'

/**
 * State of the daemon. `blind`: alive, but it reported that it cannot trade, and sends nothing. `dumb`: no messages; it may hang or be stopped, and
 * what it would send after resuming is outdated.
 */
export type DaemonHealth = 'well' | 'blind' | 'dumb'

type HungStrategy = DaemonMessage & { readonly kind: 'hung' }

/** Watches the daemon's messages and the time between them. */
export interface Vigil {
  hear(message: DaemonMessage): void
  /** Time has passed. Returns the daemon's state now. */
  tick(elapsedMs: number): DaemonHealth
  /** The strategy that kept the daemon from sending messages; null: none was reported. */
  readonly hung: HungStrategy | null
  /** Why the daemon is blind, as last reported. */
  readonly why: string
}

/** A longer time between two ticks means that the keeper itself stood still, so the excess is not the daemon's silence. */
const TICK_MAX_MS = 500

/** Starts when the daemon may place orders. */
export function createVigil(unattendedMaxMs: number): Vigil {
  let sinceWellMs = 0
  let sinceAnyMs = 0
  let hung: HungStrategy | null = null
  let isStopping = false
  let why = ''
  return {
    hear: message => {
      // The watchdog's message comes from another thread, and proves nothing about the loop that places orders.
      if (message.kind === 'hung') hung = message
      else sinceAnyMs = 0
      if (message.kind === 'stopping') isStopping = true
      if (message.kind === 'blind') why = message.why
      if (message.kind !== 'well') return
      sinceWellMs = 0
      hung = null
    },
    tick: elapsedMs => {
      sinceWellMs += Math.min(elapsedMs, TICK_MAX_MS)
      sinceAnyMs += Math.min(elapsedMs, TICK_MAX_MS)
      if (sinceAnyMs >= unattendedMaxMs) return 'dumb'
      // A daemon that stops removes its orders itself, within a time limit of its own.
      return sinceWellMs >= unattendedMaxMs && !isStopping ? 'blind' : 'well'
    },
    get hung() {
      return hung
    },
    get why() {
      return why
    },
  }
}
