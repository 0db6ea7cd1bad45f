import { readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { LineCounter, parseDocument } from 'yaml'
import { z } from 'zod'
import { reasonOf } from '../../model/reason-of.js'
import type { Secret, VenueDefinition } from '../../venues/venue-definition.js'
import { type ConfigSource, describeIssues, fileLine } from './config-error.js'
import { type Config, configSchema, venueFields } from './config-schema.js'
import { ExitCode, ExitError } from './exit.js'
import { expectKind } from './expect-kind.js'
import { loadVenue } from './load-venue.js'
import { readSecretFile, whyNotRead } from './read-secret-file.js'
import { yamlMistakes } from './yaml-mistake.js'

/** A checked config, with its text for later error messages. */
export interface LoadedConfig {
  readonly config: Config
  readonly source: ConfigSource
  /** The definition of its venue. */
  readonly definition: VenueDefinition
  /** The venue's own fields as its schema parsed them; with `embedded`, only those that may be set beside it. */
  readonly own: unknown
}

/** Reads a config file. Throws an `ExitError` with code 2 that names file, line, the expected and the found value. */
export const loadConfig = async (file: string): Promise<LoadedConfig> => parseConfig(file, readText(file, 'config'))

/** Parses a config's text. `file` is its name, and a venue given by a path is relative to its folder. */
export const parseConfig = async (file: string, text: string): Promise<LoadedConfig> => checkConfig(parseSource(file, text))

/** Checks parsed data against the schema of a run's config. Rejects with an `ExitError` of code 2. */
export async function checkConfig(source: ConfigSource): Promise<LoadedConfig> {
  expectKind(source, 'run')
  const value: unknown = source.document.toJS()
  const result = configSchema.safeParse(value)
  const wrong = result.success ? [] : describeIssues(source, result.error.issues, configSchema)
  const venue = venueFields.safeParse(z.object({ venue: z.unknown() }).safeParse(value).data?.venue).data
  if (venue === undefined) throw new ExitError(ExitCode.USAGE, wrong.join('\n'))
  const { name, embedded, startWithinSeconds: _, ...fields } = venue
  const definition = await loadVenue(name, resolve(source.file, '..')).catch((error: unknown) => {
    throw error instanceof ExitError ? complaint(source, ['venue', 'name'], error.message) : error
  })
  const schema = embedded === undefined ? definition.config : definition.embedded?.beside
  if (schema === undefined) throw complaint(source, ['venue', 'embedded'], notEmbedded(definition))
  const own = schema.safeParse(fields)
  if (!own.success) wrong.push(...describeIssues(source, own.error.issues, schema, ['venue'], COMMON))
  if (!result.success || !own.success) throw new ExitError(ExitCode.USAGE, wrong.join('\n'))
  const config = { ...result.data, budget: callsOf(result.data.budget, definition) }
  return { config, source, definition, own: own.data }
}

/** The config's rate limits, or else those that the venue publishes. */
const callsOf = (
  { windows, buckets, ...budget }: z.output<typeof configSchema>['budget'],
  venue: VenueDefinition,
): Config['budget'] => {
  const counted = buckets ?? venue.buckets
  const { cancelsPerCall } = venue
  return {
    ...{ ...budget, windows: windows ?? venue.windows },
    ...(counted !== undefined && { buckets: counted }),
    ...(cancelsPerCall !== undefined && { cancelsPerCall }),
  }
}

const COMMON = Object.keys(venueFields.shape)

const notEmbedded = ({ name }: VenueDefinition): string =>
  `venue ${name} speaks another protocol than the embedded exchange; name its own addresses instead`

/** Reads a YAML file for any schema; `what` names its kind in messages. Throws an `ExitError` with code 2. */
export const loadSource = (file: string, what = 'config'): ConfigSource => parseSource(file, readText(file, what))

/** Parses YAML (or JSON, which is YAML too); `file` is its name in messages. Throws an `ExitError` with code 2. */
export function parseSource(file: string, text: string): ConfigSource {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, logLevel: 'error' })
  const wrong = yamlMistakes({ file, text, document, lines })
  if (wrong.length > 0) throw new ExitError(ExitCode.USAGE, wrong.join('\n'))
  try {
    // Aliases are resolved here, not while the text is parsed.
    document.toJS()
  } catch (error) {
    throw new ExitError(ExitCode.USAGE, `${file}: ${reasonOf(error)}`)
  }
  return { file, text, document, lines }
}

/** Checks a part of a config against a schema; `path` is the part's place in the file. */
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

/**
 * The text of a secret: written in the config, or read from the place that the config names. Messages never contain it. Throws an `ExitError` with
 * code 2.
 */
export function resolveSecret(
  source: ConfigSource,
  path: readonly PropertyKey[],
  secret: Secret,
  environment: Environment,
): string {
  if (typeof secret === 'string') return secret
  if ('env' in secret) return variable(source, path, secret.env, environment)
  const isCredential = 'credential' in secret
  const file = isCredential
    ? credentialFile(source, path, secret.credential, environment)
    : resolve(source.file, '..', secret.file)
  try {
    return readSecretFile(file, { isGuarded: isCredential })
  } catch (error) {
    throw complaint(source, path, `the secret cannot be read: ${whyNotRead(error)}`)
  }
}

type Environment = Readonly<Record<string, string | undefined>>

function variable(source: ConfigSource, path: readonly PropertyKey[], name: string, environment: Environment): string {
  const value = environment[name]
  if (value !== undefined && value !== '') return value
  throw complaint(source, path, `expected the variable ${name} to be set, found nothing`)
}

function credentialFile(source: ConfigSource, path: readonly PropertyKey[], name: string, environment: Environment): string {
  const folder = environment['CREDENTIALS_DIRECTORY']
  if (folder !== undefined && folder !== '') return join(folder, name)
  const want = `expected a service of systemd with LoadCredential=${name}:… or LoadCredentialEncrypted=${name}:…`
  throw complaint(source, path, `${want}, which sets CREDENTIALS_DIRECTORY; it is not set`)
}

/** Makes an error about a place in the config. */
export const complaint = (source: ConfigSource, path: readonly PropertyKey[], what: string): ExitError =>
  new ExitError(ExitCode.USAGE, `${fileLine(source, path)}: ${path.map(String).join('.')}: ${what}`)

/** A larger file is another one, such as a recording: the parser would take minutes to say so. */
const BYTES_MAX = 8 * 2 ** 20

function readText(file: string, what: string): string {
  try {
    const { size } = statSync(file)
    if (size > BYTES_MAX) throw new Error(`it has ${size} bytes; expected at most ${BYTES_MAX}`)
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new ExitError(ExitCode.USAGE, `${file}: the ${what} cannot be read: ${reasonOf(error)}`)
  }
}
