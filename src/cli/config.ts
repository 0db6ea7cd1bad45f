import { readFileSync } from 'node:fs'
import { LineCounter, parseDocument } from 'yaml'
import type { z } from 'zod'
import { type ConfigSource, describeIssues, place } from './config-error.js'
import { type Config, configSchema, type Secret } from './config-schema.js'
import { ExitCode, ExitError, reasonOf } from './exit.js'
import { yamlMistakes } from './yaml-mistake.js'

/** A config that was read and is right, with its text at hand for later complaints. */
export interface LoadedConfig {
  readonly config: Config
  readonly source: ConfigSource
}

/** Reads a config file. What is wrong is an `ExitError` with code 2 that names file, line, what was expected and what was found. */
export function loadConfig(file: string): LoadedConfig {
  return parseConfig(file, readText(file, 'config'))
}

/** Reads a config's text; `file` is only its name. */
export function parseConfig(file: string, text: string): LoadedConfig {
  const source = parseSource(file, text)
  const config = checked(source, configSchema, source.document.toJS(), [])
  checkVenue(source, config)
  return { config, source }
}

/** Reads a YAML file that any schema may be held against; `what` is what it is to be. What is wrong is an `ExitError` with code 2. */
export const loadSource = (file: string, what = 'config'): ConfigSource => parseSource(file, readText(file, what))

function parseSource(file: string, text: string): ConfigSource {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false })
  const wrong = yamlMistakes({ file, text, document, lines })
  if (wrong.length > 0) throw new ExitError(ExitCode.USAGE, wrong.join('\n'))
  try {
    // An alias is followed here, and not while the text is read.
    document.toJS()
  } catch (error) {
    throw new ExitError(ExitCode.USAGE, `${file}: ${reasonOf(error)}`)
  }
  return { file, document, lines }
}

/** Checks one part of a config against a schema; `path` is where the part stands in the file. */
export function checked<S extends z.ZodType>(
  source: ConfigSource,
  schema: S,
  value: unknown,
  path: readonly PropertyKey[],
): z.output<S> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const lines = describeIssues(source, result.error.issues, schema, path)
  throw new ExitError(ExitCode.USAGE, lines.join('\n'))
}

/** The text of a secret: as it stands, or the variable it names. Never part of any message. */
export function resolveSecret(
  source: ConfigSource,
  path: readonly PropertyKey[],
  secret: Secret,
  environment: Readonly<Record<string, string | undefined>>,
): string {
  if (typeof secret === 'string') return secret
  const value = environment[secret.env]
  if (value !== undefined && value !== '') return value
  throw complaint(source, path, `expected the variable ${secret.env} to be set, found nothing`)
}

/** An error about a place in the config. */
export const complaint = (source: ConfigSource, path: readonly PropertyKey[], what: string): ExitError =>
  new ExitError(ExitCode.USAGE, `${place(source, path)}: ${path.map(String).join('.')}: ${what}`)

const ADDRESSES = ['baseUrl', 'wsUrl', 'rpcUrl'] as const
const KEYS = ['privateKey', 'keystore'] as const

/** A venue is either the embedded one or somewhere else, and somewhere else needs all of its addresses and one key. */
function checkVenue(source: ConfigSource, { venue }: Config): void {
  if (venue.embedded !== undefined) {
    const field = [...ADDRESSES, ...KEYS].find(field => venue[field] !== undefined)
    if (field !== undefined) throw complaint(source, ['venue', field], 'stands beside "embedded"; only one of them can be')
    return
  }
  if (venue.privateKey !== undefined && venue.keystore !== undefined) {
    throw complaint(source, ['venue', 'keystore'], 'stands beside "privateKey"; only one of them can be')
  }
  const missing: string[] = ADDRESSES.filter(field => venue[field] === undefined)
  if (KEYS.every(field => venue[field] === undefined)) missing.push(KEYS.join(' or '))
  if (missing.length > 0) {
    const wanted = [...ADDRESSES, KEYS.join(' or ')].join(', ')
    throw complaint(source, ['venue'], `expected "embedded", or ${wanted}; ${missing.join(', ')} is missing`)
  }
}

function readText(file: string, what: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new ExitError(ExitCode.USAGE, `${file}: the ${what} cannot be read: ${reasonOf(error)}`)
  }
}
