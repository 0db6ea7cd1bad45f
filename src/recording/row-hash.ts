import { createHash, type Hash } from 'node:crypto'
import { EventKind } from '../model/event.js'
import { toJson } from '../model/plain.js'
import type { Chunk } from './recording.js'

/** A recording's fingerprint: the same rows in the same batches have the same one, whatever chunks they come in. */
export class RowHash {
  readonly #columns: readonly Hash[] = Array.from({ length: 10 }, () => createHash('sha256'))
  #rows = 0
  #rare = 0

  add({ events, batchEnds, byVenueTime }: Chunk): void {
    const { kind, side, market, size, at, receivedAt, rare } = events
    const ends = batchEnds.map(end => this.#rows + end)
    const places = byVenueTime.map(row => this.#rows + row)
    const columns = [kind, side, market, this.#prices(events), size, at, receivedAt, ends, places]
    for (const [index, column] of columns.entries()) this.#columns[index]!.update(bytesOf(column))
    for (const event of rare) this.#columns.at(-1)!.update(toJson(event))
    this.#rows += events.length
    this.#rare += rare.length
  }

  /** In hex, of all that was added. */
  digest(): string {
    const whole = createHash('sha256')
    for (const column of this.#columns) whole.update(column.digest())
    return whole.digest('hex')
  }

  /** Where the row of a rare event holds the event's place, it is the place among those of all chunks. */
  #prices({ kind, price, rare }: Chunk['events']): ArrayLike<number> {
    if (rare.length === 0 || this.#rare === 0) return price
    return Int32Array.from(price, (value, row) => (kind[row] === EventKind.RARE ? this.#rare + value : value))
  }
}

function bytesOf(column: ArrayLike<number>): Uint8Array {
  if (!ArrayBuffer.isView(column)) throw new TypeError('the columns of a chunk are typed arrays')
  return new Uint8Array(column.buffer, column.byteOffset, column.byteLength)
}
