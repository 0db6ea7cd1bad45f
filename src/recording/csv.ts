import { readLines } from './read-lines.js'
import { RecordingError } from './recording-error.js'

/** One record of a CSV file. */
export interface CsvRecord {
  /** Where it begins in its file, from 1. */
  readonly line: number
  readonly cells: readonly string[]
}

/**
 * Every record of a file by RFC 4180, the head included: a cell in quotes may hold commas, line ends and doubled quotes. Lines may end with or without
 * a carriage return, and an empty line is no record. For tables, which fit into memory. Throws a `RecordingError` that names file and line.
 */
export async function readCsv(file: string): Promise<readonly CsvRecord[]> {
  const reader = new CsvReader(file)
  for await (const lines of readLines(file)) for (const line of lines) reader.take(line)
  return reader.end()
}

/** The cells of a line that is a record by itself; null where it is none. */
export function csvCells(line: string): readonly string[] | null {
  const reader = new CsvReader('a line')
  try {
    reader.take(line)
    return reader.end()[0]?.cells ?? []
  } catch {
    return null
  }
}

const BYTE_ORDER_MARK = '\u{feff}'

class CsvReader {
  readonly #file: string
  readonly #records: CsvRecord[] = []
  #line = 0
  /** Of the record that is read. */
  #from = 1
  #cells: string[] = []
  /** The text so far of a cell whose closing quote has not come. */
  #open: string | null = null

  constructor(file: string) {
    this.#file = file
  }

  /** Takes a line without its line feed. */
  take(text: string): void {
    this.#line++
    const isGoingOn = this.#open !== null
    const line = this.#line === 1 && text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text
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

  /** Reads on until the line is over, which may be within quotes. */
  #cellsOf(line: string): void {
    let at: number | null = 0
    if (this.#open !== null) at = this.#quoted(line, 0)
    while (at !== null) at = line[at] === '"' ? this.#begin(line, at + 1) : this.#plain(line, at)
  }

  #begin(line: string, from: number): number | null {
    this.#open = ''
    return this.#quoted(line, from)
  }

  /** Each of these answers where the next cell begins, or null: there is none in this line. */
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
