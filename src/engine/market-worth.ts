import type { Market } from '../model/market.js'
import type { Outcome } from '../model/money.js'
import type { Holding } from './desk-state.js'
import type { Inventory, Unsettled } from './inventory.js'
import type { Ledger } from './ledger.js'
import type { Mark } from './mark.js'

/** A market as far as its worth goes by it. */
interface Valued {
  readonly market: Market
  readonly mark: Mark
  readonly inventory: Inventory
}

/** What is held and matched in a market, by its mark: 100 YES with a mark of 0.42 count 42. Without a mark there is only cost. */
export function worthOf(valued: Valued, ledger: Ledger, wall: number): bigint {
  const { yes, no } = ledger.portfolio.position(valued.market.id)
  return worthOfHolding(yes, valued, 'yes', wall) + worthOfHolding(no, valued, 'no', wall)
}

function worthOfHolding(holding: Holding, { market, mark, inventory }: Valued, outcome: Outcome, wall: number): bigint {
  const { pending } = inventory.position
  const shares = holding.shares + (outcome === 'yes' ? pending.yes : pending.no)
  if (shares === 0n) return 0n
  const price = mark.priceOf(outcome, market, wall)
  return price === null ? costOf(holding, inventory.pending, outcome, shares) : (shares * BigInt(price)) / 10_000n
}

/** Of shares held or matched: their part of all that was bought, unsettled buys included. */
function costOf(holding: Holding, pending: readonly Unsettled[], outcome: Outcome, shares: bigint): bigint {
  let bought: bigint = holding.bought
  let paid: bigint = holding.boughtFor
  for (const { fill, shares } of pending) {
    if (fill.outcome !== outcome || fill.side !== 'buy') continue
    bought += shares
    paid += fill.value
  }
  return bought === 0n ? 0n : (paid * shares) / bought
}
