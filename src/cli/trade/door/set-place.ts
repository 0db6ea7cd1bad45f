import { ExitCode, ExitError } from '../../config/exit.js'
import type { Stanza } from '../../config/load-stanzas.js'
import { nearest } from '../../config/nearest.js'
import { pathNames } from './path-names.js'
import { pathPart, pathParts } from './path-parts.js'

/** The place of a value that a person sets: in the config, or among a market's own parameters. */
export type SetPlace =
  | { readonly is: 'config'; readonly path: readonly (string | number)[] }
  | { readonly is: 'market'; readonly market: string; readonly stanza: number; readonly path: readonly string[] }

const FORMS =
  'limits.FIELD, limits.markets.ID.FIELD, requote.FIELD, makerOnly, strategies.NAME.PARAMETER, strategies.NAME.limits.FIELD, markets.ID.strategies.NAME.PARAMETER'

/** Parses the path of a value; a strategy may be given by its name. Throws an `ExitError` of code 2. */
export function setPlaceOf(path: string, stanzas: readonly Stanza[]): SetPlace {
  const parts = pathParts(path)
  if (parts === null || parts.includes('__proto__')) throw wrong(path, 'has an empty part, or a quote that is not closed')
  const [root, ...rest] = parts
  if (root === 'strategies') return { is: 'config', path: strategyPath(path, rest, stanzas) }
  if (root === 'markets') return marketPlace(path, rest, stanzas)
  if (root === 'makerOnly' && rest.length === 0) return { is: 'config', path: parts }
  if ((root === 'limits' || root === 'requote') && rest.length > 0) return { is: 'config', path: parts }
  if (rest.length > 0 || root === 'decideEveryMs') return { is: 'config', path: parts }
  throw wrong(path, 'is no value that can be set')
}

/** The market that a place belongs to; null: it belongs to none alone. */
export function marketOf(place: SetPlace): string | null {
  if (place.is === 'market') return place.market
  const [root, kind, market] = place.path
  return root === 'limits' && kind === 'markets' && market !== undefined ? String(market) : null
}

/** Fields of a config's entry that are not parameters. */
const OF_ENTRY: ReadonlySet<string> = new Set(['strategy', 'markets', 'parameters', 'limits', 'makerOnly'])

function strategyPath(
  path: string,
  [name, ...field]: readonly string[],
  stanzas: readonly Stanza[],
): readonly (string | number)[] {
  const [first] = field
  if (name === undefined || first === undefined) throw wrong(path, 'names no parameter')
  const isOfEntry = OF_ENTRY.has(first)
  return ['strategies', stanzaOf(path, name, stanzas), ...(isOfEntry ? [] : ['parameters']), ...field]
}

function marketPlace(path: string, [market, kind, ...rest]: readonly string[], stanzas: readonly Stanza[]): SetPlace {
  if (market !== undefined && kind === 'limits' && rest.length > 0)
    return { is: 'config', path: ['limits', 'markets', market, ...rest] }
  const [name, ...field] = rest
  if (market === undefined || kind !== 'strategies' || name === undefined || field.length === 0)
    throw wrong(path, 'names no parameter')
  return {
    is: 'market',
    market,
    stanza: stanzaOf(path, name, stanzas),
    path: field[0] === 'parameters' ? field.slice(1) : field,
  }
}

function stanzaOf(path: string, name: string, stanzas: readonly Stanza[]): number {
  const names = pathNames(stanzas)
  const at = names.indexOf(pathPart(name))
  if (at >= 0) return at
  if (/^\d+$/.test(name) && Number(name) < stanzas.length) return Number(name)
  const guess = nearest(name, names)
  throw wrong(
    path,
    `names strategy "${name}"; the run has ${names.join(', ')}${guess === null ? '' : `; did you mean ${guess}?`}`,
  )
}

const wrong = (path: string, what: string): ExitError => new ExitError(ExitCode.USAGE, `${path} ${what}; expected ${FORMS}`)
