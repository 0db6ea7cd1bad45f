import type { Timestamp } from '../../../model/time.js'
import type { CoreReads } from './core-reads.js'
import type { Rules } from './rules.js'
import type { Snapshot } from './snapshot.js'
import type { WrittenRow } from './store.js'

/** What a thread that replays an exchange is given at its start. */
export interface ThreadTask {
  readonly rules: Rules
  /** The same as the store's text has them. */
  readonly written: string | null
  readonly chainId: number
  /** The snapshot to go on from; 0: none, the log is all of it. */
  readonly from: number
  /** Of that snapshot. */
  readonly checksum: string | null
  /** The last command to replay. */
  readonly until: number
  /** The time to let everything happen until. */
  readonly at: Timestamp
  /** Becomes 1 when an answer lies at the port. */
  readonly bell: SharedArrayBuffer
}

/** What the thread asks for: the parts of the snapshot, and the log behind a command. */
export type ThreadAsk = { readonly kind: 'part'; readonly place: number } | { readonly kind: 'rows'; readonly after: number }

/** The answer to it. */
export type ThreadAnswer = Uint8Array | readonly WrittenRow[] | null

/** What the thread says. */
export type ThreadMessage =
  | ThreadAsk
  | { readonly kind: 'made'; readonly snapshot: Snapshot; readonly likeness: string }
  | { readonly kind: 'failed'; readonly why: string }

/** What tells two cores apart at a glance: a look at every market, which is enough to see that one was not made of the same history. */
export const quickFingerprint = (core: CoreReads): string => {
  const markets = Array.from(
    core.markets(),
    ({ spec, version, restingOrders, locked }) => `${spec.id} ${version} ${restingOrders} ${locked}`,
  )
  return `${core.now} ${core.supply} ${core.matches().length}\n${markets.join('\n')}`
}
