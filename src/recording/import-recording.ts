import { assemble } from './assemble.js'
import type { UnknownFile } from './files-by-format.js'
import type { Format } from './format.js'
import type { LogDecoders } from './log-decoders.js'
import type { Manifest } from './parquet-manifest.js'
import { writeParquet } from './parquet-write.js'

interface ImportOptions {
  readonly files: readonly string[]
  /** `auto`, the name of a format, or a format of one's own. */
  readonly format: string | Format
  /** Finds the decoders of venues that do not come with the package. */
  readonly decoders?: LogDecoders
  /** A folder that does not exist yet, or is empty. */
  readonly folder: string
  /** Called now and then with the events so far. */
  readonly onProgress?: (events: number) => void
  /** Rows of a file; for tests. */
  readonly chunkRows?: number
  /** The folder or input log of a run whose orders are taken out of what was recorded beside it. */
  readonly journal?: string
  /** Threads that read beside this one; what comes out is the same. Default: as many as are worth it. */
  readonly threads?: number
  /** With `auto`, told of each file that is of no known format and is left out. Without it such a file is refused. */
  readonly skipUnknown?: (unknown: UnknownFile) => void
}

/** Imports files into a recording folder. What cannot be imported leaves none behind, and is a `RecordingError` that says why. */
export async function importRecording({ files, format, folder, onProgress, ...rest }: ImportOptions): Promise<Manifest> {
  const assembly = await assemble(files, { format, ...rest })
  const writer = await writeParquet(folder)
  try {
    for await (const chunk of assembly.chunks()) {
      await writer.write(chunk)
      onProgress?.(assembly.counts.events)
    }
    return await writer.close(assembly.result())
  } catch (error) {
    await writer.abandon()
    throw error
  }
}
