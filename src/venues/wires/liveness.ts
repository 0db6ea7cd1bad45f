import { interval, type Subscription } from 'rxjs'
import type { Timestamp } from '../../model/time.js'
import type { Wires } from './wires.js'

export interface LivenessOptions {
  readonly wires: Pick<Wires, 'clock' | 'scheduler'>
  /** How often a ping is sent, in ms; 0: never. */
  readonly everyMs: number
  readonly ping: () => void
  /** Proves in another way that the peer can be reached, where pings are not answered; missing: then nothing is proven. */
  readonly elsewhere?: (() => Promise<boolean>) | undefined
  readonly onDead: (why: string) => void
  /** Told how long an answer took, in microseconds, and when it came. */
  readonly onRoundTrip?: ((tripUs: number, at: Timestamp) => void) | undefined
}

/** Proof after proof that a link still carries bytes in both directions: TCP alone says nothing of a peer that is gone. */
export interface Liveness {
  /** The link is open: the first ping leaves, ahead of whatever is asked next. */
  begin(): void
  heardText(): void
  heardPong(): void
  stop(): void
}

/** Probes without an answer after which a link is dead. */
const MISSED_MAX = 2

/**
 * Watches one link. A text is no proof, because it says nothing of the way there. A server that answers what was asked behind the first ping,
 * and not the ping, answers none: from then on `elsewhere` is asked instead.
 */
export function createLiveness(options: LivenessOptions): Liveness {
  const { wires, everyMs, onDead, onRoundTrip } = options
  let timer: Subscription | null = null
  let probe: 'ping' | 'elsewhere' = 'ping'
  let missed = 0
  let sentAt: Timestamp | null = null
  let hasPonged = false
  let hasText = false

  const ping = (): void => {
    // Only a ping that is alone on its way says how long the way is.
    sentAt = missed === 0 ? wires.clock.now() : null
    options.ping()
  }
  const ask = async (): Promise<void> => {
    if (options.elsewhere === undefined || (await options.elsewhere())) missed = 0
  }
  const look = (): void => {
    if (missed >= MISSED_MAX) {
      if (probe === 'elsewhere') return onDead('the venue answers no more')
      if (hasPonged || !hasText) return onDead('the link answers no more')
      probe = 'elsewhere'
      missed = 0
    }
    if (probe === 'ping') ping()
    else void ask()
    missed += 1
  }
  return {
    begin: () => {
      if (everyMs === 0) return
      look()
      timer = interval(everyMs, wires.scheduler).subscribe(look)
    },
    heardText: () => {
      hasText = true
    },
    heardPong: () => {
      hasPonged = true
      missed = 0
      const now = wires.clock.now()
      if (sentAt !== null) onRoundTrip?.(now - sentAt, now)
      sentAt = null
    },
    stop: () => timer?.unsubscribe(),
  }
}
