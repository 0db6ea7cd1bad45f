import type { z } from 'zod'
import { Timestamp } from '../../../model/time.js'
import type { activity, marketActivity } from '../../../protocol/api/schemas-account.js'
import type { Match } from '../../core/core-event.js'
import { type Page, type PageQuery, pageOf } from '../http/paging.js'
import { notFound } from '../http/refusal.js'
import type { ActivityLine, ActivityOrder } from '../read-models/activity.js'
import type { Reads } from '../read-models/reads.js'
import { type MarketRow, marketRows } from './market.js'
import { feeRow, type MatchRow, matchRow, newestMatches, priceOf } from './match.js'
import { outcomeRow } from './outcome.js'
import { payoutHash, transactionHash } from './settlement-id.js'

/** What happened to a wallet's orders and shares, newest first. */
export const activityPage = (reads: Reads, account: string, query: PageQuery): Page<ActivityRow> => {
  const { rows, cursor } = pageOf(reads.wallets.activity.of(account), query, { name: 'activity', key: line => line.seq })
  const marketOf = marketRows(reads)
  return { rows: rows.map(line => activityRow(reads, line, marketOf(line.market))), cursor }
}

export type ActivityRow = z.input<typeof activity>

/** A line of activity as REST shows it; `market` is the row of the line's market, which a page creates once. */
const activityRow = (reads: Reads, line: ActivityLine, market: MarketRow): ActivityRow => ({
  name: line.name,
  createdAt: Timestamp.iso(line.at),
  transactionHash: hashOf(reads, line),
  amountFilled: line.shares === null ? null : String(line.shares),
  priceExecuted: line.shares === null || line.value === null ? null : priceOf(line.value, line.shares),
  order: line.order === null ? null : orderOf(line.order),
  market,
  outcome: outcomeRow(reads, line.market, line.outcome),
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

export type MarketActivityRow = z.input<typeof marketActivity>

/** Matches of a market as its public activity, newest first. Throws a refusal when the market is unknown. */
export const marketActivityPage = (reads: Reads, market: number, query: PageQuery): Page<MarketActivityRow> => {
  if (reads.markets.catalog.market(market) === null) throw notFound('market')
  const ofMarket = (match: Match): boolean => match.market === market
  const { rows, cursor } = pageOf(newestMatches(reads.core.matches(), ofMarket), query, {
    name: `activity-${market}`,
    key: match => match.id,
  })
  const marketOf = marketRows(reads)
  return { rows: rows.map(match => publicRow(match, matchRow(reads, match, marketOf(market)))), cursor }
}

const publicRow = (match: Match, { taker, ...row }: MatchRow): MarketActivityRow => ({
  name: 'MATCH',
  createdAt: Timestamp.iso(match.at),
  transactionHash: row.transactionHash,
  amountFilled: row.amountFilled,
  priceExecuted: row.priceExecuted,
  quoteType: taker.quoteType,
  outcome: taker.outcome,
})
