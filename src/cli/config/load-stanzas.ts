import type { MarketsWanted } from '../../model/markets-wanted.js'
import { checked, type LoadedConfig } from './config.js'
import { type LoadedStrategy, strategyOf } from './strategy-of.js'

/** One entry of a config's list of strategies, loaded and with its parameters checked. */
export interface Stanza extends LoadedStrategy {
  /** As the config names it. */
  readonly strategy: string
  readonly parameters: unknown
  readonly markets: MarketsWanted
}

/** Loads what a config names, seen from its folder. Throws an `ExitError` with code 2 that names file and line. */
export async function loadStanzas({ config, source }: LoadedConfig): Promise<readonly Stanza[]> {
  const stanzas: Stanza[] = []
  for (const [at, { strategy, markets, parameters }] of config.strategies.entries()) {
    const { definition, place } = await strategyOf(source, strategy, ['strategies', at, 'strategy'])
    stanzas.push({
      strategy,
      place,
      definition,
      parameters: checked(source, definition.parameters, parameters, ['strategies', at, 'parameters']),
      markets: Array.isArray(markets) ? markets.map(String) : markets,
    })
  }
  return stanzas
}

/** What reports call the strategies of a config: by their names, with the place behind a name that several have. */
export function stanzaNames(stanzas: readonly Pick<Stanza, 'definition'>[]): readonly string[] {
  const names = stanzas.map(({ definition }) => definition.name)
  return names.map((name, at) => (names.indexOf(name) === names.lastIndexOf(name) ? name : `${name} #${at + 1}`))
}
