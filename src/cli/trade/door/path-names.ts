import type { Stanza } from '../../config/load-stanzas.js'
import { pathPart } from './path-parts.js'

/** What stands for a strategy in a path such as `strategies.two-sided.sizeShares`: its name, in quotes where it has a dot, and its place where two have one name. */
export function pathNames(stanzas: readonly Pick<Stanza, 'definition'>[]): readonly string[] {
  const names = stanzas.map(({ definition }) => definition.name)
  return names.map((name, place) => (names.indexOf(name) === names.lastIndexOf(name) ? pathPart(name) : String(place)))
}
