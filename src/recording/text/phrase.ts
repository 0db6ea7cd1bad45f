/** An ASCII text to compare with the bytes of a file, eight letters at a time. */
export interface Phrase {
  readonly length: number
  /** Eight letters each, read as a double; the last word may overlap the one before. */
  readonly words: Float64Array
}

const WORD = 8

/** Makes a phrase of eight letters or more. */
export function phraseOf(text: string): Phrase {
  const bytes = Buffer.from(text, 'latin1')
  if (bytes.length < WORD) throw new RangeError(`a phrase has at least ${WORD} letters, found "${text}"`)
  const words = Float64Array.from({ length: Math.ceil(bytes.length / WORD) }, (_, word) =>
    bytes.readDoubleLE(Math.min(word * WORD, bytes.length - WORD)),
  )
  return { length: bytes.length, words }
}

/**
 * Whether a phrase stands at a place. Two doubles are equal only if their eight bytes are: the exceptions, zero and NaN, do not occur in ASCII
 * letters.
 */
export function isAt(view: DataView, at: number, { length, words }: Phrase): boolean {
  if (at + length > view.byteLength) return false
  const last = words.length - 1
  for (let word = 0; word < last; word++) if (view.getFloat64(at + word * WORD, true) !== words[word]) return false
  return view.getFloat64(at + length - WORD, true) === words[last]
}
