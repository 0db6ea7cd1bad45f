import type { ParametersChange } from '../../../model/batch.js'
import { infiniteAsText } from '../../../model/plain.js'
import type { SettingsAction } from '../../../operator/schemas-action.js'
import { checkConfig, checked, type LoadedConfig, loadConfig, parseSource } from '../../config/config.js'
import { ExitCode, ExitError } from '../../config/exit.js'
import { expectPossible } from '../../config/expect-possible.js'
import { loadStanzas, type Stanza } from '../../config/load-stanzas.js'
import { flatten } from './changed-paths.js'
import { pathNames } from './path-names.js'
import { pathPart } from './path-parts.js'
import { type SetPlace, setPlaceOf } from './set-place.js'

/** The settings of a run that a person can change. */
export interface RunSettings {
  readonly config: LoadedConfig
  readonly stanzas: readonly Stanza[]
  /** Parameters set for single markets: by market, then by the strategy's number. */
  readonly perMarket: PerMarket
}

type PerMarket = Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, unknown>>>>>>

/** All values of a config, and the parameters of single markets, by path. Parameters are as their schema parsed them. */
export function flatOf({ config: { config, own }, stanzas, perMarket }: RunSettings): Map<string, unknown> {
  const { strategies, venue, ...rest } = config
  const flat = new Map<string, unknown>(flatten({ ...rest, venue: { ...venue, ...fieldsOf(own) } }))
  const names = pathNames(stanzas)
  for (const [at, { parameters: _, ...stanza }] of strategies.entries())
    put(flat, { ...stanza, parameters: stanzas[at]?.parameters }, `strategies.${names[at]}`)
  for (const [market, own] of Object.entries(perMarket))
    for (const [at, parameters] of Object.entries(own))
      put(flat, parameters, `markets.${pathPart(market)}.strategies.${names[Number(at)]}`)
  return flat
}

const fieldsOf = (value: unknown): object => (typeof value === 'object' && value !== null ? value : {})

const put = (flat: Map<string, unknown>, value: unknown, prefix: string): void => {
  for (const [path, leaf] of flatten(value, prefix)) flat.set(path, leaf)
}

/**
 * The settings in the file now. Rejects with an `ExitError` if the file is wrong, or has other strategies, because their numbers would then mean
 * others.
 */
export async function reloaded(now: RunSettings, file: string): Promise<RunSettings> {
  const config = await loadConfig(file)
  const stanzas = await loadStanzas(config)
  expectPossible(config, stanzas)
  const listOf = ({ stanzas }: Pick<RunSettings, 'stanzas'>): string => JSON.stringify(stanzas.map(({ place }) => place))
  if (listOf({ stanzas }) !== listOf(now))
    throw new ExitError(
      ExitCode.USAGE,
      `${file}: strategies: the list has changed, which needs a new start; nothing was changed`,
    )
  return { config, stanzas, perMarket: {} }
}

/** The settings with one value changed. Rejects with an `ExitError` that says what is wrong with the value. */
export async function withSet(
  now: RunSettings,
  { path, value }: SettingsAction & { readonly do: 'set' },
): Promise<RunSettings> {
  const place = setPlaceOf(path, now.stanzas)
  return place.is === 'config' ? withField(now, place.path, value) : withMarketParameter(now, place, value)
}

async function withField(now: RunSettings, path: readonly (string | number)[], value: unknown): Promise<RunSettings> {
  const { file, document } = now.config.source
  const fields: unknown = document.toJS()
  setIn(fields as Fields, path, value)
  try {
    const config = await checkConfig(parseSource(file, JSON.stringify(fields, infiniteAsText)))
    const stanzas = await loadStanzas(config)
    expectPossible(config, stanzas)
    return { ...now, config, stanzas }
  } catch (error) {
    throw error instanceof ExitError ? new ExitError(error.code, withoutPlace(error.message, file)) : error
  }
}

function withMarketParameter(now: RunSettings, place: SetPlace & { readonly is: 'market' }, value: unknown): RunSettings {
  const { market, stanza, path } = place
  const strategies = now.perMarket[market] ?? {}
  const own = structuredClone(strategies[stanza] ?? {}) as Fields
  setIn(own, path, value)
  const perMarket = { ...now.perMarket, [market]: { ...strategies, [stanza]: own } }
  const next = { ...now, perMarket }
  // Throws if the schema refuses it.
  parametersIn(next, stanza, market)
  return next
}

interface Fields {
  [field: string]: unknown
}

function setIn(fields: Fields, path: readonly (string | number)[], value: unknown): void {
  let at = fields
  for (const key of path.slice(0, -1)) {
    const inner = at[key]
    if (typeof inner !== 'object' || inner === null) at[key] = {}
    at = at[key] as Fields
  }
  at[path.at(-1)!] = value
}

/** A value that was set has no line in the file. */
const withoutPlace = (message: string, file: string): string =>
  message
    .split('\n')
    .map(line => (line.startsWith(`${file}:`) ? line.slice(file.length).replace(/^:\d+: /, '') : line))
    .join('\n')

/** All parameters of each strategy, and of each market that has its own. */
export const parametersOf = (next: RunSettings): readonly ParametersChange[] =>
  next.stanzas.map(({ parameters }, stanza) => {
    const own = Object.keys(next.perMarket).filter(market => next.perMarket[market]?.[stanza] !== undefined)
    return {
      stanza,
      parameters,
      markets: Object.fromEntries(own.map(market => [market, parametersIn(next, stanza, market)])),
    }
  })

function parametersIn({ config, stanzas, perMarket }: RunSettings, stanza: number, market: string): unknown {
  const { definition } = stanzas[stanza]!
  const written = config.config.strategies[stanza]?.parameters ?? {}
  const merged = merge(written, perMarket[market]?.[stanza] ?? {})
  try {
    return checked(config.source, definition.parameters, merged, ['strategies', stanza, 'parameters'])
  } catch (error) {
    throw error instanceof ExitError ? new ExitError(error.code, withoutPlace(error.message, config.source.file)) : error
  }
}

function merge(base: Readonly<Record<string, unknown>>, change: Readonly<Record<string, unknown>>): Fields {
  const merged: Fields = { ...base }
  for (const [key, value] of Object.entries(change)) {
    const before = merged[key]
    const isNested = isFields(before) && isFields(value)
    merged[key] = isNested ? merge(before, value) : value
  }
  return merged
}

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)
