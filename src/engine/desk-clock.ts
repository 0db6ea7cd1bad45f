import { Timestamp } from '../model/time.js'

/**
 * The times by which a desk reads its orders, in microseconds. A class and not a literal, because V8 allocates an object for each large number that a field of a literal takes.
 */
export class DeskClock {
  /** The newest event's `receivedAt`. Runs evenly. */
  now = Timestamp.ZERO
  /** What the wall clock says less `now`. */
  wallOffset = 0
  /** How long a removed order may still settle. */
  grace = 0
  /** When this run began: an answer to an older order is no longer awaited. */
  bornAt = Timestamp.ZERO
  /** Everything that the venue said of this wallet before this has come in. `Timestamp.NEVER`: its stream proves nothing, and time alone counts. */
  heardUntil = Timestamp.NEVER
}

/** What the wall clock says, in microseconds. */
export const wallOf = ({ now, wallOffset }: Pick<Readonly<DeskClock>, 'now' | 'wallOffset'>): number => now + wallOffset
