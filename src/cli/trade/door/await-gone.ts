import { setTimeout as pause } from 'node:timers/promises'
import type { Clock } from '../../../model/time.js'

export interface AwaitedRemoval {
  readonly clock: Clock
  /** How many of the orders are in the venue's list. Rejects if it cannot be read. */
  readonly list: () => Promise<number>
  /** How many are still on their way to the venue, so that its list does not have them yet. */
  readonly onTheWay: () => number
}

const WITHIN_US = 10_000_000
const FIRST_MS = 100
/** Each look costs a call of the venue's rate limits. */
const EVERY_MS = 450

/**
 * Waits until the venue's own list contains none of some orders, for at most ten seconds. Returns the last count; null: the list could not be read.
 */
export async function awaitGone({ clock, list, onTheWay }: AwaitedRemoval): Promise<number | null> {
  const deadline = clock.now() + WITHIN_US
  let open: number | null = null
  for (let wait = FIRST_MS; ; wait = EVERY_MS) {
    await pause(wait)
    const isSettled = onTheWay() === 0
    const found = await within(list(), Math.max(0, deadline - clock.now()) / 1_000)
    if (found !== null) open = isSettled || found > 0 ? found : open
    if (open === 0 || clock.now() >= deadline) return open
  }
}

/** null: it failed, or took too long. */
async function within(work: Promise<number>, ms: number): Promise<number | null> {
  const ending = new AbortController()
  const late = pause(ms, null, { signal: ending.signal, ref: false }).catch(() => null)
  try {
    return await Promise.race([work.catch(() => null), late])
  } finally {
    ending.abort()
  }
}
