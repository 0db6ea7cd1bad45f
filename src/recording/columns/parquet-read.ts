import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { FileReader, FileReaderOptions } from './file-reader.js'
import { type ParquetFile, readManifest } from './parquet-manifest.js'
import type { Chunk, Recording } from './recording.js'
import { RecordingError } from './recording-error.js'

export interface ReadParquetOptions {
  /** Whether another thread reads the files. By default it does for `LONG_ROWS` rows or more, if there are two cores. */
  readonly onThread?: boolean
}

/** From here on a thread saves more time than its start takes: copying and checking this many rows takes about 50 ms. */
const LONG_ROWS = 500_000

/**
 * Opens a recording folder. Rows are read on demand, file by file, each after its checksum was verified. Missing or damaged data is a
 * `RecordingError`, here or when read.
 */
export function readParquet(folder: string, { onThread }: ReadParquetOptions = {}): Recording {
  const { files, ...manifest } = readManifest(folder)
  for (const { name } of files)
    if (!existsSync(join(folder, name))) throw new RecordingError(`${join(folder, name)} is missing; the manifest names it`)
  const markets = manifest.markets.length
  const isElsewhere = onThread ?? (manifest.coverage.events >= LONG_ROWS && availableParallelism() > 1)
  return { ...manifest, chunks: () => chunksOf(files, () => openReader({ folder, markets }, isElsewhere)) }
}

/** Loads DuckDB in one thread only: in the one that reads. */
async function openReader(options: FileReaderOptions, isElsewhere: boolean): Promise<FileReader> {
  if (isElsewhere) return (await import('./parquet-thread.js')).openOnThread(options)
  return (await import('./parquet-files.js')).openHere(options)
}

/** While one file's rows are replayed, the next file is read. */
async function* chunksOf(files: readonly ParquetFile[], open: () => Promise<FileReader>): AsyncGenerator<Chunk> {
  const reader = await open()
  const read = (file: ParquetFile | undefined): Promise<Chunk> | null => (file === undefined ? null : reader.read(file))
  let next = read(files[0])
  try {
    for (let index = 1; next !== null; index++) {
      const chunk = await next
      next = read(files[index])
      // The rejection is handled when the promise is awaited; until then it must not count as unhandled.
      next?.catch(() => {})
      yield chunk
    }
  } finally {
    await next?.catch(() => {})
    await reader.close()
  }
}
