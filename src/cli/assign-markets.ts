import type { Assignment } from '../engine/desk-options.js'
import { frozenCopy } from '../model/frozen-copy.js'
import { MarketId, MarketIndex } from '../model/ids.js'
import type { Market } from '../model/market.js'
import type { MarketQuery } from '../venues/venue.js'
import { complaint, type LoadedConfig } from './config.js'
import { reasonOf } from './exit.js'
import type { Stanza } from './load-stanzas.js'

/** An assignment with the name its strategy has in the config, by which a replay finds it again. */
export interface NamedAssignment extends Assignment {
  readonly strategy: string
  /** Where its code lies: a file, or the folder of a package. */
  readonly place: string
}

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
 * Binds each stanza's strategy to its markets. One market has one strategy: a second one is refused, and so is a market the venue does not
 * have. Throws an `ExitError` with code 2.
 */
export function assignMarkets(
  { source }: LoadedConfig,
  stanzas: readonly Stanza[],
  markets: readonly Market[],
): readonly NamedAssignment[] {
  const taken = new Map<MarketId, number>()
  const assignments: NamedAssignment[] = []
  for (const [stanza, { strategy, place, definition, parameters, markets: wanted }] of stanzas.entries()) {
    for (const market of wanted === 'all' ? markets : wanted.map(id => find(id, stanza))) {
      const other = taken.get(market.id)
      if (other !== undefined) {
        const what = `market ${market.id} already belongs to strategies.${other}; one market has one strategy`
        throw complaint(source, ['strategies', stanza, 'markets'], what)
      }
      taken.set(market.id, stanza)
      const wrong = trial({ definition, parameters }, market)
      if (wrong !== null) throw complaint(source, ['strategies', stanza, 'strategy'], wrong)
      assignments.push({ market: market.index, strategy, place, definition, parameters })
    }
  }
  return assignments

  function find(id: string, stanza: number): Market {
    const market = markets.find(each => each.id === MarketId.of(id))
    if (market !== undefined) return market
    throw complaint(source, ['strategies', stanza, 'markets'], `the venue has no market ${id}`)
  }
}

/** What is wrong with a strategy can be told before it trades: whether it can be made, and whether what it makes can decide. */
function trial({ definition, parameters }: Pick<Stanza, 'definition' | 'parameters'>, market: Market): string | null {
  try {
    // Copies, as the engine hands it copies: what it does to them here would reach every market.
    const made: unknown = definition.create(frozenCopy(parameters), frozenCopy(market))
    const canDecide = typeof made === 'object' && made !== null && 'decide' in made && typeof made.decide === 'function'
    return canDecide ? null : `expected create of "${definition.name}" to return { decide }`
  } catch (error) {
    return `"${definition.name}" cannot be created for market ${market.id}: ${reasonOf(error)}`
  }
}
