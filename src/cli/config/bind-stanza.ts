import type { Assignment } from '../../engine/desk-options.js'
import type { Market } from '../../model/market.js'
import type { Stanza } from './load-stanzas.js'

/** An assignment with the name its strategy has in the config, by which a replay finds it again. */
export interface NamedAssignment extends Assignment {
  readonly strategy: string
  /** Where its code lies: a file, or the folder of a package. */
  readonly place: string
}

/** Gives a market to an entry of a config's list of strategies, of which `at` is the place. The only place that says so: a run and a backtest of one config bind alike. */
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
