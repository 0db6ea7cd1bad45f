import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'

/** A copy of a run's folder in whose input log one line is changed: the first of which `change` makes another one. Returns the copy's folder. */
export function tamperedRun(folder: string, change: (line: string) => string | null): string {
  const other = `${folder}-changed`
  cpSync(folder, other, { recursive: true })
  const file = join(other, 'input.ndjson.gz')
  let isDone = false
  const lines = gunzipSync(readFileSync(file)).toString().split('\n')
  const changed = lines.map(line => {
    const next = isDone ? null : change(line)
    isDone ||= next !== null
    return next ?? line
  })
  writeFileSync(file, gzipSync(changed.join('\n')))
  return other
}
