import type { CancelRequest } from '../engine/cancel-requests.js'
import { type CreateAnswer, Departures, departing } from '../engine/departures.js'
import type { OrderId } from '../model/ids.js'
import type { Cancel } from '../model/intent.js'
import type { Journaled, Signed } from '../model/order.js'
import type { Report } from '../model/report.js'
import type { RunClock, Timestamp } from '../model/time.js'
import type { Gateway } from '../venues/venue.js'
import type { Pulse } from './pulse.js'

export interface SenderOptions {
  readonly gateway: Gateway
  readonly clock: RunClock
  readonly answer: (report: Report) => void
  readonly later: (ms: number, work: () => void) => void
  /** Absent: no keeper watches this process, and only the latch holds creates back. */
  readonly pulse?: Pick<Pulse, 'fence' | 'gone'> | undefined
  /** Orders in one cancel request. Absent: a hundred. */
  readonly cancelsPerCall?: number | undefined
}

export interface Sender {
  cancel(cancels: readonly Cancel[]): void
  /** `attempt` counts earlier attempts; above 0, only an answer about this very order counts. */
  submit(order: Journaled<Signed>, expiresAt: Timestamp, attempt?: number): void
  latch(): void
  unlatch(): void
  quiet(): Promise<void>
}

const RESEND_FIRST_MS = 250
const RESEND_MAX_MS = 5_000
/** Refusals of the request, not of the order: they say nothing about an earlier attempt. */
const SAYS_NOTHING = /not_sent|rate_limited|unauthorized|forbidden|unavailable|too_early|timeout|stalled/

/**
 * Sends what `Departures` releases and waits; without an answer it sends the same bytes again, until the answer is definite or the order has expired.
 */
export function createSender({ gateway, clock, later, pulse, ...options }: SenderOptions): Sender {
  const departures = new Departures()
  const requests = new Set<Promise<void>>()
  let isLatched = false

  const mayLeave = (): boolean => pulse?.fence.mayOpen() !== false
  const answer = (report: Report): void => {
    if (pulse !== undefined && isGone(report)) pulse.gone(report.order)
    options.answer(report)
  }
  const track = (request: Promise<void>): void => {
    requests.add(request)
    void request.finally(() => requests.delete(request))
  }
  const unanswered = (order: OrderId, what: 'submit' | 'cancel'): Report => {
    const now = clock.now()
    return { kind: 'unanswered', order, what, at: now, receivedAt: now }
  }
  const requestCancel = async (orders: CancelRequest): Promise<void> => {
    try {
      for (const report of await gateway.cancel(orders)) answer(report)
    } catch {
      for (const order of orders) if (isOurs(order)) answer(unanswered(order, 'cancel'))
    }
  }
  const requestOnce = async (order: Journaled<Signed>): Promise<Report> => {
    // While it waited for a connection, as at a venue that answers slowly, the run may have stopped, or canceled the order.
    const mayStart = (): boolean => mayLeave() && !isLatched && !departures.isUnwanted(order.id)
    try {
      if (mayLeave()) return await gateway.submit(order, mayStart)
      const now = clock.now()
      return { kind: 'rejected', order: order.id, slug: 'stalled', at: now, receivedAt: now }
    } catch {
      // A gateway that throws may have sent: doubt is a state, not an exception.
      return unanswered(order.id, 'submit')
    }
  }
  const requestSubmit = async (order: Journaled<Signed>, expiresAt: Timestamp, attempt: number): Promise<void> => {
    departures.create(order.id)
    const shuts = pulse?.fence.shuts
    const report = await requestOnce(order)
    const said = answerOf(report, attempt)
    const isDefinite = said !== 'unanswered'
    const isCancelDue = departures.answered(order.id, said)
    if (isDefinite || attempt === 0) answer(report)
    // An order started before the process stood still is outdated: it is removed, and never sent again.
    if (!isDefinite && mayLeave() && pulse?.fence.shuts === shuts) resendLater(order, expiresAt, attempt + 1)
    if (isCancelDue) track(requestCancel([order.id]))
  }
  const resendLater = (order: Journaled<Signed>, expiresAt: Timestamp, attempt: number): void => {
    const shuts = pulse?.fence.shuts
    const delay = Math.min(RESEND_MAX_MS, RESEND_FIRST_MS * 2 ** (attempt - 1))
    later(delay, () => {
      // After a latch, an order that perhaps never existed must not be created; it then ends by its expiration.
      const isCurrent = !isLatched && mayLeave() && pulse?.fence.shuts === shuts
      if (isCurrent && clock.now() + clock.wallOffset() < expiresAt) track(requestSubmit(order, expiresAt, attempt))
    })
  }
  return {
    cancel: cancels => {
      for (const orders of departing(cancels, departures, options.cancelsPerCall)) track(requestCancel(orders))
    },
    submit: (order, expiresAt, attempt = 0) => track(requestSubmit(order, expiresAt, attempt)),
    latch: () => {
      isLatched = true
    },
    unlatch: () => {
      isLatched = false
    },
    quiet: async () => {
      while (requests.size > 0) await Promise.allSettled(requests)
    },
  }
}

/** What the venue's answer means for a create: after the first attempt, only a refusal of the order itself disproves it. */
const answerOf = (report: Report, attempt: number): CreateAnswer => {
  if (report.kind === 'unanswered') return 'unanswered'
  if (report.kind !== 'rejected') return 'accepted'
  return attempt > 0 && SAYS_NOTHING.test(report.slug) ? 'unanswered' : 'rejected'
}

/** The venue does not have it, or no longer has it. */
const isGone = (report: Report): report is Report & { readonly kind: 'rejected' | 'removal' } =>
  report.kind === 'rejected' || (report.kind === 'removal' && (report.answer === 'removed' || report.answer === 'noop'))

const isOurs = (order: Cancel['order']): order is OrderId => !order.startsWith('0x')
