import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { z } from 'zod'

const schema = z.array(z.number())

/** Starts of a config that came to no good end yet, in ms since the epoch. */
export interface StartTimes {
  /** Notes one, and answers how many there were within the time before, this one included. */
  note(nowMs: number, withinMs: number): number
  /** The run ended well, or lasted: earlier starts count no more. */
  forget(): void
}

const KEPT_MAX = 100

/** Keeps them in a file. One that cannot be read or written holds none. */
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
        // A disk that is full has an alert of its own.
      }
      return times.length
    },
    forget: () => rmSync(file, { force: true }),
  }
}
