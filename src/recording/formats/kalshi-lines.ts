import { isAt, phraseOf } from '../text/phrase.js'
import { readBlocks } from '../text/read-lines.js'

/** One line of a file, as a slice of the block it was read in. */
export interface KalshiText {
  readonly block: Buffer<ArrayBuffer>
  /** Over the whole block. */
  readonly view: DataView
  readonly from: number
  /** End of the line, without its line feed. */
  readonly to: number
  /** Line number in the file, from 1. */
  readonly number: number
}

const [NEWLINE, ZERO, NINE, COMMA] = [10, 48, 57, 44]
const RECEIVED = phraseOf('{"recv_ms":')
/** More digits do not fit into a double. */
const DIGITS_MAX = 15

/** The non-empty lines of a file, in groups as read from disk. */
export async function* kalshiTexts(file: string): AsyncGenerator<readonly KalshiText[]> {
  let number = 0
  for await (const block of readBlocks(file)) {
    const texts: KalshiText[] = []
    const view = new DataView(block.buffer, block.byteOffset, block.byteLength)
    for (let from = 0, to = 0; from < block.length; from = to + 1) {
      const end = block.indexOf(NEWLINE, from)
      to = end < 0 ? block.length : end
      number++
      if (to > from) texts.push({ block, view, from, to, number })
    }
    yield texts
  }
}

/** A line's arrival time in microseconds; NaN if it has none. */
export function kalshiArrival({ block, view, from, to }: KalshiText): number {
  if (to - from > RECEIVED.length && isAt(view, from, RECEIVED)) {
    let milliseconds = 0
    let at = from + RECEIVED.length
    const first = at
    for (let digit = block[at]!; digit >= ZERO && digit <= NINE; digit = block[++at]!)
      milliseconds = milliseconds * 10 + digit - ZERO
    // Fractions, exponents and longer numbers are left to the JSON reader.
    if (block[at] === COMMA && at > first && at - first <= DIGITS_MAX) return milliseconds * 1_000
  }
  return kalshiArrivalOf(block.toString('utf8', from, to))
}

/** The same for a line as text. */
export function kalshiArrivalOf(line: string): number {
  try {
    const value: unknown = JSON.parse(line)
    if (typeof value !== 'object' || value === null || !('recv_ms' in value) || typeof value.recv_ms !== 'number')
      return Number.NaN
    return Math.floor(value.recv_ms * 1_000)
  } catch {
    return Number.NaN
  }
}
