import type { Auth } from '../auth/auth.js'
import type { Writes } from '../writes/writes.js'

/** What faults act on. */
export interface FaultTarget {
  readonly writes: Writes
  readonly auth: Auth
}
