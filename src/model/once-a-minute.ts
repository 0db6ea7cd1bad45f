import type { Timestamp } from './time.js'

const MINUTE = 60_000_000

/**
 * Creates a function for reports of what repeats many times a second while its cause lasts: it lets the first event of each kind pass, and then one a
 * minute. Returns how many of that kind were held back since the last one that passed; null: this one is held back.
 */
export function createOnceAMinute(): (kind: string, now: Timestamp) => number | null {
  const passed = new Map<string, { readonly at: Timestamp; heldBack: number }>()
  return (kind, now) => {
    const last = passed.get(kind)
    if (last !== undefined && now - last.at < MINUTE) {
      last.heldBack++
      return null
    }
    passed.set(kind, { at: now, heldBack: 0 })
    return last?.heldBack ?? 0
  }
}
