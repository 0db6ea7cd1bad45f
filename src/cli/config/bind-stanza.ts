import type { Assignment } from '../../engine/desk-options.js'
import type { Market } from '../../model/market.js'
import type { Stanza } from './load-stanzas.js'

/** An assignment with the name of its strategy in the config, so that a replay can load the strategy again. */
export interface NamedAssignment extends Assignment {
  readonly strategy: string
  /** The location of its code: a file, or the folder of a package. */
  readonly place: string
}

/** Assigns a market to entry `at` of a config's list of strategies. Runs and backtests both use this function, so they bind alike. */
export const bindStanza = (
  { strategy, place, definition, parameters }: Stanza,
  { index }: Market,
  at: number,
): NamedAssignment => ({
  market: index,
  strategy,
  place,
  definition,
  parameters,
  stanza: at,
})
