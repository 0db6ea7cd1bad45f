/** A line of text and what was parsed from it. */
export interface TextLine<T> {
  readonly text: string
  /** Line number in the file, from 1. */
  readonly number: number
  readonly said: T
}

/** A file with the settled arrival time of its first line, in microseconds. */
export interface TextFile {
  readonly file: string
  readonly startsAt: number
}
