import type { MarketId } from '../model/ids.js'

/** What several markets have at risk together. Money in 1e-10. */
export interface RiskLook {
  readonly heldCost: number
  /** Collateral behind resting buys. */
  readonly reserved: number
  readonly worstCase: number
}

/** A neg-risk group. */
export interface GroupLook {
  readonly group: string
  readonly markets: readonly MarketId[]
  readonly worstCase: number
}

/** What markets have at risk together, whether or not there is a limit. Shares of markets that left count, as they do for risk. */
export interface SharedRisk {
  readonly groups: readonly GroupLook[]
  /** By index of a strategy in the config. */
  readonly strategies: ReadonlyMap<number, RiskLook>
  readonly account: RiskLook
}
