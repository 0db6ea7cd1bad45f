import { closeSync, existsSync, fstatSync, openSync, readFileSync, readSync, writeSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import { OrderHash } from '../model/ids.js'
import type { Submit } from '../model/intent.js'
import type { JournalEntry } from '../model/journal-entry.js'
import { fromJson, toJson } from '../model/plain.js'
import type { Timestamp } from '../model/time.js'
import type { SignedSubmit, TurnLines } from './append.js'

/** One turn in the ahead file, and the time of the checkpoint that defines its market indexes. */
export interface AheadTurn {
  readonly checkpointAt: Timestamp
  readonly lines: TurnLines
}

/** A file beside the journal with room for one turn: it holds the last written turn, complete, until the next one. */
export interface Ahead {
  /** One system call. Once it returns, the data survive a kill of the process; throws the system's error. */
  write(turn: AheadTurn): void
  /** null: nothing was written yet, or the last write was cut short, so none of its orders was sent. */
  read(): AheadTurn | null
  close(): void
}

/** Three 32-bit numbers: the checksum of everything after it, the total length, and the length of the text. */
const HEAD = 12
const ROOM = 16_384
const CREATE = 'a+'
const UPDATE = 'r+'

/** Opens the file beside a journal, or creates it, readable by its owner only. */
export function openAhead(file: string): Ahead {
  closeSync(openSync(file, CREATE, 0o600))
  const descriptor = openSync(file, UPDATE)
  let room = Buffer.alloc(ROOM)
  let isClosed = false
  return {
    write: turn => {
      // The system reuses the number of a closed file for the next one that is opened, so a late write could hit another file.
      if (isClosed) throw new Error('the file is closed')
      const text = textOf(turn)
      const longest = HEAD + 3 * text.length + bytesOf(turn.lines)
      if (room.length < longest) room = Buffer.alloc(longest)
      const length = fill(room, text, turn.lines)
      const written = writeSync(descriptor, room, 0, length, 0)
      if (written !== length) throw new Error(`the system took ${written} of ${length} bytes`)
    },
    read: () => {
      const bytes = Buffer.alloc(fstatSync(descriptor).size)
      readSync(descriptor, bytes, 0, bytes.length, 0)
      return bytes.length < HEAD ? null : turnOf(bytes)
    },
    close: () => {
      if (!isClosed) closeSync(descriptor)
      isClosed = true
    },
  }
}

/** Reads the file beside a journal without writing: a turn, nothing, or an incomplete write. */
export function lookAhead(file: string): AheadTurn | 'none' | 'torn' {
  // A daemon may be writing, so it counts as incomplete only if several reads in a row find it so.
  for (let look = 0; look < 5; look++) {
    const bytes = existsSync(file) ? readFileSync(file) : Buffer.alloc(0)
    if (bytes.length === 0) return 'none'
    const turn = bytes.length < HEAD ? null : turnOf(bytes)
    if (turn !== null) return turn
  }
  return 'torn'
}

const bytesOf = ({ orders }: TurnLines): number => orders.reduce((sum, { signed }) => sum + signed.body.length, 0)

/** Text first, then the bodies as sent. Returns the total length. */
function fill(room: Buffer, text: string, { orders }: TurnLines): number {
  const textLength = room.write(text, HEAD)
  let end = HEAD + textLength
  for (const { signed } of orders) {
    room.set(signed.body, end)
    end += signed.body.length
  }
  room.writeUInt32LE(end, 4)
  room.writeUInt32LE(textLength, 8)
  room.writeUInt32LE(crc32(room.subarray(4, end)), 0)
  return end
}

interface PlainOrder {
  readonly submit: Submit
  readonly hash: string
  readonly bodyLength: number
}

interface PlainTurn {
  readonly checkpointAt: Timestamp
  readonly at: Timestamp
  readonly entries: readonly JournalEntry[]
  readonly orders: readonly PlainOrder[]
}

function textOf({ checkpointAt, lines }: AheadTurn): string {
  const { at, entries, orders } = lines
  const entryText = entries.length === 0 ? '[]' : toJson(entries)
  let orderTexts = ''
  for (const order of orders) orderTexts += orderTexts === '' ? orderText(order) : `,${orderText(order)}`
  return `{"checkpointAt":${checkpointAt},"at":${at},"orders":[${orderTexts}],"entries":${entryText}}`
}

/** A `PlainOrder` as JSON. It has only numbers, hex and fixed words, which need no escaping; a serializer would cost more than the system call. */
function orderText({ submit, signed }: SignedSubmit): string {
  const wall = submit.wallOffset === undefined ? '' : `,"wallOffset":${submit.wallOffset}`
  const { market, outcome, side, price, size, style, expiresAt } = submit.order
  const order =
    `{"kind":"place","market":${market},"outcome":"${outcome}","side":"${side}","price":${price},"size":${size},` +
    `"style":"${style}","expiresAt":${expiresAt}}`
  const plain = `{"kind":"submit","id":"${submit.id}","order":${order}${wall}}`
  return `{"submit":${plain},"hash":"${signed.hash}","bodyLength":${signed.body.length}}`
}

function turnOf(bytes: Buffer): AheadTurn | null {
  const [checksum, end, textLength] = [0, 4, 8].map(place => bytes.readUInt32LE(place)) as [number, number, number]
  if (crc32(bytes.subarray(4, end)) !== checksum) return null
  const text = bytes.subarray(HEAD, HEAD + textLength).toString()
  const { checkpointAt, at, entries, orders } = fromJson(text) as PlainTurn
  let from = HEAD + textLength
  const signed = orders.map(({ submit, hash, bodyLength }) => {
    const body = new Uint8Array(bytes.subarray(from, from + bodyLength))
    from += bodyLength
    return { submit, signed: { id: submit.id, hash: OrderHash.of(hash), body } }
  })
  return { checkpointAt, lines: { at, entries, orders: signed } }
}
