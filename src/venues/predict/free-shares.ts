import { type Outcome, Wei } from '../../model/money.js'
import type { WireMarket } from '../../protocol/wire.js'
import { VenueError } from '../venue-error.js'
import type { Wires } from '../wires/wires.js'
import type { SendOptions } from './chain-sends.js'
import { readRow } from './market-registry.js'
import { readMatches, type readOpenRows } from './read-account.js'
import { VENUE } from './topics.js'
import type { WalletLogin } from './wallet-login.js'

/** What moving shares by transactions needs. */
export interface SharesOptions extends SendOptions {
  readonly session: Pick<WalletLogin, 'read'>
  readonly wires: Pick<Wires, 'scheduler' | 'clock'>
}

/** Shares of one market. */
export type HeldShares = Readonly<Record<Outcome, Wei>>

export const OUTCOMES: readonly Outcome[] = ['yes', 'no']

/** A match of this time that has not settled may still move shares; an older one failed without a report. */
const SETTLES_WITHIN_MS = 600_000

/** Shares of an unsettled match are still in the wallet, and no order holds them any more. Throws a VenueError if there is such a match. */
export async function expectSettled({ session, signer, wires }: SharesOptions): Promise<void> {
  const sinceMs = wires.clock.now() / 1_000 - SETTLES_WITHIN_MS
  const matches = await readMatches({ session, owner: signer.address }, sinceMs)
  const open = matches.filter(({ settlementId }) => (settlementId ?? '') === '')
  if (open.length === 0) return
  const what = open.length === 1 ? 'a match of this wallet has' : `${open.length} matches of this wallet have`
  throw new VenueError(`${what} not settled yet: try again in a minute, or in ten if a settlement has failed`, {
    venue: VENUE,
    retryable: true,
  })
}

/** Shares that no open order sells, of any program. */
export function freeOf(row: WireMarket, held: HeldShares, open: Awaited<ReturnType<typeof readOpenRows>>): HeldShares {
  const tokens = readRow(row)?.tokens
  const free = { ...held }
  for (const { order, amount, amountFilled } of open)
    for (const outcome of OUTCOMES)
      if (order.side === SELL && order.tokenId === String(tokens?.[outcome]))
        free[outcome] = Wei.max(Wei.ZERO, Wei.of(free[outcome] - (amount - amountFilled)))
  return free
}

const SELL = 1
