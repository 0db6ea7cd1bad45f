import type { Stanza } from '../../config/load-stanzas.js'
import { pathPart } from './path-parts.js'

/**
 * Names of strategies in paths such as `strategies.two-sided.sizeShares`: in quotes if the name has a dot, and the strategy's number if two have the
 * same name.
 */
export function pathNames(stanzas: readonly Pick<Stanza, 'definition'>[]): readonly string[] {
  const names = stanzas.map(({ definition }) => definition.name)
  return names.map((name, place) => (names.indexOf(name) === names.lastIndexOf(name) ? pathPart(name) : String(place)))
}
