import type { z } from 'zod'
import { otherOutcome, Wei } from '../../../model/money.js'
import { Timestamp } from '../../../model/time.js'
import type { QueryOf } from '../../../protocol/api/operation.js'
import type { OPERATIONS } from '../../../protocol/api/operations.js'
import type { match as matchSchema } from '../../../protocol/api/schemas-market.js'
import { CROWD } from '../../core/accounts.js'
import type { Leg, Match } from '../../core/core-event.js'
import { type Page, pageOf } from '../http/paging.js'
import type { Reads } from '../read-models/reads.js'
import { legsOf } from '../read-models/tape.js'
import { type MarketRow, marketRows } from './market.js'
import { outcomeName } from './outcome.js'
import { publicAddressOf, settlementId, transactionHash } from './settlement-id.js'

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

/** Rows show whole seconds, so a match within that second counts as well. */
const isAtOrAfter = (at: Timestamp, seconds: number): boolean => at >= seconds * 1_000_000

/** `isSignerMaker` only narrows a filter by signer; alone it has no effect. */
const signerFilter = ({ signerAddress, isSignerMaker }: MatchQuery): Filter | null => {
  const signer = signerAddress?.toLowerCase()
  if (signer === undefined) return null
  return match =>
    legsOf(match).some(
      leg =>
        (isSignerMaker === undefined || leg.isMaker === isSignerMaker) && publicAddressOf(leg.order.spec.account) === signer,
    )
}

const hashFilter = (named: MatchQuery['orderHashes']): Filter | null => {
  if (named === undefined) return null
  const hashes = new Set(named.map(hash => hash.toLowerCase()))
  return match => legsOf(match).some(leg => hashes.has(leg.order.spec.hash))
}

export type MatchRow = z.input<typeof matchSchema>
type LegRow = MatchRow['taker']

/**
 * A match as the public tape shows it; `market` is its market's row, which a page creates once. Before its settlement it has neither a settlement
 * id nor a transaction.
 */
export const matchRow = (reads: Reads, match: Match, market: MarketRow): MatchRow => {
  const isSettled = match.state === 'settled'
  const { shares, value } = takerTotals(match)
  return {
    market,
    taker: match.taker === null ? anonymousRow(reads, match) : legRow(reads, match.taker),
    amountFilled: String(shares),
    priceExecuted: priceOf(value, shares),
    makers: match.makers.map(maker => legRow(reads, maker)),
    settlementId: isSettled ? settlementId(reads.epoch, match.id) : null,
    transactionHash: isSettled ? transactionHash(reads.epoch, match.id) : null,
    executedAt: wholeSecond(match.at),
  }
}

/** Value over shares in wei a share, rounded down. */
export const priceOf = (value: Wei, shares: Wei): string => (shares === 0n ? '0' : String((value * 10n ** 18n) / shares))

/** The fee of a leg, and whether it was taken in cash or shares. */
export const feeRow = ({ fee }: Pick<Leg, 'fee'>): { amount: string; type: 'SHARES' | 'COLLATERAL' } => ({
  amount: String(fee.amount),
  type: fee.in === 'shares' ? 'SHARES' : 'COLLATERAL',
})

const legRow = (reads: Reads, leg: Leg): LegRow => ({
  quoteType: leg.side === 'buy' ? 'Bid' : 'Ask',
  amount: String(leg.shares),
  price: priceOf(leg.value, leg.shares),
  outcome: outcomeName(reads, leg.order.spec.market, leg.outcome),
  signer: publicAddressOf(leg.order.spec.account),
  hash: hashOf(reads, leg),
  fee: feeRow(leg),
})

/** The order of the recorded crowd has no hash; rows show one made from its id. */
const hashOf = (reads: Reads, { order }: Leg): string =>
  order.spec.hash.startsWith('0x') ? order.spec.hash : transactionHash(reads.epoch, -order.id)

/** Shares and value of the taker; of a print, the sum of its makers. */
const takerTotals = (match: Match): { shares: Wei; value: Wei } => {
  if (match.taker !== null) return match.taker
  let totals = { shares: Wei.ZERO, value: Wei.ZERO }
  for (const maker of match.makers)
    totals = { shares: Wei.add(totals.shares, maker.shares), value: Wei.add(totals.value, maker.value) }
  return totals
}

/** A print of the recorded crowd has no taker order: the row shows the other side of its first maker. */
const anonymousRow = (reads: Reads, match: Match): LegRow => {
  const maker = match.makers[0]
  const { shares, value } = takerTotals(match)
  const isMirror = maker?.side === 'buy'
  const outcome = maker === undefined ? 'yes' : isMirror ? otherOutcome(maker.outcome) : maker.outcome
  return {
    quoteType: 'Bid',
    amount: String(shares),
    price: priceOf(isMirror ? Wei.sub(shares, value) : value, shares),
    outcome: outcomeName(reads, match.market, outcome),
    signer: publicAddressOf(CROWD),
    hash: transactionHash(reads.epoch, -match.id),
    fee: null,
  }
}

/** The tape shows whole seconds. */
const wholeSecond = (time: Timestamp): string => Timestamp.iso(Timestamp.ofSeconds(Math.floor(time / 1_000_000)))
