import { readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

const DATED = /^(.+)_\d{4}-\d\d-\d\d(\.ndjson(?:\.gz)?)$/

/** A file and the files of the same market with later dates: the recorder starts a new file at midnight. */
export function kalshiFiles(file: string): readonly string[] {
  const [, market, ending] = DATED.exec(basename(file)) ?? []
  if (market === undefined || ending === undefined) return [file]
  const later = readdirSync(dirname(file)).filter(name => name > basename(file) && DATED.exec(name)?.[1] === market)
  return [file, ...later.toSorted().map(name => join(dirname(file), name))]
}
