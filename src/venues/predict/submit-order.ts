import type { OrderId } from '../../model/ids.js'
import type { Journaled, Signed } from '../../model/order.js'
import type { Report } from '../../model/report.js'
import { type Clock, Timestamp } from '../../model/time.js'
import { OPERATIONS } from '../../protocol/api/operations.js'
import { SLUGS } from '../../protocol/api/slugs.js'
import { createdSchema, errorSchema } from '../../protocol/wire.js'
import type { VenueError } from '../venue-error.js'
import type { RestAnswer } from '../wires/rest.js'
import { HELD_BACK, HttpWireError } from '../wires/wires.js'
import type { WalletLogin } from './wallet-login.js'

export interface SubmitOptions {
  readonly session: WalletLogin
  readonly clock: Clock
  /** Looks up an order; called if the venue says that it already has it. */
  readonly find: (order: OrderId) => Promise<Report>
  /** Called if an order was refused for its nonce: the next one should be signed with a new one. */
  readonly onStaleNonce: () => void
}

/** Sends an order once. Never rejects: accepted, rejected (the order never existed), or unanswered (unknown). */
export async function submitOrder(
  { session, clock, find, onStaleNonce }: SubmitOptions,
  order: Journaled<Signed>,
  mayStart?: () => boolean,
): Promise<Report> {
  const stamped = <R extends object>(report: R): R & { readonly at: Timestamp; readonly receivedAt: Timestamp } => {
    const now = clock.now()
    return { ...report, at: now, receivedAt: now }
  }
  const rejected = (slug: string): Report => stamped({ kind: 'rejected', order: order.id, slug })
  const unanswered = (): Report => stamped({ kind: 'unanswered', order: order.id, what: 'submit' })
  let answer: RestAnswer
  try {
    answer = await session.once({ method: 'POST', path: OPERATIONS.createOrder.path, body: order.body, mayStart })
  } catch {
    // No login, so the order was not sent.
    return rejected('unauthorized')
  }
  if (answer.kind === 'failed') {
    if (answer.wasSent) return unanswered()
    return rejected(isHeldBack(answer.error) ? 'not_sent' : 'venue_unavailable')
  }
  if (answer.kind === 'done') {
    const created = createdSchema.safeParse(answer.json).data?.data
    if (created === undefined) return unanswered()
    const locked = created.removalLockedUntil ?? null
    const lockedUntil = locked === null ? null : Timestamp.ofMs(locked)
    return stamped({ kind: 'accepted', order: order.id, venueId: created.orderId, lockedUntil })
  }
  const slug = slugOf(answer.status, answer.json)
  if (slug.includes('nonce')) onStaleNonce()
  if (slug !== DUPLICATE) return rejected(slug)
  // The venue has exactly these bytes, so an earlier attempt arrived; only the venue's id and the order's state are unknown.
  const found = await find(order.id)
  return found.kind === 'unanswered' ? stamped({ kind: 'accepted', order: order.id, venueId: '', lockedUntil: null }) : found
}

const isHeldBack = ({ cause }: VenueError): boolean => cause instanceof HttpWireError && cause.code === HELD_BACK

const DUPLICATE = SLUGS.duplicate

/** Answers to orders that were right when they were signed: something else has changed, or is in the way for a while. */
const USUAL: ReadonlySet<string> = new Set([
  ...[SLUGS.unauthorized, SLUGS.notFound, SLUGS.rateLimited, SLUGS.unavailable, SLUGS.internal],
  ...[SLUGS.invalidNonce, SLUGS.invalidExpiration, SLUGS.notTrading, SLUGS.invalidDecimal, SLUGS.minValue, SLUGS.feeRateTooLow],
  ...[SLUGS.cashBalance, SLUGS.cashAllowance, SLUGS.sharesBalance, SLUGS.sharesAllowance],
  ...['forbidden', 'too_early', 'venue_unavailable'],
])

/** Answers without a word of the venue that say something of the request itself. */
const WRONG_STATUSES: ReadonlySet<string> = new Set(['http_400', 'http_404', 'http_410', 'http_422'])

/** A word that is not known is one that a correct order of this version does not get. */
export const isOrderWrong = (slug: string): boolean => (slug.startsWith('http_') ? WRONG_STATUSES.has(slug) : !USUAL.has(slug))

/** The venue's own word, or one for proxies in front of it that do not answer with JSON. */
function slugOf(status: number, json: unknown): string {
  if (status === 429) return 'rate_limited'
  if (status === 425) return 'too_early'
  const slug = errorSchema.safeParse(json).data?.error
  if (slug !== undefined && slug !== '') return slug
  return status === 403 ? 'forbidden' : `http_${status}`
}
