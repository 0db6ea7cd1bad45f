import type { Fill } from '../../model/fill.js'
import type { FillKey } from '../../model/ids.js'
import type { Timestamp } from '../../model/time.js'

/** Which fills were told, so that none is told twice and none that is open is lost. Times are Unix milliseconds. */
export interface FillMemory {
  /** Takes a fill's new state; false: it is known and need not be told. */
  note(state: 'matched' | 'settled' | 'failed', fill: Fill, atMs: number): boolean
  isDone(key: FillKey): boolean
  /** Matched, and neither settled nor failed. */
  unsettled(): readonly { readonly fill: Fill; readonly sinceMs: number }[]
  /** Matches executed before this need not be read again. */
  readonly sinceMs: number
  /**
   * All has been told that was executed until now by the venue's clock: moves `sinceMs` on, as far as open fills allow. null: what that clock
   * shows is not known, and by ours, which may be ahead, fills would be passed over.
   */
  caughtUp(venueNow: Timestamp | null): void
}

export interface FillMemoryOptions {
  readonly sinceMs: number
  /** Settled or failed in an earlier life. */
  readonly done: Iterable<FillKey>
  /** Matched in an earlier life. */
  readonly unsettled: Iterable<Fill>
}

// A match is listed by its execution and may settle minutes later, and the venue's clock and ours differ: look back a good while.
const LOOK_BACK_MS = 15 * 60_000

/** Makes a memory from what an earlier life knew. */
export function createFillMemory(options: FillMemoryOptions): FillMemory {
  let sinceMs = options.sinceMs
  const done = new Map<FillKey, number>([...options.done].map(key => [key, sinceMs]))
  const open = new Map<FillKey, { readonly fill: Fill; readonly sinceMs: number }>()
  for (const fill of options.unsettled) open.set(fill.key, { fill, sinceMs })
  const forget = (): void => {
    // In the order they were noted, which is nearly that of their times: a few may stay a little longer.
    for (const [key, atMs] of done) {
      if (atMs >= sinceMs - LOOK_BACK_MS) break
      done.delete(key)
    }
  }
  return {
    note: (state, fill, atMs) => {
      if (done.has(fill.key)) return false
      if (state === 'matched') {
        const isNew = !open.has(fill.key)
        if (isNew) open.set(fill.key, { fill, sinceMs: atMs })
        return isNew
      }
      open.delete(fill.key)
      done.set(fill.key, atMs)
      return true
    },
    isDone: key => done.has(key),
    unsettled: () => [...open.values()],
    get sinceMs() {
      return sinceMs
    },
    caughtUp: venueNow => {
      if (venueNow === null) return
      const oldest = Math.min(venueNow / 1_000, ...[...open.values()].map(one => one.sinceMs))
      sinceMs = Math.max(sinceMs, oldest - LOOK_BACK_MS)
      forget()
    },
  }
}
