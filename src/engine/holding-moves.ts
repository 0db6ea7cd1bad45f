import { Wei } from '../model/money.js'
import type { Holding } from './desk-state.js'

/** Books shares that were bought for this value. */
export const buy = (holding: Holding, shares: Wei, value: Wei): void => {
  holding.shares = Wei.add(holding.shares, shares)
  holding.bought = Wei.add(holding.bought, shares)
  holding.boughtFor = Wei.add(holding.boughtFor, value)
}

/** Books shares that were sold for this value. */
export const sell = (holding: Holding, shares: Wei, value: Wei): void => {
  holding.shares = Wei.sub(holding.shares, shares)
  holding.sold = Wei.add(holding.sold, shares)
  holding.soldFor = Wei.add(holding.soldFor, value)
}

/** Books shares that came without a trade, or below 0 went, at a value of the same sign. */
export function move(holding: Holding, shares: bigint, value: bigint): void {
  if (shares > 0n) buy(holding, Wei.of(shares), Wei.of(value))
  else sell(holding, Wei.of(-shares), Wei.of(-value))
}
