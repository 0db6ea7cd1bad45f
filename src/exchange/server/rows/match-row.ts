import type { z } from 'zod'
import { type Outcome, otherOutcome, Wei } from '../../../model/money.js'
import { Timestamp } from '../../../model/time.js'
import type { match as matchSchema } from '../../../protocol/api/schemas-market.js'
import { CROWD } from '../../core/accounts.js'
import type { Leg, Match } from '../../core/core-event.js'
import { notFound } from '../http/refusal.js'
import type { Reads } from '../read-models/reads.js'
import type { MarketRow } from './market-row.js'
import { addressOf, settlementId, transactionHash } from './settlement-id.js'

export type MatchRow = z.input<typeof matchSchema>
type LegRow = MatchRow['taker']

/**
 * A match as the public tape shows it; `market` is its market's row, which a page makes once. Until it is settled it has neither a settlement
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

/** Value over shares in wei a share, cut. */
export const priceOf = (value: Wei, shares: Wei): string => (shares === 0n ? '0' : String((value * 10n ** 18n) / shares))

/** What the fee of a leg is taken in, as the wire words it. */
export const feeRow = ({ fee }: Pick<Leg, 'fee'>): { amount: string; type: 'SHARES' | 'COLLATERAL' } => ({
  amount: String(fee.amount),
  type: fee.in === 'shares' ? 'SHARES' : 'COLLATERAL',
})

const legRow = (reads: Reads, leg: Leg): LegRow => ({
  quoteType: leg.side === 'buy' ? 'Bid' : 'Ask',
  amount: String(leg.shares),
  price: priceOf(leg.value, leg.shares),
  outcome: outcomeName(reads, leg.order.spec.market, leg.outcome),
  signer: addressOf(leg.order.spec.account),
  hash: hashOf(reads, leg),
  fee: feeRow(leg),
})

/** An outcome by what names it. Throws a refusal where its market is unknown. */
export const outcomeName = (reads: Reads, market: number, outcome: Outcome): LegRow['outcome'] => {
  const words = reads.markets.catalog.market(market)
  if (words === null) throw notFound('market')
  const index = outcome === 'yes' ? 0 : 1
  return { name: words.outcomeNames[index], indexSet: index + 1, onChainId: words.tokens[index] }
}

/** The recorded crowd has one order without a hash of its own; rows show a made-up one. */
const hashOf = (reads: Reads, { order }: Leg): string =>
  order.spec.hash.startsWith('0x') ? order.spec.hash : transactionHash(reads.epoch, -order.id)

/** Shares and value of the taker's side; of a print, what its makers gave. */
const takerTotals = (match: Match): { shares: Wei; value: Wei } => {
  if (match.taker !== null) return match.taker
  let totals = { shares: Wei.ZERO, value: Wei.ZERO }
  for (const maker of match.makers)
    totals = { shares: Wei.add(totals.shares, maker.shares), value: Wei.add(totals.value, maker.value) }
  return totals
}

/** A print of the recorded crowd has no order of its own: the row shows the other side of what it hit. */
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
    signer: addressOf(CROWD),
    hash: transactionHash(reads.epoch, -match.id),
    fee: null,
  }
}

/** The tape's clock ticks in seconds. */
const wholeSecond = (time: Timestamp): string => Timestamp.iso(Timestamp.ofSeconds(Math.floor(time / 1_000_000)))
