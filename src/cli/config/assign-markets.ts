import { Asking } from '../../engine/asking.js'
import { frozenCopy } from '../../model/frozen-copy.js'
import type { Market } from '../../model/market.js'
import type { MarketsWanted } from '../../model/markets-wanted.js'
import { reasonOf } from '../../model/reason-of.js'
import type { StanzaMarket } from '../../runtime/markets-at-start.js'
import type { AssignMarket } from '../../runtime/session-markets.js'
import { bindStanza, type NamedAssignment } from './bind-stanza.js'
import { complaint, type LoadedConfig } from './config.js'
import { unknownReference } from './expect-references.js'
import type { Stanza } from './load-stanzas.js'

/** The markets that each strategy of a config wants, in the config's order. */
export const marketsWantedOf = ({ config }: Pick<LoadedConfig, 'config'>): readonly MarketsWanted[] =>
  config.strategies.map(({ markets }) => (Array.isArray(markets) ? markets.map(String) : markets))

/** Refuses a market that two strategies name. Throws an `ExitError` with code 2. */
export function expectOneStrategy({ config, source }: LoadedConfig): void {
  const taken = new Map<string, number>()
  for (const [stanza, { markets }] of config.strategies.entries()) {
    if (!Array.isArray(markets)) continue
    for (const id of new Set(markets.map(String))) {
      const other = taken.get(id)
      if (other !== undefined) {
        const what = `market ${id} already belongs to strategies.${other}; one market has one strategy`
        throw complaint(source, ['strategies', stanza, 'markets'], what)
      }
      taken.set(id, stanza)
    }
  }
}

/**
 * Binds strategies to the markets that are open at a run's start. Throws an `ExitError` with code 2 for a strategy that cannot be created for its
 * market. `asking`: where it says which one is being created.
 */
export function assignMarkets(
  { config, source }: LoadedConfig,
  stanzas: readonly Stanza[],
  markets: readonly StanzaMarket[],
  asking = new Asking(),
): readonly NamedAssignment[] {
  const feeds = Object.keys(config.feeds)
  return markets.flatMap(({ market, stanza }) => {
    const chosen = stanza === null ? undefined : stanzas[stanza]
    if (chosen === undefined || stanza === null) return []
    const wrong = whyNotFor(chosen, market, { feeds, asking })
    if (wrong !== null) throw complaint(source, ['strategies', stanza, 'strategy'], wrong)
    return [bindStanza(chosen, market, stanza)]
  })
}

/** Assigns a strategy to a market that joins. If the strategy cannot be created for it, this is reported and the market is not quoted. */
export const assignLater =
  (stanzas: readonly Stanza[], { onProblem, ...known }: Known & { readonly onProblem: (text: string) => void }): AssignMarket =>
  (market, stanza) => {
    const chosen = stanza === null ? undefined : stanzas[stanza]
    if (chosen === undefined || stanza === null) return null
    const wrong = whyNotFor(chosen, market, known)
    if (wrong === null) return bindStanza(chosen, market, stanza)
    onProblem(wrong)
    return null
  }

interface Known {
  /** Names of the feeds that the config has; null: the config of a backtest, which takes references from its recording. */
  readonly feeds: readonly string[] | null
  /** Where it is said which strategy is being created. */
  readonly asking: Asking
}

/**
 * Why a strategy cannot quote a market, as far as this can be tested before trading: it must be created, its instance must decide, and its references
 * must have feeds. null: it can.
 */
export function whyNotFor(
  { definition, parameters }: Pick<Stanza, 'definition' | 'parameters'>,
  market: Market,
  { feeds, asking }: Known,
): string | null {
  asking.create(market.index, 0)
  try {
    const unknown = feeds === null ? null : unknownReference({ definition, parameters }, market, feeds)
    if (unknown !== null) return unknown
    // Copies, as the engine passes them: otherwise a strategy that changes its parameters here would change them for every market.
    const made: unknown = definition.create(frozenCopy(parameters), frozenCopy(market))
    const canDecide = typeof made === 'object' && made !== null && 'decide' in made && typeof made.decide === 'function'
    return canDecide ? null : `expected create of "${definition.name}" to return { decide }`
  } catch (error) {
    return `"${definition.name}" cannot be created for market ${market.id}: ${reasonOf(error)}`
  } finally {
    asking.end()
  }
}
