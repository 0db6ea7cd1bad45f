import type { Assignment } from '../engine/desk-options.js'
import { MarketId, MarketIndex } from '../model/ids.js'
import type { Market } from '../model/market.js'
import type { MarketQuery } from '../venues/venue.js'
import { checked, complaint, type LoadedConfig } from './config.js'
import { loadStrategy } from './load-strategy.js'

/** Which markets a config asks for. */
export function marketQuery({ config }: LoadedConfig): MarketQuery {
  const named = config.strategies.flatMap(({ markets }) => (markets === 'all' ? [] : markets.map(String)))
  return config.strategies.some(({ markets }) => markets === 'all') ? { open: true } : { ids: [...new Set(named)] }
}

/** The markets of a run in one dense order: those asked for, then those where the wallet still holds something. */
export function orderMarkets(asked: readonly Market[], held: readonly Market[]): readonly Market[] {
  const ids = new Set(asked.map(({ id }) => id))
  return [...asked, ...held.filter(({ id }) => !ids.has(id))].map((market, index) => ({
    ...market,
    index: MarketIndex.of(index),
  }))
}

/**
 * Binds each stanza's strategy to its markets, with its parameters checked. One market has one strategy: a second one is refused, and so is
 * a market the venue does not have. Throws an `ExitError` with code 2.
 */
export async function assignMarkets(
  loaded: LoadedConfig,
  markets: readonly Market[],
  folder: string,
): Promise<readonly Assignment[]> {
  const { config, source } = loaded
  const taken = new Map<MarketId, number>()
  const assignments: Assignment[] = []
  for (const [stanza, { strategy, markets: wanted, parameters }] of config.strategies.entries()) {
    const definition = await loadStrategy(strategy, folder)
    const values = checked(source, definition.parameters, parameters, ['strategies', stanza, 'parameters'])
    for (const { id, index } of wanted === 'all' ? markets : wanted.map(id => find(String(id), stanza))) {
      const other = taken.get(id)
      if (other !== undefined) {
        throw complaint(
          source,
          ['strategies', stanza, 'markets'],
          `market ${id} already belongs to strategies.${other}; one market has one strategy`,
        )
      }
      taken.set(id, stanza)
      assignments.push({ market: index, definition, parameters: values })
    }
  }
  return assignments

  function find(text: string, stanza: number): Market {
    const market = markets.find(({ id }) => id === MarketId.of(text))
    if (market !== undefined) return market
    throw complaint(source, ['strategies', stanza, 'markets'], `the venue has no market ${text}`)
  }
}
