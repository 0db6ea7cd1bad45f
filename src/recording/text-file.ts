/** A line of text and what was made of it. */
export interface TextLine<T> {
  readonly text: string
  /** In its file, from 1. */
  readonly number: number
  readonly said: T
}

/** A file with the settled arrival of its first line, in microseconds. */
export interface TextFile {
  readonly file: string
  readonly startsAt: number
}
