import type { Market } from '../model/market.js'
import { type Outcome, Wei } from '../model/money.js'
import type { Holding } from './desk-state.js'
import type { Inventory, Unsettled } from './inventory.js'
import type { Ledger } from './ledger.js'
import type { Mark } from './mark.js'

/** The parts of a market that its value depends on. */
interface Valued {
  readonly market: Market
  readonly mark: Mark
  readonly inventory: Inventory
}

/** Value of held and matched shares by the mark: 100 YES with a mark of 0.42 are worth 42. Without a mark, their cost is used. */
export function worthOf(valued: Valued, ledger: Ledger, wall: number): bigint {
  const { yes, no } = ledger.portfolio.position(valued.market.id)
  return worthOfHolding(yes, valued, 'yes', wall) + worthOfHolding(no, valued, 'no', wall)
}

/** What was paid for the held and matched shares. */
export function costOfHeld({ market, inventory }: Valued, ledger: Ledger): Wei {
  const { yes, no } = ledger.portfolio.position(market.id)
  const { pending, position } = inventory
  return Wei.of(
    costOf(yes, pending, 'yes', yes.shares + position.pending.yes) + costOf(no, pending, 'no', no.shares + position.pending.no),
  )
}

function worthOfHolding(holding: Holding, { market, mark, inventory }: Valued, outcome: Outcome, wall: number): bigint {
  const { pending } = inventory.position
  const shares = holding.shares + (outcome === 'yes' ? pending.yes : pending.no)
  if (shares === 0n) return 0n
  const price = mark.priceOf(outcome, market, wall)
  return price === null ? costOf(holding, inventory.pending, outcome, shares) : (shares * BigInt(price)) / 10_000n
}

/** Cost of held or matched shares: their fraction of everything bought, including unsettled buys. */
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
