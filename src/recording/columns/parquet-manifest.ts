import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Market } from '../../model/market.js'
import { fromJson, toJson } from '../../model/plain.js'
import type { Recording } from './recording.js'
import { RecordingError } from './recording-error.js'

/** The file that marks a folder as a recording. */
export const MANIFEST = 'manifest.json'

/** One Parquet file; it holds one chunk. */
export interface ParquetFile {
  readonly name: string
  readonly rows: number
  readonly sha256: string
}

/** All fields of a recording except its rows. */
export interface Manifest extends Omit<Recording, 'chunks'> {
  readonly kind: 'oddsmith-recording'
  readonly version: 1
  readonly files: readonly ParquetFile[]
}

/** A manifest as text; bigints are written as everywhere in this project. */
export const manifestText = (manifest: Manifest): string => `${JSON.stringify(JSON.parse(toJson(manifest)), null, 2)}\n`

/** Whether a folder holds a recording in Parquet. */
export const hasManifest = (folder: string): boolean => existsSync(join(folder, MANIFEST))

/** Thirty times as many as a file is written with. A file of a few kilobytes can hold more rows than memory. */
const ROWS_MAX = 2 ** 22

const count = z.number().int().nonnegative()
const time = z.number().nullable()
const schema = z.looseObject({
  kind: z.literal('oddsmith-recording'),
  version: z.literal(1),
  format: z.string(),
  markets: z.array(z.looseObject({ id: z.string(), index: count, tick: z.number() })),
  references: z.array(z.string()),
  quoted: z.array(z.string()),
  joining: z.array(z.string()).optional(),
  netted: z.array(z.string()).optional(),
  feesUnknown: z.array(z.string()).optional(),
  clocks: z.array(z.looseObject({ source: z.string(), aheadUs: z.number(), leastDelayUs: z.number() })).optional(),
  fingerprint: z.string(),
  coverage: z.looseObject({ events: count, from: time, to: time, gaps: z.array(z.looseObject({})) }),
  files: z.array(
    z.looseObject({
      // A file name, never a path: a manifest from elsewhere must not point at other files.
      name: z.string().regex(/^[\w-]{1,80}\.parquet$/, 'expected the name of a .parquet file'),
      rows: count.max(ROWS_MAX),
      sha256: z.string().regex(/^[0-9a-f]{64}$/, 'expected 64 hex digits'),
    }),
  ),
})

/** Reads the manifest of a recording folder. Throws a `RecordingError` if it is missing, incomplete or of another version. */
export function readManifest(folder: string): Manifest {
  const file = join(folder, MANIFEST)
  if (!existsSync(file)) throw new RecordingError(`there is no recording at ${folder}: it has no ${MANIFEST}`)
  const value = parsed(file)
  const { success, error } = schema.safeParse(value)
  if (!success) {
    const [issue] = error.issues
    throw new RecordingError(`${file}: expected the manifest of a recording; ${issue?.path.join('.')}: ${issue?.message}`)
  }
  // This project wrote the manifest, so checking the fields of the schema is enough.
  const manifest = value as Manifest
  expectOrder(file, manifest.markets)
  // Older manifests lack these fields.
  return {
    ...manifest,
    joining: manifest.joining ?? [],
    netted: manifest.netted ?? [],
    clocks: manifest.clocks ?? [],
    coverage: { ...manifest.coverage, duplicates: manifest.coverage.duplicates ?? 0 },
    feesUnknown: manifest.feesUnknown ?? manifest.markets.map(({ id }) => id),
  }
}

function expectOrder(file: string, markets: readonly Market[]): void {
  const wrong = markets.findIndex(({ index }, place) => index !== place)
  if (wrong >= 0) throw new RecordingError(`${file}: markets.${wrong}.index: expected ${wrong}`)
}

function parsed(file: string): unknown {
  try {
    return fromJson(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new RecordingError(`${file}: expected JSON; the file is cut short or damaged`, error)
  }
}
