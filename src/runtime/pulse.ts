import type { DaemonMessage, SentOrder } from '../keeper/messages.js'
import type { OrderId } from '../model/ids.js'
import type { Report } from '../model/report.js'
import { createFence, type Fence } from './fence.js'
import { SYSTEM_TIMES, type SystemTimes } from './system-clock.js'

/** The daemon's own word on whether it may be trusted with orders, for its fence and for the keeper. */
export interface Pulse {
  readonly fence: Fence
  /** A first look at the venue has just succeeded: orders may leave. `look` brings in a fresh snapshot, or rejects. */
  begin(look: () => Promise<void>): void
  /** Sees the reports of a batch before they are acted upon. */
  saw(reports: readonly Report[]): void
  /** To be called before the first byte of these. */
  sent(orders: readonly SentOrder[]): void
  /** The venue has said that it does not have this order, or not any more. */
  gone(order: OrderId): void
  /** The clock of this computer was found to be so far ahead of the venue's, in ms. */
  measured(offsetMs: number): void
  end(): void
}

export interface PulseOptions {
  readonly unattendedMaxMs: number
  readonly say: (message: DaemonMessage) => void
  readonly times?: SystemTimes
  /** Called with each beat. */
  readonly onBeat?: () => void
  /** Default: the computer's timers. */
  readonly timers?: PulseTimers
}

/** How a pulse waits. */
export interface PulseTimers {
  /** Runs work repeatedly, at an interval in ms, until the returned function is called. */
  every(ms: number, work: () => void): () => void
  /** Runs work at the end of this event-loop turn. */
  soon(work: () => void): void
}

const SYSTEM_TIMERS: PulseTimers = {
  every: (ms, work) => {
    const timer = setInterval(work, ms).unref()
    return () => clearInterval(timer)
  },
  soon: work => void setImmediate(work),
}

const BEAT_MAX_MS = 500
const BEATS = 10
/** Wall and monotonic clock may part by this much between two beats. */
const EVEN_MS = 250
const GONE_MAX = 1_000

/** Makes a pulse that does not beat yet. */
export function createPulse(options: PulseOptions): Pulse {
  const { unattendedMaxMs, say, times = SYSTEM_TIMES, onBeat = () => {}, timers = SYSTEM_TIMERS } = options
  const fence = createFence(unattendedMaxMs, times)
  const isEven = createEvenness(times)
  let look: () => Promise<void> = () => Promise.resolve()
  let isLooking = false
  /** How often the fence had been shut when the last snapshot was asked for that has come. */
  let knownShuts = 0
  let isLinked = false
  let gone: OrderId[] = []
  let stop: (() => void) | undefined

  const lookAgain = async (): Promise<void> => {
    if (isLooking) return
    isLooking = true
    const { shuts } = fence
    try {
      await look()
      knownShuts = shuts
      // Behind the turn that takes the snapshot in.
      timers.soon(() => timers.soon(beat))
    } catch {
      // The next beat tries again.
    }
    isLooking = false
  }
  const blindness = (): string | null => {
    // Asked first: a beat that comes late shuts the fence before it can be taken for a sign of life.
    const isOpen = fence.mayOpen()
    if (!isEven()) return 'the clock did not run evenly'
    if (!isLinked) return 'the wallet link is down'
    if (isOpen || fence.shuts === knownShuts) return null
    void lookAgain()
    return 'nothing was well for too long; the venue is asked for a snapshot first'
  }
  const beat = (): void => {
    if (stop === undefined) return
    flushGone()
    const why = blindness()
    if (why === null) fence.well()
    say(why === null ? { kind: 'well' } : { kind: 'blind', why })
    onBeat()
  }
  const flushGone = (): void => {
    if (gone.length > 0) say({ kind: 'gone', orders: gone })
    gone = []
  }
  return {
    fence,
    begin: asked => {
      look = asked
      say({ kind: 'open' })
      // Stands for the link until that has had time to come up.
      fence.well()
      // Behind what the loop has waiting: a beat says that the loop turns.
      stop = timers.every(Math.min(BEAT_MAX_MS, unattendedMaxMs / BEATS), () => timers.soon(beat))
    },
    saw: reports => {
      // The link's own snapshot comes with the word that it lives.
      for (const report of reports) if (report.kind === 'link') isLinked = report.state === 'live'
    },
    sent: orders => say({ kind: 'sent', orders }),
    gone: order => {
      gone.push(order)
      if (gone.length >= GONE_MAX) flushGone()
    },
    measured: offsetMs => say({ kind: 'clock', offsetMs }),
    end: () => {
      stop?.()
      stop = undefined
      fence.end()
    },
  }
}

/** Makes what tells whether both times went on alike since it was last asked. */
function createEvenness({ monotonic, wall }: SystemTimes): () => boolean {
  let last = wall() - monotonic()
  return () => {
    const now = wall() - monotonic()
    const step = Math.abs(now - last)
    last = now
    return step <= EVEN_MS
  }
}
