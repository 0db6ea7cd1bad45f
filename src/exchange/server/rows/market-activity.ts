import type { z } from 'zod'
import { Timestamp } from '../../../model/time.js'
import type { marketActivity } from '../../../protocol/api/schemas-account.js'
import type { Match } from '../../core/core-event.js'
import { type Page, type PageQuery, pageOf } from '../http/paging.js'
import { notFound } from '../http/refusal.js'
import type { Reads } from '../read-models/reads.js'
import { marketRows } from './market-rows.js'
import { newestMatches } from './match-page.js'
import { type MatchRow, matchRow } from './match-row.js'

export type MarketActivityRow = z.input<typeof marketActivity>

/** Matches of a market as its public activity, newest first. Throws a refusal where the market is unknown. */
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
