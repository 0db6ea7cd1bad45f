import { existsSync, readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

const NAME = /^(?<stem>.*?)(?:\.(?<part>\d+))?\.ndjson\.gz$/

/** File name of a later part of an input log: `input.ndjson.gz` continues in `input.2.ndjson.gz`. */
export const partFile = (first: string, part: number): string =>
  part === 1 ? first : first.replace(/\.ndjson\.gz$/, `.${part}.ndjson.gz`)

/** File name of another part of the same log; null: `file` is not named like a part. */
export function otherPart(file: string, part: number): string | null {
  const stem = NAME.exec(basename(file))?.groups?.['stem']
  return stem === undefined ? null : partFile(join(dirname(file), `${stem}.ndjson.gz`), part)
}

/** The oldest part of a log that still exists, by the name of its first; null: none exists. */
export function oldestPart(first: string): string | null {
  if (existsSync(first)) return first
  const [stem, folder] = [basename(first).replace(/\.ndjson\.gz$/, ''), dirname(first)]
  if (!existsSync(folder)) return null
  const parts = readdirSync(folder).flatMap(name => {
    const { stem: of, part } = NAME.exec(name)?.groups ?? {}
    return of === stem && part !== undefined ? [Number(part)] : []
  })
  return parts.length === 0 ? null : partFile(first, Math.min(...parts))
}

/** A part and the existing parts that follow it. */
export function partsFrom(file: string, part: number): readonly string[] {
  const files = [file]
  for (let next = part + 1; ; next++) {
    const following = otherPart(file, next)
    if (following === null || following === file || !existsSync(following)) return files
    files.push(following)
  }
}
