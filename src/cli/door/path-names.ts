import type { Stanza } from '../load-stanzas.js'

/** What stands for a strategy in a path such as `strategies.two-sided.sizeShares`: its name, and its place where two have one name. */
export function pathNames(stanzas: readonly Pick<Stanza, 'definition'>[]): readonly string[] {
  const names = stanzas.map(({ definition }) => definition.name)
  return names.map((name, place) => (names.indexOf(name) === names.lastIndexOf(name) ? name : String(place)))
}
