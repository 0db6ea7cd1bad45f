/** A text of ASCII that is looked for at a place of a file, eight letters at a time. */
export interface Phrase {
  readonly length: number
  /** Eight letters each, read as one number; the last one may repeat letters of the one before. */
  readonly words: Float64Array
}

const WORD = 8

/** A phrase of eight letters or more. */
export function phraseOf(text: string): Phrase {
  const bytes = Buffer.from(text, 'latin1')
  if (bytes.length < WORD) throw new RangeError(`a phrase has at least ${WORD} letters, found "${text}"`)
  const words = Float64Array.from({ length: Math.ceil(bytes.length / WORD) }, (_, word) =>
    bytes.readDoubleLE(Math.min(word * WORD, bytes.length - WORD)),
  )
  return { length: bytes.length, words }
}

/**
 * Whether a phrase stands at a place. Eight bytes as a double are equal to another eight only where all of them are the same: the exceptions, zero
 * and what is no number, have no letters.
 */
export function isAt(view: DataView, at: number, { length, words }: Phrase): boolean {
  if (at + length > view.byteLength) return false
  const last = words.length - 1
  for (let word = 0; word < last; word++) if (view.getFloat64(at + word * WORD, true) !== words[word]) return false
  return view.getFloat64(at + length - WORD, true) === words[last]
}
