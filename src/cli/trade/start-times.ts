import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { z } from 'zod'

const schema = z.array(z.number())

/** Starts of a config since the last good end, in ms since the epoch. */
export interface StartTimes {
  /** Records a start, and returns the number of starts within the time before, including this one. */
  note(nowMs: number, withinMs: number): number
  /** The run ended well, or lasted: earlier starts no longer count. */
  forget(): void
}

const KEPT_MAX = 100

/** Keeps them in a file. If it cannot be read or written, there are none. */
export function createStartTimes(file: string): StartTimes {
  const read = (): readonly number[] => {
    try {
      return schema.parse(JSON.parse(readFileSync(file, 'utf8')))
    } catch {
      return []
    }
  }
  return {
    note: (nowMs, withinMs) => {
      const times = [...read().filter(at => at > nowMs - withinMs && at <= nowMs), nowMs].slice(-KEPT_MAX)
      try {
        writeFileSync(file, JSON.stringify(times))
      } catch {
        // A full disk has an alert of its own.
      }
      return times.length
    },
    forget: () => {
      try {
        rmSync(file, { force: true })
      } catch {
        // On a read-only disk the starts still count.
      }
    },
  }
}
