import { otherOutcome, Wei } from '../../model/money.js'
import { Timestamp } from '../../model/time.js'
import { CROWD } from '../core/accounts.js'
import type { Leg, Match } from '../core/core-event.js'
import type { House } from './house.js'
import { marketRow, outcomeRow } from './market-row.js'
import { addressOf, settlementId, transactionHash } from './settlement-id.js'

/** A match as the public tape shows it. Until it is settled it has neither a settlement id nor a transaction. */
export const matchRow = (house: House, match: Match): object => {
  const isSettled = match.state === 'settled'
  const { shares, value } = takerTotals(match)
  return {
    market: marketRow(house, match.market),
    taker: match.taker === null ? anonymousRow(house, match) : legRow(house, match.taker),
    amountFilled: String(shares),
    priceExecuted: priceOf(value, shares),
    makers: match.makers.map(maker => legRow(house, maker)),
    settlementId: isSettled ? settlementId(house.epoch, match.id) : null,
    transactionHash: isSettled ? transactionHash(house.epoch, match.id) : null,
    executedAt: wholeSecond(match.at),
  }
}

/** Value over shares in wei a share, cut. */
export const priceOf = (value: Wei, shares: Wei): string => (shares === 0n ? '0' : String((value * 10n ** 18n) / shares))

/** What the fee of a leg is taken in, as the wire words it. */
export const feeRow = (leg: Leg): { amount: string; type: 'SHARES' | 'COLLATERAL' } => ({
  amount: String(leg.fee.amount),
  type: leg.fee.in === 'shares' ? 'SHARES' : 'COLLATERAL',
})

const legRow = (house: House, leg: Leg): object => ({
  quoteType: leg.side === 'buy' ? 'Bid' : 'Ask',
  amount: String(leg.shares),
  price: priceOf(leg.value, leg.shares),
  outcome: outcomeRow(house, leg.order.spec.market, leg.outcome),
  signer: addressOf(leg.order.spec.account),
  hash: hashOf(house, leg),
  fee: feeRow(leg),
})

/** The recorded crowd has one order without a hash of its own; rows show a made-up one. */
const hashOf = (house: House, { order }: Leg): string =>
  order.spec.hash.startsWith('0x') ? order.spec.hash : transactionHash(house.epoch, -order.id)

const takerTotals = (match: Match): { shares: Wei; value: Wei } => {
  if (match.taker !== null) return match.taker
  let totals = { shares: Wei.ZERO, value: Wei.ZERO }
  for (const maker of match.makers)
    totals = { shares: Wei.add(totals.shares, maker.shares), value: Wei.add(totals.value, maker.value) }
  return totals
}

/** A print of the recorded crowd has no order of its own: the row shows the other side of what it hit. */
const anonymousRow = (house: House, match: Match): object => {
  const maker = match.makers[0]
  const { shares, value } = takerTotals(match)
  const isMirror = maker?.side === 'buy'
  const outcome = maker === undefined ? 'yes' : isMirror ? otherOutcome(maker.outcome) : maker.outcome
  return {
    quoteType: 'Bid',
    amount: String(shares),
    price: priceOf(isMirror ? Wei.sub(shares, value) : value, shares),
    outcome: outcomeRow(house, match.market, outcome),
    signer: addressOf(CROWD),
    hash: transactionHash(house.epoch, -match.id),
    fee: null,
  }
}

/** The tape's clock ticks in seconds. */
const wholeSecond = (time: Timestamp): string => Timestamp.iso(Timestamp.ofSeconds(Math.floor(time / 1_000_000)))
