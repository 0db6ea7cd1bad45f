import { Timestamp } from '../../src/model/time.js'
import { type AccountVenue, isOpen } from './account-venue.js'
import { end } from './orders.js'
import { settle } from './settlement.js'
import { takeDelayed } from './taking.js'
import { VenueMatch } from './venue-match.js'
import type { VenueOrder } from './venue-order.js'

/** Carries out everything due up to and including `to`, in order and each at its own time; then it is `to`. */
export function runDue(venue: AccountVenue, to: Timestamp): void {
  while (venue.expiries.dueAt <= to || venue.others.dueAt <= to) runFirst(venue)
  if (to > venue.now) venue.now = to
}

/** Carries out the first of what is due; an order that has ended meanwhile has nothing due. */
function runFirst(venue: AccountVenue): void {
  const { expiries, others } = venue
  const isExpiry = expiries.dueAt === others.dueAt ? expiries.rank < others.rank : expiries.dueAt < others.dueAt
  const due = isExpiry ? expiries : others
  const { dueAt, id, thing } = due
  due.drop()
  if (dueAt > venue.now) venue.now = Timestamp.of(dueAt)
  if (thing instanceof VenueMatch) settle(venue, thing)
  else if (isOpen(thing, id)) {
    if (isExpiry) expire(venue, thing)
    else takeDelayed(venue, thing)
  }
}

/** An order whose last share is matched does not expire: its settlement decides how it ends. */
function expire(venue: AccountVenue, order: VenueOrder): void {
  if (order.isResting || order.lockedUntil !== 0) end(venue, order, 'EXPIRED', 'expired')
}
