import type { DeskSettings } from '../../engine/desk-options.js'
import { marketsWantedOf } from './assign-markets.js'
import type { LoadedConfig } from './config.js'
import { chooseOrderLife, type OrderLife } from './order-life.js'

interface SettledDesk {
  readonly settings: DeskSettings
  readonly life: OrderLife
}

/**
 * The settings of a desk from a run's config, for the number of markets that have a strategy at the start. Runs and backtests both use this function,
 * so that one config gives them the same desk. Throws an `ExitError` with code 2 if the rate limits do not allow orders to be renewed.
 */
export function deskSettingsOf(loaded: LoadedConfig, assigned: number, ownInBook: boolean): SettledDesk {
  const { strategies, makerOnly, budget, graceMs, decideEveryMs, requote } = loaded.config
  // Each strategy's limits hold beside the general ones.
  const own = strategies.map((each, at) => ({
    ...each.limits,
    name: `strategies.${at} (${each.strategy})`,
    ...(each.makerOnly !== undefined && { makerOnly: each.makerOnly }),
  }))
  const limits = { ...loaded.config.limits, makerOnly, strategies: own }
  const life = chooseOrderLife(loaded, Math.max(assigned, mostOf(loaded)))
  return {
    settings: { requote: { ...requote, orderLifeSeconds: life.seconds }, limits, budget, graceMs, decideEveryMs, ownInBook },
    life,
  }
}

/** The greatest number of markets that the filters of a config may take; 0: the filters have no maximum. */
const mostOf = (loaded: LoadedConfig): number =>
  marketsWantedOf(loaded).reduce((sum, wants) => sum + (typeof wants === 'object' && 'max' in wants ? (wants.max ?? 0) : 0), 0)
