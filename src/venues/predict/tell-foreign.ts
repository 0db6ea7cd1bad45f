import { createOnceAMinute } from '../../model/once-a-minute.js'
import type { Clock } from '../../model/time.js'
import type { Notice } from '../notice.js'

/** An event of the wallet about an order or fill that this run did not cause. */
export interface ForeignEvent {
  readonly type: string
  readonly order: string
  readonly market: string
}

/**
 * Reports events that this run did not cause: the first at once, then once a minute with the number of those since. Another program that trades with
 * the wallet causes several a second.
 */
export function createForeignTeller(onNotice: Notice, clock: Clock): (event: ForeignEvent) => void {
  const passes = createOnceAMinute()
  return event => {
    const heldBack = passes('foreign', clock.now())
    if (heldBack === null) return
    const times = heldBack === 0 ? '' : ` ${heldBack + 1} times`
    onNotice(`the wallet was changed${times} by something other than this run: one wallet should have one writer`, { ...event })
  }
}
