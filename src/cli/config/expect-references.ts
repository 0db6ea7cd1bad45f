import type { Assignment } from '../../engine/desk-options.js'
import type { Market } from '../../model/market.js'
import { declaredReferences } from '../../strategy/declared-references.js'
import { complaint, type LoadedConfig } from './config.js'
import type { Stanza } from './load-stanzas.js'
import { nearest } from './nearest.js'

/**
 * Refuses strategies that declare a list with a reference that has no feed in the config. Throws an `ExitError` of code 2 that names the stanza.
 * References declared by a function of the market are checked once there is a market.
 */
export function expectReferences({ config, source }: LoadedConfig, stanzas: readonly Stanza[]): void {
  const feeds = Object.keys(config.feeds)
  for (const [at, { definition }] of stanzas.entries()) {
    const { name, references } = definition
    if (!Array.isArray(references)) continue
    const wrong = unknownWords(name, references.map(String), feeds)
    if (wrong !== null) throw complaint(source, ['strategies', at, 'strategy'], wrong)
  }
}

/** The problem with the references that a strategy declares for a market; null: none. Throws what the strategy's function throws. */
export const unknownReference = (
  { definition, parameters }: Pick<Assignment, 'definition' | 'parameters'>,
  market: Market,
  feeds: readonly string[],
): string | null => unknownWords(definition.name, declaredReferences(definition, parameters, market), feeds)

function unknownWords(strategy: string, names: readonly string[], feeds: readonly string[]): string | null {
  const unknown = names.find(name => !feeds.includes(name))
  if (unknown === undefined) return null
  const meant = nearest(unknown, feeds)
  const hint =
    meant !== null ? `did you mean "${meant}"?` : feeds.length === 0 ? '"feeds" has none.' : `"feeds" has ${feeds.join(', ')}.`
  return `"${strategy}" reads the reference "${unknown}", for which this config has no feed; ${hint}`
}
