import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { RecordingError } from '../../recording/columns/recording-error.js'
import { type ConfigSource, fileLine } from '../config/config-error.js'

/** Where a recording was named. `path`: in the config; null: on the command line or by code. */
interface Naming {
  readonly source: ConfigSource
  readonly path: readonly PropertyKey[] | null
}

/** The absolute path of a recording, seen from `folder`. Throws a `RecordingError` that names file and line if it is missing. */
export function expectRecording(folder: string, name: string, { source, path }: Naming): string {
  const file = resolve(folder, name)
  if (existsSync(file)) return file
  const what = `there is no recording at ${file}`
  throw new RecordingError(path === null ? what : `${fileLine(source, path)}: ${path.map(String).join('.')}: ${what}`)
}
