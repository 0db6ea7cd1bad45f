import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The payloads of the venue's documentation, by name, where they lie in a folder beside the project; null where they do not. */
export const readVenueExamples = (): Readonly<Record<string, unknown>> | null => {
  const file = fileURLToPath(new URL('../../../../shared/venue/examples.json', import.meta.url))
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>) : null
}

/** Why a test that compares with them is left out. */
export const NO_EXAMPLES = 'the venue’s examples are not beside the project'
