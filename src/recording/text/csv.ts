import { RecordingError } from '../columns/recording-error.js'
import { readLines } from './read-lines.js'

/** One record of a CSV file. */
export interface CsvRecord {
  /** Line number in the file where it begins, from 1. */
  readonly line: number
  readonly cells: readonly string[]
}

/**
 * All records of a CSV file (RFC 4180), including the header: a quoted cell may hold commas, line breaks and doubled quotes. Lines may end with LF or
 * CRLF; empty lines are skipped. For tables that fit into memory. Throws a `RecordingError` that names file and line.
 */
export async function readCsv(file: string): Promise<readonly CsvRecord[]> {
  const reader = new CsvReader(file)
  for await (const lines of readLines(file)) for (const line of lines) reader.take(line)
  return reader.end()
}

/** The cells of a line that is a whole record; null if it is not, because of a misplaced quote or a cell that is left open. */
export function csvCells(line: string): readonly string[] | null {
  const reader = new CsvReader('a line')
  try {
    reader.take(line)
    return reader.end()[0]?.cells ?? []
  } catch {
    return null
  }
}

class CsvReader {
  readonly #file: string
  readonly #records: CsvRecord[] = []
  #line = 0
  /** Line at which the current record began. */
  #from = 1
  #cells: string[] = []
  /** Text so far of a quoted cell that is still open; null: no cell is open. */
  #open: string | null = null

  constructor(file: string) {
    this.#file = file
  }

  /** Takes a line without its line feed. */
  take(line: string): void {
    this.#line++
    const isGoingOn = this.#open !== null
    if (!isGoingOn) this.#from = this.#line
    if (!isGoingOn && (line === '' || line === '\r')) return
    this.#cellsOf(line)
    if (this.#open !== null) return
    this.#records.push({ line: this.#from, cells: this.#cells })
    this.#cells = []
  }

  end(): readonly CsvRecord[] {
    if (this.#open !== null) throw this.#wrong(this.#from, 'expected a closing quote, found the end of the file')
    return this.#records
  }

  /** Reads cells until the end of the line, which may be inside a quoted cell. */
  #cellsOf(line: string): void {
    let at: number | null = 0
    if (this.#open !== null) at = this.#quoted(line, 0)
    while (at !== null) at = line[at] === '"' ? this.#begin(line, at + 1) : this.#plain(line, at)
  }

  #begin(line: string, from: number): number | null {
    this.#open = ''
    return this.#quoted(line, from)
  }

  /** Returns where the next cell begins; null: the line has no further cell. */
  #plain(line: string, from: number): number | null {
    const comma = line.indexOf(',', from)
    const to = comma < 0 ? line.length : comma
    const cell = line.slice(from, comma < 0 && line.endsWith('\r') ? to - 1 : to)
    if (cell.includes('"'))
      throw this.#wrong(this.#line, `expected quotes around the whole of a cell, found ${cell.slice(0, 40)}`)
    this.#cells.push(cell)
    return comma < 0 ? null : comma + 1
  }

  #quoted(line: string, from: number): number | null {
    const quote = line.indexOf('"', from)
    if (quote < 0) {
      this.#open += `${line.slice(from)}\n`
      return null
    }
    this.#open += line.slice(from, quote)
    if (line[quote + 1] === '"') {
      this.#open += '"'
      return this.#quoted(line, quote + 2)
    }
    this.#cells.push(this.#open ?? '')
    this.#open = null
    const rest = line.slice(quote + 1)
    if (rest === '' || rest === '\r') return null
    if (rest[0] === ',') return quote + 2
    throw this.#wrong(this.#line, `expected a comma behind a closing quote, found ${rest.slice(0, 40)}`)
  }

  #wrong(line: number, what: string): RecordingError {
    return new RecordingError(`${this.#file}:${line}: ${what}; write it as RFC 4180 says, or leave the file out`)
  }
}
