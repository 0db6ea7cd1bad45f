import { existsSync, statSync } from 'node:fs'
import type { LogDecoders } from './log-decoders.js'
import { assembleFrom } from './open-recording.js'
import { hasManifest } from './parquet-manifest.js'
import type { Chunk, Recording } from './recording.js'
import { RowHash } from './row-hash.js'

/**
 * Opens a recording to replay it: a folder that `import` wrote, which is read chunk by chunk, or what `import` reads (a run's folder or input
 * log, a market's raw file with its later days), which is held in memory. `decoders` finds those of
 * venues that do not come with the package. Rejects with a `RecordingError`.
 */
export async function loadRecording(path: string, decoders?: LogDecoders): Promise<Recording> {
  if (existsSync(path) && statSync(path).isDirectory() && hasManifest(path)) {
    // Loaded here, because DuckDB takes longer to load than a short raw recording to read.
    const { readParquet } = await import('./parquet-read.js')
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
