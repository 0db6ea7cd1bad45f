import type { z } from 'zod'
import { Timestamp } from '../../../model/time.js'
import type { marketActivity } from '../../../protocol/api/schemas-account.js'
import type { Match } from '../../core/core-event.js'
import type { House } from '../house.js'
import { type Page, type PageQuery, pageOf } from '../http/paging.js'
import { notFound } from '../http/refusal.js'
import { marketRows } from './market-rows.js'
import { newestMatches } from './match-page.js'
import { type MatchRow, matchRow } from './match-row.js'

export type MarketActivityRow = z.input<typeof marketActivity>

/** Matches of a market as its public activity, newest first. Throws a refusal where the market is unknown. */
export const marketActivityPage = (house: House, market: number, query: PageQuery): Page<MarketActivityRow> => {
  if (house.catalog.market(market) === null) throw notFound('market')
  const ofMarket = (match: Match): boolean => match.market === market
  const { rows, cursor } = pageOf(newestMatches(house.floor.core.matches(), ofMarket), query, {
    name: `activity-${market}`,
    key: match => match.id,
  })
  const marketOf = marketRows(house)
  return { rows: rows.map(match => publicRow(match, matchRow(house, match, marketOf(market)))), cursor }
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
