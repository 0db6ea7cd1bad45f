import type { Stanza } from './load-stanzas.js'

/** What reports call the strategies of a config: by their names, with the place behind a name that several have. */
export function stanzaNames(stanzas: readonly Pick<Stanza, 'definition'>[]): readonly string[] {
  const names = stanzas.map(({ definition }) => definition.name)
  return names.map((name, at) => (names.indexOf(name) === names.lastIndexOf(name) ? name : `${name} #${at + 1}`))
}
