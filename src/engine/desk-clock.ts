import { Timestamp } from '../model/time.js'

/**
 * The times that order status depends on, in microseconds. A class and not a literal, because V8 allocates an object for each large number in a field
 * of a literal.
 */
export class DeskClock {
  /** The newest event's `receivedAt`. Monotonic. */
  now = Timestamp.ZERO
  /** Wall clock minus `now`. */
  wallOffset = 0
  /** How long a removed order may still settle. */
  grace = 0
  /** Start of this run: answers to earlier orders are no longer expected. */
  bornAt = Timestamp.ZERO
  /**
   * Everything that the venue sent about this wallet before this time has been received. `Timestamp.NEVER`: its stream gives no proof, and only time
   * counts.
   */
  heardUntil = Timestamp.NEVER
}

/** Wall time, in microseconds. */
export const wallOf = ({ now, wallOffset }: Pick<Readonly<DeskClock>, 'now' | 'wallOffset'>): number => now + wallOffset
