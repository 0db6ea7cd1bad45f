import type { DaemonMessage, SentOrder } from '../keeper/messages.js'
import type { OrderId } from '../model/ids.js'
import type { Report } from '../model/report.js'
import { createFence, type Fence } from './fence.js'
import { SYSTEM_TIMES, type SystemTimes } from './system-clock.js'

/** The daemon's state of health, for its fence and for the keeper. */
export interface Pulse {
  readonly fence: Fence
  /** A first read of the venue has just succeeded: orders may be sent. `look` adds a fresh snapshot, or rejects. */
  begin(look: () => Promise<void>): void
  /** Called with the reports of a batch before they are applied. */
  saw(reports: readonly Report[]): void
  /** To be called before the first byte of these orders. */
  sent(orders: readonly SentOrder[]): void
  /** The venue has said that it does not have this order, or no longer has it. */
  gone(order: OrderId): void
  /** How far this computer's clock is ahead of the venue's, in ms. */
  measured(offsetMs: number): void
  end(): void
}

export interface PulseOptions {
  readonly unattendedMaxMs: number
  readonly say: (message: DaemonMessage) => void
  readonly times?: SystemTimes
  /** Called with each beat. */
  readonly onBeat?: () => void
  /** Called with the time since the last beat, in ms, if it was `unattendedMaxMs` or more: this process or the whole computer stood still. */
  readonly onStall?: (ms: number) => void
  /** Default: the computer's timers. */
  readonly timers?: PulseTimers
}

/** Timers of a pulse. */
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
/** Wall and monotonic clock may differ by this much between two beats. */
const EVEN_MS = 250
const GONE_MAX = 1_000

/** Creates a pulse that does not beat yet. */
export function createPulse(options: PulseOptions): Pulse {
  const { unattendedMaxMs, say, times = SYSTEM_TIMES, onBeat = () => {}, onStall = () => {}, timers = SYSTEM_TIMERS } = options
  const fence = createFence(unattendedMaxMs, times)
  const isEven = createEvenness(times)
  const sinceBeat = createInterval(times)
  let look: () => Promise<void> = () => Promise.resolve()
  let isLooking = false
  /** The fence's count of shuts when the last received snapshot was requested. */
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
      // After the turn that applies the snapshot.
      timers.soon(() => timers.soon(beat))
    } catch {
      // The next beat tries again.
    }
    isLooking = false
  }
  const blindness = (): string | null => {
    // Called first: a late beat shuts the fence before it can count as a sign of life.
    const isOpen = fence.mayOpen()
    if (!isEven()) return 'the clock did not run evenly'
    if (!isLinked) return 'the wallet link is down'
    if (isOpen || fence.shuts === knownShuts) return null
    void lookAgain()
    return 'the process stood still for too long; a fresh snapshot of the venue is awaited'
  }
  const beat = (): void => {
    if (stop === undefined) return
    const stalledMs = sinceBeat()
    if (stalledMs >= unattendedMaxMs) onStall(stalledMs)
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
      // Counts as a live link until the link has had time to come up.
      fence.well()
      sinceBeat()
      // After everything that waits in the event loop: a beat proves that the loop runs.
      stop = timers.every(Math.min(BEAT_MAX_MS, unattendedMaxMs / BEATS), () => timers.soon(beat))
    },
    saw: reports => {
      // The link's own snapshot arrives together with the report that the link is live.
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

/** Creates a measure of the time since its last call, in ms. The monotonic clock does not count a computer's sleep, the wall clock does. */
function createInterval({ monotonic, wall }: SystemTimes): () => number {
  let last = [monotonic(), wall()] as const
  return () => {
    const now = [monotonic(), wall()] as const
    const ms = Math.max(now[0] - last[0], now[1] - last[1])
    last = now
    return ms
  }
}

/** Creates a check of whether both clocks advanced equally since its last call. */
function createEvenness({ monotonic, wall }: SystemTimes): () => boolean {
  let last = wall() - monotonic()
  return () => {
    const now = wall() - monotonic()
    const step = Math.abs(now - last)
    last = now
    return step <= EVEN_MS
  }
}
