import type { z } from 'zod'
import { Timestamp } from '../../../model/time.js'
import type { activity } from '../../../protocol/api/schemas-account.js'
import type { ActivityLine, ActivityOrder } from '../read-models/activity.js'
import type { Reads } from '../read-models/reads.js'
import { type MarketRow, outcomeRow } from './market-row.js'
import { feeRow, priceOf } from './match-row.js'
import { payoutHash, transactionHash } from './settlement-id.js'

export type ActivityRow = z.input<typeof activity>

/** A line of activity as REST answers it; `market` is the row of the deed's market, which a page makes once. */
export const activityRow = (reads: Reads, deed: ActivityLine, market: MarketRow): ActivityRow => ({
  name: deed.name,
  createdAt: Timestamp.iso(deed.at),
  transactionHash: hashOf(reads, deed),
  amountFilled: deed.shares === null ? null : String(deed.shares),
  priceExecuted: deed.shares === null || deed.value === null ? null : priceOf(deed.value, deed.shares),
  order: deed.order === null ? null : orderOf(deed.order),
  market,
  outcome: outcomeRow(reads, deed.market, deed.outcome),
})

const hashOf = ({ epoch }: Reads, { name, match, market }: ActivityLine): string | null => {
  if (name === 'RESOLVE') return payoutHash(epoch, market)
  return match === null ? null : transactionHash(epoch, match)
}

const orderOf = ({ id, hash, side, shares, limit, fee }: ActivityOrder): ActivityRow['order'] => ({
  id: String(id),
  hash,
  quoteType: side === 'buy' ? 'BID' : 'ASK',
  amount: String(shares),
  price: String(limit),
  fee: fee === null ? null : feeRow({ fee }),
})
