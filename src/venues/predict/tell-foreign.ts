import type { Clock, Timestamp } from '../../model/time.js'
import type { Notice } from '../notice.js'

/** An event of the wallet about an order or fill that this run did not cause. */
export interface ForeignEvent {
  readonly type: string
  readonly order: string
  readonly market: string
}

/** Another program that trades with the wallet causes several events a second, so they are reported once in this time, in microseconds. */
const TOLD_EVERY = 60_000_000

/** Reports events that this run did not cause: the first at once, then once a minute with the number of those since. */
export function createForeignTeller(onNotice: Notice, clock: Clock): (event: ForeignEvent) => void {
  let toldAt: Timestamp | null = null
  let more = 0
  return event => {
    const now = clock.now()
    if (toldAt !== null && now - toldAt < TOLD_EVERY) {
      more++
      return
    }
    const times = more === 0 ? '' : ` ${more + 1} times`
    onNotice(`the wallet was changed${times} by something other than this run: one wallet should have one writer`, { ...event })
    toldAt = now
    more = 0
  }
}
