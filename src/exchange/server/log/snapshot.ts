import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { deserialize, serialize } from 'node:v8'
import { deflate, deflateSync, inflateSync } from 'node:zlib'
import { type Saved, SHAPE } from './saved.js'

/** The whole state of an exchange after one command, as bytes. */
export interface ExchangeSnapshot {
  /** The number of the last command in it. */
  readonly seq: number
  /** SHA-256 over all parts, in hex. */
  readonly checksum: string
  readonly parts: readonly Uint8Array[]
}

/** Bytes of a part before compression: a few milliseconds each, to compress and to write. */
const PART = 1_024 * 1_024
/** The lowest level: most of the bytes are repeated text, and processor time matters more than disk space. */
const PACKED = { level: 1 }

const deflated = promisify(deflate)

/** Copies a saved state into bytes at once, because parts of it are shared. */
export const copyOf = (saved: Saved): Uint8Array => serialize(saved)

/** A copy as a snapshot, compressed in another thread. */
export const packed = async (seq: number, copy: Uint8Array): Promise<ExchangeSnapshot> => {
  const parts: Uint8Array[] = []
  for (const part of partsOf(copy)) parts.push(await deflated(part, PACKED))
  return { seq, checksum: checksumOf(parts), parts }
}

/** The same, compressed at once in this thread. */
export const packedNow = (seq: number, copy: Uint8Array): ExchangeSnapshot => {
  const parts = partsOf(copy).map(part => deflateSync(part, PACKED))
  return { seq, checksum: checksumOf(parts), parts }
}

/** The state in a snapshot. Throws an Error with the reason when it cannot be read. */
export const unpacked = ({ checksum, parts }: ExchangeSnapshot): Saved => {
  if (parts.length === 0 || checksumOf(parts) !== checksum) throw new Error('its checksum does not match')
  const saved = deserialize(Buffer.concat(parts.map(part => inflateSync(part, { chunkSize: PART })))) as Saved
  if (saved.shape !== SHAPE) throw new Error(`it has shape ${saved.shape}, expected ${SHAPE}`)
  return saved
}

const partsOf = (copy: Uint8Array): readonly Uint8Array[] =>
  Array.from({ length: Math.ceil(copy.length / PART) }, (_, index) => copy.subarray(index * PART, (index + 1) * PART))

const checksumOf = (parts: readonly Uint8Array[]): string => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest('hex')
}
