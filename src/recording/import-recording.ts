import { assemble } from './assemble.js'
import type { Manifest } from './columns/parquet-manifest.js'
import { writeParquet } from './columns/parquet-write.js'
import type { RecordingCoverage } from './columns/recording.js'
import { RecordingError } from './columns/recording-error.js'
import type { UnknownFile } from './files-by-format.js'
import type { Format } from './formats/format.js'
import type { LogDecoders } from './log/log-decoders.js'

interface ImportOptions {
  readonly files: readonly string[]
  /** `auto`, a format's name, or a format object. */
  readonly format: string | Format
  /** Finds decoders of venues that are not built in. */
  readonly decoders?: LogDecoders
  /** A folder that does not exist yet or is empty. */
  readonly folder: string
  /** Called from time to time with the number of events so far. */
  readonly onProgress?: (events: number) => void
  /** Rows a file; for tests. */
  readonly chunkRows?: number
  /** The folder or input log of a run whose own orders are subtracted from books recorded at the same time. */
  readonly journal?: string
  /** Extra reader threads; the result is the same with any number. Default: chosen by the size of the inputs. */
  readonly threads?: number
  /** With `auto`: called with each file of unknown format, which is then skipped. Absent: such a file is an error. */
  readonly skipUnknown?: (unknown: UnknownFile) => void
}

/** Imports files into a recording folder. On failure it leaves no folder behind and rejects with a `RecordingError` that says why. */
export async function importRecording({ files, format, folder, onProgress, ...rest }: ImportOptions): Promise<Manifest> {
  const assembly = await assemble(files, { format, ...rest })
  const writer = await writeParquet(folder)
  try {
    for await (const chunk of assembly.chunks()) {
      await writer.write(chunk)
      onProgress?.(assembly.counts.events)
    }
    const manifest = assembly.result()
    if (manifest.coverage.events === 0) throw new RecordingError(nothingIn(files, manifest.coverage))
    return await writer.close(manifest)
  } catch (error) {
    await writer.abandon()
    throw error
  }
}

const nothingIn = ([first, ...others]: readonly string[], { dropped, ignored }: RecordingCoverage): string =>
  `${first ?? 'no file'}${others.length > 0 ? ` and ${others.length} more` : ''}: expected market data, found none: ${dropped} lines were dropped and ${ignored} ignored; a market begins with a whole book`
