import { createHash, type Hash } from 'node:crypto'
import { EventKind } from '../../model/event.js'
import { toJson } from '../../model/plain.js'
import { asPlainColumns, type PlainColumns } from './plain-columns.js'
import type { Chunk } from './recording.js'

const COLUMNS = 9

/** A recording's fingerprint: equal for the same rows in the same batches, however they are divided into chunks. */
export class RowHash {
  readonly #columns: readonly Hash[] = Array.from({ length: COLUMNS }, () => createHash('sha256'))
  readonly #events = createHash('sha256')
  #rows = 0
  #rare = 0

  add({ events, batchEnds, byVenueTime }: Chunk): void {
    const plain = asPlainColumns(events)
    const { kind, side, market, size, at, receivedAt, rare } = plain
    const ends = batchEnds.map(end => this.#rows + end)
    const places = byVenueTime.map(row => this.#rows + row)
    const columns = [kind, side, market, this.#prices(plain), size, at, receivedAt, ends, places]
    for (const [index, { buffer, byteOffset, byteLength }] of columns.entries())
      this.#columns[index]!.update(new Uint8Array(buffer, byteOffset, byteLength))
    for (const event of rare) this.#events.update(toJson(event))
    this.#rows += plain.length
    this.#rare += rare.length
  }

  /** In hex, of all added rows. */
  digest(): string {
    const whole = createHash('sha256')
    for (const part of [...this.#columns, this.#events]) whole.update(part.digest())
    return whole.digest('hex')
  }

  /** The row of a rare event holds the event's place, here counted over all chunks. */
  #prices({ kind, price, rare }: PlainColumns): Int32Array {
    if (rare.length === 0 || this.#rare === 0) return price
    return price.map((value, row) => (kind[row] === EventKind.RARE ? this.#rare + value : value))
  }
}
