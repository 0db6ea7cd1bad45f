import { existsSync, statSync } from 'node:fs'
import { hasManifest } from './columns/parquet-manifest.js'
import type { Chunk, Recording } from './columns/recording.js'
import { RowHash } from './columns/row-hash.js'
import type { LogDecoders } from './log/log-decoders.js'
import { assembleFrom } from './open-by-content.js'

/**
 * Opens a recording for replay: a folder written by `import`, which is read chunk by chunk, or any input of `import` (a run's folder or input log, a
 * market's raw file with its later days), which is held in memory. `decoders` finds decoders of venues that are not built in. Rejects with a
 * `RecordingError`.
 */
export async function loadRecording(path: string, decoders?: LogDecoders): Promise<Recording> {
  if (existsSync(path) && statSync(path).isDirectory() && hasManifest(path)) {
    // Imported lazily: loading DuckDB takes longer than reading a short raw recording.
    const { readParquet } = await import('./columns/parquet-read.js')
    return readParquet(path)
  }
  const assembly = await assembleFrom(path, { decoders })
  const chunks: Chunk[] = []
  const hash = new RowHash()
  for await (const chunk of assembly.chunks()) {
    hash.add(chunk)
    chunks.push(chunk)
  }
  return { ...assembly.result(), fingerprint: hash.digest(), chunks: () => inTurn(chunks) }
}

async function* inTurn(chunks: readonly Chunk[]): AsyncGenerator<Chunk> {
  yield* chunks
}
