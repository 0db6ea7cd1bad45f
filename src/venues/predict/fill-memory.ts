import type { Fill } from '../../model/fill.js'
import type { FillKey } from '../../model/ids.js'
import type { Timestamp } from '../../model/time.js'

/** Remembers which fills were reported, so that none is reported twice and no open one is lost. Times are Unix milliseconds. */
export interface FillMemory {
  /** Records a fill's new state; false: already known, need not be reported. */
  note(state: 'matched' | 'settled' | 'failed', fill: Fill, atMs: number): boolean
  isDone(key: FillKey): boolean
  /** Matched, neither settled nor failed. */
  unsettled(): readonly { readonly fill: Fill; readonly sinceMs: number }[]
  /** Matches executed before this time need not be read again. */
  readonly sinceMs: number
  /**
   * Everything executed until now, by the venue's clock, has been reported: advances `sinceMs` as far as open fills allow. null: the venue's clock is
   * unknown; ours may be ahead, and using it could skip fills.
   */
  caughtUp(venueNow: Timestamp | null): void
}

export interface FillMemoryOptions {
  readonly sinceMs: number
  /** Fills settled or failed before this start. */
  readonly done: Iterable<FillKey>
  /** Fills matched before this start. */
  readonly unsettled: Iterable<Fill>
}

// A match is listed by its execution time but may settle minutes later, and the venue's clock differs from ours, so the margin is generous.
const LOOK_BACK_MS = 15 * 60_000

/** Creates a memory from the fills known before this start. */
export function createFillMemory(options: FillMemoryOptions): FillMemory {
  let sinceMs = options.sinceMs
  const done = new Map<FillKey, number>([...options.done].map(key => [key, sinceMs]))
  const open = new Map<FillKey, { readonly fill: Fill; readonly sinceMs: number }>()
  for (const fill of options.unsettled) open.set(fill.key, { fill, sinceMs })
  const forget = (): void => {
    // In the order they were recorded, nearly that of their times, so a few may be kept slightly longer.
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
