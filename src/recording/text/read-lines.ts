import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { StringDecoder } from 'node:string_decoder'
import { constants, createGunzip } from 'node:zlib'
import { reasonOf } from '../../model/reason-of.js'
import { RecordingError } from '../columns/recording-error.js'

/** A longer line is refused: it cannot be a recording. */
const LINE_MAX = 64 * 1024 * 1024
const GZIP = [0x1f, 0x8b]

/** Written at the beginning of a text by some programs. */
const BYTE_ORDER_MARK = Buffer.from('\u{feff}', 'utf8')
const UTF_16_MARKS = [Buffer.from([0xff, 0xfe]), Buffer.from([0xfe, 0xff])]

/**
 * The lines of a UTF-8 file, gzip or plain, in groups as read from disk, without their LF and without a byte order mark. A file that was cut short
 * because its writer was killed ends with an incomplete line. Throws a `RecordingError` for a file that is missing, damaged or UTF-16.
 */
export async function* readLines(file: string): AsyncGenerator<readonly string[]> {
  const decoder = new StringDecoder('utf8')
  let rest = ''
  try {
    for await (const bytes of bytesOf(file)) {
      const lines = (rest + decoder.write(bytes)).split('\n')
      rest = lines.pop() ?? ''
      if (rest.length > LINE_MAX) throw new RecordingError(`${file}: a line is longer than ${LINE_MAX} characters`)
      if (lines.length > 0) yield lines
    }
  } catch (error) {
    throw asRecordingError(file, error)
  }
  rest += decoder.end()
  if (rest !== '') yield [rest]
}

const NEWLINE = 10
/** The same file as bytes, in blocks of whole lines, for readers that need no text. Throws as `readLines` does. */
export async function* readBlocks(file: string): AsyncGenerator<Buffer<ArrayBuffer>> {
  let rest = Buffer.alloc(0)
  try {
    for await (const bytes of bytesOf(file)) {
      const first = bytes.indexOf(NEWLINE) + 1
      const end = bytes.lastIndexOf(NEWLINE) + 1
      // Only the line that was split between two reads is joined: copying the whole block to it would take longer.
      if (rest.length > 0 && first > 0) yield Buffer.concat([rest, bytes.subarray(0, first)])
      const from = rest.length > 0 ? first : 0
      if (end > from) yield bytes.subarray(from, end)
      rest = end > 0 ? bytes.subarray(end) : Buffer.concat([rest, bytes])
      if (rest.length > LINE_MAX) throw new RecordingError(`${file}: a line is longer than ${LINE_MAX} bytes`)
    }
  } catch (error) {
    throw asRecordingError(file, error)
  }
  if (rest.length > 0) yield rest
}

/** The first line, without reading further. */
export async function firstLine(file: string): Promise<string> {
  for await (const [line] of readLines(file)) if (line !== undefined) return line
  throw new RecordingError(`${file} is empty`)
}

const asRecordingError = (file: string, error: unknown): RecordingError =>
  error instanceof RecordingError ? error : new RecordingError(`${file} cannot be read: ${reasonOf(error)}`, error)

async function* bytesOf(file: string): AsyncGenerator<Buffer<ArrayBuffer>> {
  let isFirst = true
  for await (const bytes of await unzipped(file)) {
    yield isFirst ? withoutMark(file, bytes) : bytes
    isFirst = false
  }
}

function withoutMark(file: string, bytes: Buffer<ArrayBuffer>): Buffer<ArrayBuffer> {
  if (UTF_16_MARKS.some(mark => bytes.subarray(0, 2).equals(mark)))
    throw new RecordingError(`${file}: expected UTF-8, found UTF-16; convert it, for example with iconv`)
  return bytes.subarray(0, 3).equals(BYTE_ORDER_MARK) ? bytes.subarray(BYTE_ORDER_MARK.length) : bytes
}

async function unzipped(file: string): Promise<AsyncIterable<Buffer<ArrayBuffer>>> {
  const handle = await open(file)
  const { buffer } = await handle.read(Buffer.alloc(2), 0, 2, 0)
  await handle.close()
  const stream = createReadStream(file, { highWaterMark: 256 * 1024 })
  if (!GZIP.every((byte, index) => buffer[index] === byte)) return stream
  // With `Z_SYNC_FLUSH` at the end, a file of a killed writer can be read to its last byte; the default would reject it.
  const gunzip = createGunzip({ finishFlush: constants.Z_SYNC_FLUSH, chunkSize: 256 * 1024 })
  stream.once('error', error => gunzip.destroy(error))
  return stream.pipe(gunzip)
}
