import { Wei } from '../../../model/money.js'
import type { CoreEvent, CoreOrder } from '../../core/core-event.js'
import { legsOf } from '../read-models/tape.js'

/** Settled shares of an order, and their value. */
export interface Settled {
  readonly shares: Wei
  readonly value: Wei
}

/**
 * How much of each order had settled at the time of an event. Orders are live objects, so the events of one turn are read backwards, and each
 * settlement is subtracted for the events before it.
 */
export interface Rewind {
  settledOf(order: CoreOrder): Settled
  /** Steps back to the state before an event. */
  undo(event: CoreEvent): void
}

/** Starts at the present. */
export const createRewind = (): Rewind => {
  const later = new Map<CoreOrder, Settled>()
  const laterOf = (order: CoreOrder): Settled => later.get(order) ?? NOTHING
  return {
    settledOf: order => ({
      shares: Wei.sub(order.settled, laterOf(order).shares),
      value: Wei.sub(order.valueSettled, laterOf(order).value),
    }),
    undo: event => {
      if (event.kind !== 'settled') return
      for (const { order, shares, value } of legsOf(event.match))
        later.set(order, { shares: Wei.add(laterOf(order).shares, shares), value: Wei.add(laterOf(order).value, value) })
    },
  }
}

const NOTHING: Settled = { shares: Wei.ZERO, value: Wei.ZERO }
