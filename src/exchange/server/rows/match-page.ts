import type { Timestamp } from '../../../model/time.js'
import type { QueryOf } from '../../../protocol/api/operation.js'
import type { OPERATIONS } from '../../../protocol/api/operations.js'
import type { Match } from '../../core/core-event.js'
import { type Page, pageOf } from '../http/paging.js'
import type { Reads } from '../read-models/reads.js'
import { legsOf } from '../read-models/tape.js'
import { marketRows } from './market-rows.js'
import { type MatchRow, matchRow } from './match-row.js'
import { addressOf } from './settlement-id.js'

type MatchQuery = QueryOf<typeof OPERATIONS.getMatches>
type Filter = (match: Match) => boolean

/** The public tape: matches that did not fail, newest first. */
export const matchPage = (reads: Reads, query: MatchQuery): Page<MatchRow> => {
  const isWanted = filterOf(reads, query)
  const { rows, cursor } = pageOf(newestMatches(reads.core.matches(), isWanted), query, {
    name: 'matches',
    key: match => match.id,
  })
  const marketOf = marketRows(reads)
  return { rows: rows.map(match => matchRow(reads, match, marketOf(match.market))), cursor }
}

/** Matches that did not fail and pass the filter, newest first. */
export function* newestMatches(matches: readonly Match[], isWanted: Filter): Iterable<Match> {
  for (let at = matches.length - 1; at >= 0; at--) {
    const match = matches[at]
    if (match !== undefined && match.state !== 'failed' && isWanted(match)) yield match
  }
}

const filterOf = (reads: Reads, query: MatchQuery): Filter => {
  const { marketId, categoryId, minValueUsdtWei, executedAfter } = query
  const filters: (Filter | null)[] = [
    marketId === undefined ? null : match => match.market === marketId,
    categoryId === undefined ? null : match => reads.markets.catalog.market(match.market)?.category.id === categoryId,
    minValueUsdtWei === undefined ? null : valueFilter(BigInt(minValueUsdtWei)),
    executedAfter === undefined ? null : match => isAtOrAfter(match.at, executedAfter),
    signerFilter(query),
    hashFilter(query.orderHashes),
  ]
  const chosen = filters.filter(filter => filter !== null)
  return match => chosen.every(filter => filter(match))
}

const valueFilter =
  (least: bigint): Filter =>
  match =>
    legsOf(match).some(leg => leg.value >= least)

/** Rows tell whole seconds, so a match of that very second counts. */
const isAtOrAfter = (at: Timestamp, seconds: number): boolean => at >= seconds * 1_000_000

/** `isSignerMaker` only narrows a signer; alone it says nothing. */
const signerFilter = ({ signerAddress, isSignerMaker }: MatchQuery): Filter | null => {
  const signer = signerAddress?.toLowerCase()
  if (signer === undefined) return null
  return match =>
    legsOf(match).some(
      leg => (isSignerMaker === undefined || leg.isMaker === isSignerMaker) && addressOf(leg.order.spec.account) === signer,
    )
}

const hashFilter = (named: MatchQuery['orderHashes']): Filter | null => {
  if (named === undefined) return null
  const hashes = new Set(named.map(hash => hash.toLowerCase()))
  return match => legsOf(match).some(leg => hashes.has(leg.order.spec.hash))
}
