import { setTimeout as pause } from 'node:timers/promises'
import type { Clock } from '../../../model/time.js'

export interface AwaitedRemoval {
  readonly clock: Clock
  /** How many of the orders the venue's list shows. Rejects where it cannot be read. */
  readonly list: () => Promise<number>
  /** How many are on their way to the venue yet, so that its list does not have them. */
  readonly onTheWay: () => number
}

const WITHIN_US = 10_000_000
const FIRST_MS = 100
/** Each look costs a call of the venue's windows. */
const EVERY_MS = 450

/** Waits until the venue's own list shows none of some orders, ten seconds at the most. Answers how many it showed last; null: it could not be read. */
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
