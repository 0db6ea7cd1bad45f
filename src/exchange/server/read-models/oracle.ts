import type { z } from 'zod'
import type { Payout } from '../../../model/payout.js'
import type { Timestamp } from '../../../model/time.js'
import type { oracleUpdate } from '../../../protocol/api/schemas-market.js'
import type { CoreEvent } from '../../core/core-event.js'
import type { Watcher } from '../log/watcher.js'

/** An update as the wire has it. */
export type OracleRow = z.input<typeof oracleUpdate>

/** One proposal, dispute or resolution of a market. */
export interface OracleUpdate {
  readonly kind: OracleRow['kind']
  readonly at: Timestamp
  /** What one YES share would pay or pays; `null` in a dispute. */
  readonly yes: Payout | null
}

/** Proposals, disputes and resolutions of all markets, each in its order. */
export interface Oracle extends Watcher {
  of(market: number): readonly OracleUpdate[]
}

/** No updates yet; they come from the core's events. */
export const createOracle = (): Oracle => {
  const updates = new Map<number, OracleUpdate[]>()
  return {
    see: event => {
      const kind = event.kind === 'status' ? KINDS[event.status] : undefined
      if (event.kind !== 'status' || kind === undefined) return
      const update = { kind, at: event.at, yes: kind === 'DISPUTED' ? null : event.yes }
      updates.set(event.market, [...(updates.get(event.market) ?? []), update])
    },
    of: market => updates.get(market) ?? [],
    memory: {
      name: 'oracle',
      save: () => [...updates],
      load: saved => {
        for (const [market, known] of saved as [number, OracleUpdate[]][]) updates.set(market, known)
      },
    },
  }
}

/** Other statuses say nothing about a result. */
const KINDS: { readonly [Status in Extract<CoreEvent, { kind: 'status' }>['status']]?: OracleRow['kind'] } = {
  PRICE_PROPOSED: 'PROPOSED',
  PRICE_DISPUTED: 'DISPUTED',
  RESOLVED: 'RESOLVED',
}
