import { type Outcome, Price, Wei } from '../../model/money.js'
import type { CoreAccount } from '../core/core.js'
import type { House } from './house.js'
import { marketRow, outcomeRow } from './market-row.js'

/** Settled shares of one outcome. */
export interface Position {
  /** Grows with market and outcome; unique within an account. */
  readonly key: number
  readonly account: string
  readonly market: number
  readonly outcome: Outcome
  readonly shares: Wei
}

/** All positions of an account, largest key first. */
export const positionsOf = (account: CoreAccount | null): Position[] => {
  const found: Position[] = []
  for (const [market, holding] of account?.holdings ?? []) {
    if (holding.yes > 0n)
      found.push({ key: market * 2, account: account?.id ?? '', market, outcome: 'yes', shares: holding.yes })
    if (holding.no > 0n)
      found.push({ key: market * 2 + 1, account: account?.id ?? '', market, outcome: 'no', shares: holding.no })
  }
  return found.sort((a, b) => b.key - a.key)
}

/** What a position would bring at the best bid of its own side, in wei; 0 where nobody bids. */
export const positionValue = (house: House, { market, outcome, shares }: Position): Wei => {
  const best = house.floor.core.levels(market, outcome === 'yes' ? 'bid' : 'ask', 1)[0]
  if (best === undefined) return Wei.ZERO
  const price = outcome === 'yes' ? best.price : Price.complement(best.price)
  return Wei.of((BigInt(price) * shares) / 10_000n)
}

/** A position as REST answers it; the dollar figures are for reading and have six decimals. */
export const positionRow = (house: House, position: Position): object => {
  const bought = house.tape.purchases(position.account, position.market, position.outcome)
  const average = bought.shares === 0n ? Wei.ZERO : Wei.of((bought.value * 10n ** 18n) / bought.shares)
  const value = positionValue(house, position)
  const paid = Wei.of((average * position.shares) / 10n ** 18n)
  return {
    id: String(position.key),
    market: marketRow(house, position.market),
    outcome: outcomeRow(house, position.market, position.outcome),
    amount: String(position.shares),
    valueUsd: dollars(value),
    averageBuyPriceUsd: dollars(average),
    pnlUsd: dollars(Wei.sub(value, paid)),
  }
}

const dollars = (amount: Wei): string => String(Number(Wei.toNumber(amount).toFixed(6)))
