import type { SignedSubmit, TurnLines } from '../journal/append.js'
import type { Journal } from '../journal/journal.js'
import type { Cancel, Command, Submit } from '../model/intent.js'
import type { JournalEntry } from '../model/journal-entry.js'
import type { Journaled, Signed } from '../model/order.js'
import { reasonOf } from '../model/reason-of.js'
import type { Report } from '../model/report.js'
import { type RunClock, Timestamp } from '../model/time.js'
import type { Gateway } from '../venues/venue.js'
import { countLatency, type LatencyBuckets, latencyBuckets } from './latency-buckets.js'
import type { Pulse } from './pulse.js'
import { createSender } from './sender.js'

export interface ExecutorOptions {
  readonly gateway: Gateway
  readonly journal: Pick<Journal, 'append' | 'begin' | 'finish'>
  readonly clock: RunClock
  /** Passes a report back into the gather: every answer is an input of a later turn. */
  readonly answer: (report: Report) => void
  /** Runs work once data handed to the system was sent; `setImmediate` live. */
  readonly soon: (work: () => void) => void
  /** Runs work after this many ms; `setTimeout` live. */
  readonly later: (ms: number, work: () => void) => void
  /** The journal could not be written: cancels have been sent, creates have not. */
  readonly onJournalError: (error: unknown) => void
  /** Absent: this process is not watched by a keeper. */
  readonly pulse?: Pick<Pulse, 'fence' | 'sent' | 'gone'> | undefined
  /** Orders in one cancel request. Absent: a hundred. */
  readonly cancelsPerCall?: number | undefined
}

const NONE: readonly Journaled<Signed>[] = []

/** The output of a turn: what it learned, and what to send. */
export interface TurnOutput {
  readonly at: Timestamp
  readonly entries: readonly JournalEntry[]
  readonly commands: readonly Command[]
  /** When the first message of the market that it reacts to was received; absent or null: it reacts to none. */
  readonly pushedAt?: Timestamp | null
}

/** What is journaled of a turn beside its orders. */
const entriesOf = ({ at, entries }: TurnOutput, cancels: readonly Cancel[]): readonly JournalEntry[] =>
  cancels.length === 0 ? entries : [...entries, ...cancels.map(({ order }) => ({ kind: 'cancel', at, order }) as const)]

/** Time from a market's push until the reaction to it is handed to the gateway. */
export interface PushLatency {
  readonly toCancel: LatencyBuckets
  readonly toPost: LatencyBuckets
}

export interface Executor {
  readonly latency: PushLatency
  /** Number of orders that were decided but not sent: held back by a stop, the fence, the signer or the journal. None of them is in the journal. */
  readonly unsent: () => number
  run(turn: TurnOutput): void
  /** Sends an order from before this start again, byte for byte: the answer says whether it exists. */
  resend(order: Journaled<Signed>, expiresAt: Timestamp): void
  /** From now on no create is sent, not even a repeated one. Cancels are. */
  latch(): void
  unlatch(): void
  /** Resolves once nothing is in flight. */
  quiet(): Promise<void>
}

/**
 * Carries out what a turn decided. Cancels are sent first, before anything is signed and whatever the journal does; creates are signed, journaled
 * together with what the turn learned, and sent in parallel; the journal's transaction follows. Never throws: a failure is a report.
 */
export function createExecutor(options: ExecutorOptions): Executor {
  const { gateway, journal, clock, answer, pulse } = options
  const sender = createSender(options)
  const latency: PushLatency = { toCancel: latencyBuckets(), toPost: latencyBuckets() }
  let isLatched = false
  let unsent = 0
  let waiting: (() => void) | null = null

  const measure = (buckets: LatencyBuckets, pushedAt: Timestamp | null | undefined): void => {
    if (pushedAt != null) countLatency(buckets, clock.now() - pushedAt)
  }

  const reject = (submit: Submit, slug: string): void => {
    unsent++
    const now = clock.now()
    answer({ kind: 'rejected', order: submit.id, slug, at: now, receivedAt: now })
  }
  const sign = (submit: Submit, now: Timestamp): Signed | null => {
    const { kind, id, order, wallOffset = 0 } = submit
    try {
      return gateway.sign({ kind, id, order, wallOffset, at: Timestamp.add(now, wallOffset) })
    } catch (error) {
      // It was never sent, so the venue cannot have it.
      reject(submit, `unsignable: ${reasonOf(error)}`)
      return null
    }
  }
  /** The creates of a turn that may be sent; the others are rejected. */
  const signAll = ({ commands, at }: TurnOutput): readonly SignedSubmit[] => {
    const barrier = barrierOf()
    const orders: SignedSubmit[] = []
    for (const command of commands) {
      if (command.kind !== 'submit') continue
      if (barrier !== null) {
        reject(command, barrier)
        continue
      }
      const signed = sign(command, at)
      if (signed !== null) orders.push({ submit: command, signed })
    }
    return orders
  }
  const attempt = <T>(work: () => T, otherwise: T): T => {
    try {
      return work()
    } catch (error) {
      options.onJournalError(error)
      return otherwise
    }
  }
  /** Why creates are held back; null: they may be sent. */
  const barrierOf = (): 'stopped' | 'stalled' | null => {
    if (isLatched) return 'stopped'
    return pulse?.fence.mayOpen() === false ? 'stalled' : null
  }
  /** Journals a turn, and signs and sends its creates. */
  const journalAndSend = (turn: TurnOutput, cancels: readonly Cancel[]): void => {
    const orders = signAll(turn)
    const lines = { at: turn.at, entries: entriesOf(turn, cancels), orders }
    if (orders.length > 0) {
      send(lines)
      return measure(latency.toPost, turn.pushedAt)
    }
    if (lines.entries.length > 0) attempt(() => journal.append(lines), NONE)
  }
  const send = (lines: TurnLines): void => {
    const { orders } = lines
    const ready = attempt(() => journal.begin(lines), NONE)
    if (ready.length === 0) for (const { submit } of orders) reject(submit, 'not_journaled')
    if (ready.length > 0)
      pulse?.sent(orders.map(({ submit: { id, order }, signed }) => [id, signed.hash, order.expiresAt / 1_000]))
    for (const [place, order] of ready.entries()) sender.submit(order, orders[place]?.submit.order.expiresAt ?? lines.at)
    // The connection writes in its next tick if it was idle; the transaction follows it.
    afterSending(() => attempt(() => journal.finish(), undefined))
  }
  /** Runs work in `soon`, or before the next turn is carried out if that comes first. */
  const afterSending = (work: () => void): void => {
    waiting = work
    options.soon(runWaiting)
  }
  const runWaiting = (): void => {
    while (waiting !== null) {
      const work = waiting
      waiting = null
      work()
    }
  }
  return {
    latency,
    unsent: () => unsent,
    run: turn => {
      // The journal keeps the order of turns, whichever had to wait.
      runWaiting()
      const cancels = turn.commands.filter(command => command.kind === 'cancel')
      if (cancels.length === 0) return journalAndSend(turn, cancels)
      sender.cancel(cancels)
      measure(latency.toCancel, turn.pushedAt)
      // Signing or journaling before the cancel's next tick would delay it.
      afterSending(() => journalAndSend(turn, cancels))
    },
    resend: (order, expiresAt) => {
      pulse?.sent([[order.id, order.hash, expiresAt / 1_000]])
      sender.submit(order, expiresAt, 1)
    },
    latch: () => {
      isLatched = true
      sender.latch()
    },
    unlatch: () => {
      isLatched = false
      sender.unlatch()
    },
    quiet: () => {
      runWaiting()
      return sender.quiet()
    },
  }
}
