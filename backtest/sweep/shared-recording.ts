import type { MarketEvent } from '../../src/model/event.js'
import { fromJson, toJson } from '../../src/model/plain.js'
import { asEventColumns, type PlainColumns } from '../../src/recording/columns/plain-columns.js'
import type { Chunk, Recording } from '../../src/recording/columns/recording.js'

/** A chunk in memory shared by threads: posting it copies only a few handles. */
export interface SharedChunk {
  readonly columns: Omit<PlainColumns, 'rare'>
  readonly batchEnds: Uint32Array
  readonly byVenueTime: Uint32Array
  /** The rare events as UTF-8 text: objects cannot be shared. */
  readonly rare: Uint8Array
}

/** A recording with shared rows. */
export interface SharedRecording extends Omit<Recording, 'chunks'> {
  readonly chunks: readonly SharedChunk[]
}

/** Puts a chunk into shared memory. */
export function shareChunk({ events, batchEnds, byVenueTime }: Chunk): SharedChunk {
  const { length, kind, side, market, price, size, at, receivedAt, rare } = events as unknown as PlainColumns
  return {
    columns: {
      length,
      kind: shared(Uint8Array, kind, length),
      side: shared(Uint8Array, side, length),
      market: shared(Uint32Array, market, length),
      price: shared(Int32Array, price, length),
      size: shared(Float64Array, size, length),
      at: shared(Float64Array, at, length),
      receivedAt: shared(Float64Array, receivedAt, length),
    },
    batchEnds: shared(Uint32Array, batchEnds, batchEnds.length),
    byVenueTime: shared(Uint32Array, byVenueTime, byVenueTime.length),
    rare: sharedText(toJson(rare)),
  }
}

/** The chunk as a replay reads it: the same memory, with its own copy of the rare events. */
export function openChunk({ columns, batchEnds, byVenueTime, rare }: SharedChunk): Chunk {
  // This project wrote the text, so it is read back with its former type.
  const events = fromJson(Buffer.from(rare).toString()) as readonly MarketEvent[]
  return { events: asEventColumns({ ...columns, rare: events }), batchEnds, byVenueTime }
}

interface Numbers {
  readonly BYTES_PER_ELEMENT: number
  new (buffer: SharedArrayBuffer): { set(values: ArrayLike<number>): void }
}

function shared<A extends Numbers>(kind: A, values: ArrayLike<number>, length: number): InstanceType<A> {
  const column = new kind(new SharedArrayBuffer(length * kind.BYTES_PER_ELEMENT)) as InstanceType<A>
  // A column that was grown has unused room after its rows.
  column.set(values.length === length ? values : (values as Float64Array).subarray(0, length))
  return column
}

const sharedText = (text: string): Uint8Array => {
  const bytes = Buffer.from(text)
  return shared(Uint8Array, bytes, bytes.length)
}
