import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { deserialize, serialize } from 'node:v8'
import { deflate, deflateSync, inflateSync } from 'node:zlib'
import { type Saved, SHAPE } from './saved.js'

/** All of an exchange behind one command, as bytes. */
export interface Snapshot {
  /** The number of the last command that it holds. */
  readonly seq: number
  /** Over all parts. */
  readonly checksum: string
  readonly parts: readonly Uint8Array[]
}

/** Bytes of a part before it is packed: a few milliseconds of work each, to pack and to write. */
const PART = 1_024 * 1_024
/** The least: texts that repeat are most of it, and the processor is dearer here than the disk. */
const PACKED = { level: 1 }

const deflated = promisify(deflate)

/** Copies what is saved, at once. */
export const copyOf = (saved: Saved): Uint8Array => serialize(saved)

/** A copy as a snapshot, packed away from the thread that trades. */
export const packed = async (seq: number, copy: Uint8Array): Promise<Snapshot> => {
  const parts: Uint8Array[] = []
  for (const part of partsOf(copy)) parts.push(await deflated(part, PACKED))
  return { seq, checksum: checksumOf(parts), parts }
}

/** The same at once, for who cannot wait. */
export const packedNow = (seq: number, copy: Uint8Array): Snapshot => {
  const parts = partsOf(copy).map(part => deflateSync(part, PACKED))
  return { seq, checksum: checksumOf(parts), parts }
}

/** What a snapshot holds. Throws an Error that says why where it cannot be read. */
export const unpacked = ({ checksum, parts }: Snapshot): Saved => {
  if (parts.length === 0 || checksumOf(parts) !== checksum) throw new Error('its checksum is another one')
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
