import type { MarketsWanted } from '../../model/markets-wanted.js'
import { checked, type LoadedConfig } from './config.js'
import { type LoadedStrategy, strategyOf } from './strategy-of.js'

/** A loaded entry of a config's list of strategies, with checked parameters. */
export interface Stanza extends LoadedStrategy {
  /** As the config names the strategy. */
  readonly strategy: string
  readonly parameters: unknown
  readonly markets: MarketsWanted
}

/** Loads the strategies of a config; paths are relative to its folder. Throws an `ExitError` with code 2 that names file and line. */
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

/** Names of a config's strategies in reports: the strategy's name, with the entry's number if several have the same name. */
export function stanzaNames(stanzas: readonly Pick<Stanza, 'definition'>[]): readonly string[] {
  const names = stanzas.map(({ definition }) => definition.name)
  return names.map((name, at) => (names.indexOf(name) === names.lastIndexOf(name) ? name : `${name} #${at + 1}`))
}
