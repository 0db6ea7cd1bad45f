import type { Timestamp } from '../../../model/time.js'
import type { CoreReads } from './readable-core.js'
import type { Rules } from './rules.js'
import type { ExchangeSnapshot } from './snapshot.js'
import type { WrittenRow } from './store.js'

/** What the snapshot thread is given at its start. */
export interface ThreadTask {
  readonly rules: Rules
  /** The rules as text, as the store has them. */
  readonly written: string | null
  readonly chainId: number
  /** The snapshot to start from; 0: none, the log is complete. */
  readonly from: number
  /** The checksum of that snapshot. */
  readonly checksum: string | null
  /** The last command to replay. */
  readonly until: number
  /** Everything that is due up to this time must have happened. */
  readonly at: Timestamp
  /** Becomes 1 when an answer has been posted. */
  readonly bell: SharedArrayBuffer
}

/** What the thread asks for: the parts of the snapshot, and the log after a command. */
export type ThreadAsk = { readonly kind: 'part'; readonly place: number } | { readonly kind: 'rows'; readonly after: number }

/** The answer to a question of the thread. */
export type ThreadAnswer = Uint8Array | readonly WrittenRow[] | null

/** A message of the thread. */
export type ThreadMessage =
  | ThreadAsk
  | { readonly kind: 'made'; readonly snapshot: ExchangeSnapshot; readonly fingerprint: string }
  | { readonly kind: 'failed'; readonly why: string }

/** A cheap fingerprint of a core: a few numbers of every market, enough to notice that two cores differ. */
export const quickFingerprint = (core: CoreReads): string => {
  const markets = Array.from(
    core.markets(),
    ({ spec, version, restingOrders, locked }) => `${spec.id} ${version} ${restingOrders} ${locked}`,
  )
  return `${core.now} ${core.supply} ${core.matches().length}\n${markets.join('\n')}`
}
