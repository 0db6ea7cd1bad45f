import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type EventColumns, EventKind } from '../../src/model/event.js'
import type { Chunk } from '../../src/recording/columns/recording.js'
import type { Tape } from '../parts/recorded-tape.js'

/** Bits of hftbacktest's `Event.ev`, as its documentation names them. */
const Flag = {
  EXCHANGE: 2n ** 31n,
  LOCAL: 2n ** 30n,
  BUY: 2n ** 29n,
  SELL: 2n ** 28n,
  DEPTH: 1n,
  TRADE: 2n,
  CLEAR: 3n,
} as const
const ROW_BYTES = 64

/**
 * Writes each market of a tape as a file of hftbacktest's rows: once in venue time for its exchange, once in arrival time for its local side, and as
 * one row where both orders coincide. Returns the total number of rows.
 */
export function writeTapes(folder: string, alone: readonly Tape[]): number {
  let rows = 0
  for (const [index, tape] of alone.entries()) {
    const written = tape.chunks.flatMap(rowsOf)
    rows += written.length
    writeFileSync(join(folder, `${String(index).padStart(3, '0')}.tape`), Buffer.concat(written))
  }
  return rows
}

function rowsOf({ events, byVenueTime }: Chunk): readonly Buffer[] {
  const known = [...byVenueTime].filter(row => flagsOf(events, row) !== null)
  const arrived = Array.from({ length: events.length }, (_, row) => row).filter(row => flagsOf(events, row) !== null)
  const rows: Buffer[] = []
  const push = (row: number, sides: bigint): void => void rows.push(rowOf(events, row, sides))
  let [theirs, ours] = [0, 0]
  while (theirs < known.length || ours < arrived.length) {
    const [venue, local] = [known[theirs], arrived[ours]]
    if (venue !== undefined && venue === local) {
      push(venue, Flag.EXCHANGE | Flag.LOCAL)
      theirs++
      ours++
    } else if (local === undefined || (venue !== undefined && events.at[venue]! <= events.receivedAt[local]!)) {
      push(venue!, Flag.EXCHANGE)
      theirs++
    } else {
      push(local, Flag.LOCAL)
      ours++
    }
  }
  return rows
}

/** null: hftbacktest has no such row. */
function flagsOf({ kind, side }: EventColumns, row: number): bigint | null {
  if (kind[row] === EventKind.CLEAR) return Flag.CLEAR
  const isBid = side[row] === 0
  if (kind[row] === EventKind.TRADE) return Flag.TRADE | (isBid ? Flag.SELL : Flag.BUY)
  if (kind[row]! < EventKind.CLEAR) return Flag.DEPTH | (isBid ? Flag.BUY : Flag.SELL)
  return null
}

function rowOf(events: EventColumns, row: number, sides: bigint): Buffer {
  const bytes = Buffer.alloc(ROW_BYTES)
  bytes.writeBigUInt64LE((flagsOf(events, row) ?? 0n) | sides, 0)
  bytes.writeBigInt64LE(BigInt(events.at[row]!) * 1_000n, 8)
  bytes.writeBigInt64LE(BigInt(events.receivedAt[row]!) * 1_000n, 16)
  bytes.writeDoubleLE(events.price[row]! / 10_000, 24)
  bytes.writeDoubleLE(events.size[row]! / 1_000_000, 32)
  return bytes
}
