import { RecordingError } from './columns/recording-error.js'
import type { Format } from './formats/format.js'
import { formatNamed, formatOf } from './formats/formats.js'

/** A file whose format could not be detected, and why. */
export interface UnknownFile {
  readonly file: string
  readonly why: string
}

interface FilesByFormatOptions {
  /** `auto` detects each file's format from its first line; otherwise a format's name or a format object. */
  readonly format: string | Format
  /** Called with each file that is skipped. Absent: one such file makes the whole call fail. */
  readonly skipUnknown?: ((unknown: UnknownFile) => void) | undefined
}

/** Groups files by format, in the given order. Rejects with a `RecordingError` that names every file of unknown format. */
export async function filesByFormat(
  files: readonly string[],
  { format, skipUnknown }: FilesByFormatOptions,
): Promise<ReadonlyMap<Format, readonly string[]>> {
  const groups = new Map<Format, string[]>()
  const unknown: UnknownFile[] = []
  const named = await chosen(format)
  for (const file of files) {
    const found = named ?? (await formatOrWhy(file))
    if (typeof found === 'string') unknown.push({ file, why: found })
    else groups.set(found, [...(groups.get(found) ?? []), file])
  }
  if (unknown.length > 0 && skipUnknown === undefined) throw refusalOf(unknown)
  for (const one of unknown) skipUnknown?.(one)
  if (groups.size > 0) return groups
  throw new RecordingError(`of ${files.length} files none is of a known format: ${unknown.map(({ why }) => why).join('; ')}`)
}

/** null: detect the format of each file. */
async function chosen(format: string | Format): Promise<Format | null> {
  if (format === 'auto') return null
  return typeof format === 'string' ? formatNamed(format) : format
}

/** The error message names the file. */
const formatOrWhy = (file: string): Promise<Format | string> =>
  formatOf(file).catch((error: unknown) => {
    if (error instanceof RecordingError) return error.message
    throw error
  })

function refusalOf(unknown: readonly UnknownFile[]): RecordingError {
  const [first] = unknown
  if (unknown.length === 1 && first !== undefined) return new RecordingError(first.why)
  return new RecordingError(
    `${unknown.length} files are of no known format:\n${unknown.map(({ why }) => `  ${why}`).join('\n')}`,
  )
}
