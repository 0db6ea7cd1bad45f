import type { RunCopy } from '../schemas-run.js'

/** One look at a run. */
export interface RunLook {
  readonly copy: RunCopy
  readonly atMs: number
  /** Free space on the disk of the wallet's folder; null: it could not be determined. */
  readonly diskFreeMb: number | null
}
