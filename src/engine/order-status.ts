import type { DeskClock } from './desk-clock.js'
import type { Order, Terms } from './order.js'
import { DUST, Proof } from './order-record.js'

/**
 * `unknown` and `ghost` keep their exposure. A ghost was removed and may still settle until its grace is over and the wallet's stream has proved that
 * it was alive then: a fill that was lost on a dead link is as real as any.
 */
export type OrderStatus = 'pending' | 'working' | 'unknown' | 'ghost' | 'done'

/** Nothing of the order is at the venue any more. */
export const isOver = (status: OrderStatus): boolean => status === 'ghost' || status === 'done'

/** Derives an order's status at a moment from its facts. */
export function statusOf(order: Order, clock: Readonly<DeskClock>): OrderStatus {
  if (order.proof === Proof.REJECTED || order.left < DUST) return 'done'
  if (order.hasEnded) return isPast(order, order.endedAt, clock) ? 'done' : 'ghost'
  // After its expiration an order's signature is void, even if the venue did not report the end.
  if (isPast(order, expiryOf(order.terms, clock), clock)) return 'done'
  if (order.proof === Proof.SEEN) return order.missed > 0 ? 'unknown' : 'working'
  return order.proof === Proof.UNANSWERED || order.terms.placedAt < clock.bornAt ? 'unknown' : 'pending'
}

/** Whether the grace after an order's end is over, and every report until then has been received. */
const isPast = ({ listing }: Order, at: number, clock: Readonly<DeskClock>): boolean =>
  clock.now >= at + clock.grace && clock.heardUntil >= at + clock.grace && !listing.isUnnamed

/** Whether an order takes at once or is canceled, and never rests. */
export const isTake = ({ style }: Pick<Terms, 'style'>): boolean => style === 'market' || style === 'fill-or-kill'

/**
 * When an order's signature becomes void, by the monotonic clock. The wall clock may have been wrong when the order was stamped or may be wrong now,
 * so the later reading counts: exposure kept too long costs quotes, exposure dropped too early costs money.
 */
export const expiryOf = (
  { expiresAt, wallOffset }: Pick<Terms, 'expiresAt' | 'wallOffset'>,
  clock: Pick<Readonly<DeskClock>, 'wallOffset'>,
): number => expiresAt - Math.min(wallOffset, clock.wallOffset)

/** How far the wall clock may have moved since an order was stamped, in microseconds. */
const STEP_MAX = 1_000_000

/** Whether the wall clock was set since the order was placed, so that it lives longer or shorter than intended. */
export const isMisstamped = (
  { wallOffset }: Pick<Terms, 'wallOffset'>,
  clock: Pick<Readonly<DeskClock>, 'wallOffset'>,
): boolean => Math.abs(wallOffset - clock.wallOffset) > STEP_MAX

/** Whether an order's expiration and grace have passed, so that it counts only until the stream proves that no fill was missed. */
export const awaitsProof = ({ terms }: Order, clock: Readonly<DeskClock>): boolean =>
  clock.now >= expiryOf(terms, clock) + clock.grace

/** When an unanswered removal is requested again: after 1, 2, 4 … 30 s, and never while the venue has the order locked. */
export const askAgainAt = ({ lockedUntil, askedAt, asks, isAsked }: Order): number =>
  Math.max(lockedUntil, isAsked ? askedAt + Math.min(2 ** (asks - 1), 30) * 1_000_000 : 0)
