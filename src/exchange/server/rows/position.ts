import type { z } from 'zod'
import { type Outcome, Wei } from '../../../model/money.js'
import { Payout } from '../../../model/payout.js'
import { Timestamp } from '../../../model/time.js'
import type { QueryOf } from '../../../protocol/api/operation.js'
import type { OPERATIONS } from '../../../protocol/api/operations.js'
import type { position as positionSchema } from '../../../protocol/api/schemas-account.js'
import type { Page } from '../http/paging.js'
import type { Reads } from '../read-models/reads.js'
import { type Stake, stakeKey } from '../read-models/stakes.js'
import { dollarText } from './dollar-text.js'
import { type MarketRow, marketRows } from './market.js'
import { outcomeRow } from './outcome.js'

type PositionQuery = QueryOf<typeof OPERATIONS.getPositions>

/**
 * A wallet's positions. Where results are paid at once, shares of a resolved market are no longer held: such a position is shown, with the shares it
 * had, only with `isResolved=true` or `includeLost=true`. Where holders redeem, it is shown until they have. One that pays nothing is shown only with
 * `includeLost=true`.
 */
export const positionPage = (reads: Reads, account: string, query: PositionQuery): Page<PositionRow> => {
  const rows = positionsOf(reads, account).filter(position => isWanted(reads, position, query))
  const { value, isFalling } = orderOf(reads, query.sort)
  const list = {
    rows,
    order: `position-${account}-${query.sort ?? ''}`,
    isFalling,
    value,
    id: (position: OutcomePosition) => position.key,
  }
  const page = reads.pages.page(query, list)
  const marketOf = marketRows(reads)
  return { rows: page.rows.map(position => positionRow(reads, position, marketOf(position.market))), cursor: page.cursor }
}

const isWanted = (reads: Reads, position: OutcomePosition, { marketId, isResolved, includeLost }: PositionQuery): boolean => {
  if (marketId !== undefined && position.market !== marketId) return false
  const isDecided = (reads.core.market(position.market)?.result ?? null) !== null
  if (isResolved !== undefined && isDecided !== isResolved) return false
  if (!isDecided) return position.held > 0n
  const isAsked = isResolved === true || includeLost === true || !reads.core.paysAtResult
  return isAsked ? includeLost === true || positionValue(reads, position) > 0n : position.held > 0n
}

interface PositionOrder {
  readonly isFalling: boolean
  readonly value: (position: OutcomePosition) => number
}

/** Without a sort the newest market comes first. BLOCK sorts by when the shares last changed. */
const orderOf = (reads: Reads, sort: PositionQuery['sort']): PositionOrder => {
  switch (sort) {
    case undefined:
      return { isFalling: true, value: position => position.key }
    case 'AMOUNT_DESC':
      return { isFalling: true, value: position => Number(positionShares(position)) }
    case 'SHARES_VALUE_DESC':
      return { isFalling: true, value: position => Number(positionValue(reads, position)) }
    case 'RETURN_DESC':
      return { isFalling: true, value: position => Number(positionReturn(reads, position)) }
    case 'EVENT_BLOCK_ASC':
      return { isFalling: false, value: changedAt }
    case 'EVENT_BLOCK_DESC':
      return { isFalling: true, value: changedAt }
    default:
      return sort satisfies never
  }
}

export type PositionRow = z.input<typeof positionSchema>

/** A wallet's shares of one outcome: those it holds, and those that a result has paid without its asking. */
export interface OutcomePosition {
  /** Number of the market and outcome; unique within an account. */
  readonly key: number
  readonly market: number
  readonly outcome: Outcome
  readonly held: Wei
  readonly paid: { readonly shares: Wei; readonly value: Wei }
  readonly stake: Stake | null
}

const NOT_PAID = { shares: Wei.ZERO, value: Wei.ZERO }

/** Every outcome that an account holds shares of or was paid for, largest key first. Redeemed shares left the wallet by its own doing, like sold ones. */
export const positionsOf = (reads: Reads, account: string): OutcomePosition[] => {
  const stakes = reads.wallets.stakes.of(account)
  const { paysAtResult } = reads.core
  const paidOf = (stake: Stake | undefined): OutcomePosition['paid'] =>
    stake === undefined || !paysAtResult ? NOT_PAID : { shares: stake.paidShares, value: stake.paidValue }
  const found = new Map<number, OutcomePosition>()
  for (const [market, holding] of reads.core.account(account)?.holdings ?? [])
    for (const outcome of ['yes', 'no'] as const) {
      const key = stakeKey(market, outcome)
      const stake = stakes.get(key)
      if (holding[outcome] > 0n)
        found.set(key, { key, market, outcome, held: holding[outcome], paid: paidOf(stake), stake: stake ?? null })
    }
  for (const [key, stake] of stakes) {
    const paid = paidOf(stake)
    if (paid.shares > 0n && !found.has(key))
      found.set(key, { key, market: stake.market, outcome: stake.outcome, held: Wei.ZERO, paid, stake })
  }
  return [...found.values()].sort((a, b) => b.key - a.key)
}

/** Shares as an answer shows them: those held, plus those that a result has paid. */
const positionShares = ({ held, paid }: OutcomePosition): Wei => Wei.add(held, paid.shares)

/** What a position was paid by a result, and what its shares are worth now, in wei. */
const positionValue = (reads: Reads, position: OutcomePosition): Wei => Wei.add(position.paid.value, heldValue(reads, position))

/** Value less what the shares have cost at their average price, in wei. */
const positionReturn = (reads: Reads, position: OutcomePosition): Wei => {
  const cost = (averagePrice(position) * positionShares(position)) / Wei.ONE
  return Wei.sub(positionValue(reads, position), Wei.of(cost))
}

const changedAt = ({ stake }: OutcomePosition): Timestamp => stake?.changedAt ?? Timestamp.ZERO

/** A position as REST answers it. */
const positionRow = (reads: Reads, position: OutcomePosition, market: MarketRow): PositionRow => ({
  id: String(position.key),
  market,
  outcome: outcomeRow(reads, position.market, position.outcome),
  amount: String(positionShares(position)),
  valueUsd: dollarText(positionValue(reads, position)),
  averageBuyPriceUsd: dollarText(averagePrice(position)),
  pnlUsd: dollarText(positionReturn(reads, position)),
})

/** Average price of all shares ever bought, before fees. */
const averagePrice = ({ stake }: OutcomePosition): Wei =>
  stake === null || stake.bought === 0n ? Wei.ZERO : Wei.of((stake.cost * Wei.ONE) / stake.bought)

/** A Yes share is worth the market's chance, a No share the rest of the dollar; in a decided market each is worth what it pays. */
export const heldValue = (reads: Reads, { market, outcome, held }: OutcomePosition): Wei => {
  const { result } = reads.core.market(market) ?? { result: null }
  if (result !== null) return Wei.of(Payout.of(result, outcome, held))
  const ofYes = (held * BigInt(Math.round(reads.markets.statistics.chance(market) * PARTS_OF_PERCENT))) / PARTS
  // Rounded down as it is shown, and No is the rest: so a pair is worth one dollar in the answer too.
  const yes = Wei.of(ofYes - (ofYes % MICRO_DOLLAR))
  return outcome === 'yes' ? yes : Wei.sub(held, yes)
}

/** A chance has four decimals of a percent. */
const PARTS_OF_PERCENT = 10_000
const PARTS = 1_000_000n
const MICRO_DOLLAR = 10n ** 12n
