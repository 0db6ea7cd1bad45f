import type { Auth } from '../auth/auth.js'
import type { Faults } from '../faults/faults.js'
import type { Reads } from '../read-models/reads.js'
import type { OpenSignatures } from '../signatures/open-signatures.js'
import type { Writes } from '../writes/writes.js'

/** What routes are handed. */
export interface Services {
  readonly reads: Reads
  readonly writes: Writes
  readonly auth: Auth
  /** What goes wrong on purpose; the operator sets and clears it. */
  readonly faults: Faults
  /** Signatures of the creates that wait for the end of the turn. */
  readonly signatures: OpenSignatures
}
