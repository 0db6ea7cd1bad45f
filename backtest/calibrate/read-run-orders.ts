import type { Fill } from '../../src/model/fill.js'
import type { FillKey } from '../../src/model/ids.js'
import type { Command, Submit } from '../../src/model/intent.js'
import { Size } from '../../src/model/money.js'
import type { Report } from '../../src/model/report.js'
import { Timestamp } from '../../src/model/time.js'
import type { InputLog } from '../../src/recording/log/input-log.js'
import type { RunOrder, TimedFill } from './run-order.js'

/** A run's orders, read from its input log. */
interface RunOrders {
  /** In the order in which they were sent. */
  readonly orders: readonly RunOrder[]
  /** Sent, but refused or never answered: nothing to compare. */
  readonly unplaced: number
}

/**
 * Reads what a run sent and what became of it. If the venue gave no time, an order is assumed to have arrived, or been removed, half-way between its
 * call and the answer. Rejects with a `RecordingError` if the log cannot be read.
 */
export async function readRunOrders(log: InputLog): Promise<RunOrders> {
  const reader = new RunReader()
  for await (const records of log.records())
    for (const record of records) {
      if (record.kind === 'mark') for (const command of record.commands) reader.sent(command, record.now)
      if (record.kind === 'report') reader.heard(record.report)
    }
  return reader.result()
}

interface Draft {
  readonly submit: Submit
  readonly sentAt: Timestamp
  venueId: string | null
  arrivedAt: Timestamp | null
  cancelSentAt: Timestamp | null
  removedAt: Timestamp | null
  endedAt: Timestamp | null
  readonly fills: Map<FillKey, TimedFill>
  /** Times of failed fills. */
  readonly failures: Map<FillKey, TimedFill>
}

class RunReader {
  readonly #drafts = new Map<string, Draft>()

  sent(command: Command, at: Timestamp): void {
    if (command.kind === 'submit') {
      const nothing = { venueId: null, arrivedAt: null, cancelSentAt: null, removedAt: null, endedAt: null }
      this.#drafts.set(command.id, { submit: command, sentAt: at, ...nothing, fills: new Map(), failures: new Map() })
      return
    }
    const draft = this.#drafts.get(command.order)
    if (draft !== undefined) draft.cancelSentAt = at
  }

  heard(report: Report): void {
    switch (report.kind) {
      case 'accepted':
        return this.#accepted(report)
      case 'removal':
        return this.#removal(report)
      case 'ended':
        return this.#ended(report)
      case 'matched':
      case 'settled':
        return this.#filled(report.fill, report.at)
      case 'failed':
        return this.#unfilled(report.fill, report.at)
      case 'snapshot':
        for (const { fill } of report.snapshot.fills) this.#filled(fill, report.at)
        return
      case 'rejected':
      case 'unanswered':
      case 'rate':
      case 'link':
      case 'offset':
      case 'heard':
        return
      default:
        report satisfies never
    }
  }

  result(): RunOrders {
    const orders: RunOrder[] = []
    for (const { submit, venueId, arrivedAt, removedAt, endedAt, ...happened } of this.#drafts.values())
      if (arrivedAt !== null)
        orders.push({ submit, venueId: venueId ?? '', arrivedAt, removedAt, endedAt, ...cutAtFailure(happened) })
    return { orders, unplaced: this.#drafts.size - orders.length }
  }

  #accepted({ order, venueId, at, receivedAt }: Report & { readonly kind: 'accepted' }): void {
    const draft = this.#drafts.get(order)
    if (draft === undefined) return
    if (venueId !== '') draft.venueId = venueId
    // The answer to the call has no venue time; the wallet's stream has one.
    const told = at < receivedAt ? at : between(draft.sentAt, receivedAt)
    if (draft.arrivedAt === null || at < receivedAt) draft.arrivedAt = Timestamp.max(draft.sentAt, told)
  }

  #removal({ order, answer, receivedAt }: Report & { readonly kind: 'removal' }): void {
    const draft = this.#drafts.get(order)
    if (draft === undefined || answer !== 'removed') return
    draft.removedAt = between(draft.cancelSentAt ?? receivedAt, receivedAt)
    draft.endedAt ??= draft.removedAt
  }

  #ended({ order, how, at, receivedAt }: Report & { readonly kind: 'ended' }): void {
    const draft = this.#drafts.get(order)
    if (draft === undefined) return
    draft.endedAt = at
    // The stream may report a removal before its call is answered.
    if (how === 'canceled' && draft.cancelSentAt !== null && at < receivedAt)
      draft.removedAt = Timestamp.max(draft.cancelSentAt, at)
    else if (how === 'invalidated') draft.removedAt = at
  }

  #filled(fill: Fill, at: Timestamp): void {
    const draft = fill.order === null ? undefined : this.#drafts.get(fill.order)
    if (draft === undefined || draft.fills.has(fill.key)) return
    draft.fills.set(fill.key, { at, size: Size.floorWei(fill.shares) })
  }

  /** It may be the first report about a fill. */
  #unfilled(fill: Fill, at: Timestamp): void {
    this.#filled(fill, at)
    const draft = fill.order === null ? undefined : this.#drafts.get(fill.order)
    if (draft !== undefined && !draft.failures.has(fill.key))
      draft.failures.set(fill.key, { at, size: -Size.floorWei(fill.shares) })
  }
}

function cutAtFailure({ fills, failures }: Pick<Draft, 'fills' | 'failures'>): Pick<RunOrder, 'fills' | 'afterFailure'> {
  const failed = [...failures.values()]
  const until = Math.min(...failed.map(({ at }) => at))
  const told = [...fills.values()]
  return {
    fills: told.filter(({ at }) => at <= until),
    afterFailure: [...failed, ...told.filter(({ at }) => at > until)].toSorted((a, b) => a.at - b.at),
  }
}

const between = (from: Timestamp, to: Timestamp): Timestamp => Timestamp.of((from + to) / 2)
