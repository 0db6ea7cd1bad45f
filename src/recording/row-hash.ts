import type { Hash } from 'node:crypto'
import { toJson } from '../model/plain.js'
import type { Chunk } from './recording.js'

/** Adds a chunk to a recording's fingerprint: two recordings of the same rows in the same batches and chunks have the same one. */
export function hashRows(hash: Hash, { events, batchEnds, byVenueTime }: Chunk): void {
  for (const column of [events.kind, events.side, events.market, events.price, events.size, events.at, events.receivedAt])
    if (ArrayBuffer.isView(column)) hash.update(new Uint8Array(column.buffer, column.byteOffset, column.byteLength))
  hash.update(bytesOf(batchEnds)).update(bytesOf(byVenueTime))
  for (const event of events.rare) hash.update(toJson(event))
}

const bytesOf = (column: Uint32Array): Uint8Array => new Uint8Array(column.buffer, column.byteOffset, column.byteLength)
