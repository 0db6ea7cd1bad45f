import type { ParquetFile } from './parquet-manifest.js'
import type { Chunk } from './recording.js'

/** Reads the files of one recording, one at a time. */
export interface FileReader {
  /** The rows of a file. Rejects with a `RecordingError` if its checksum is another one, or a row is no event of the recording. */
  read(file: ParquetFile): Promise<Chunk>
  /** Called once, after every read has ended. */
  close(): Promise<void>
}

export interface FileReaderOptions {
  readonly folder: string
  /** Number of the recording's markets. */
  readonly markets: number
}
