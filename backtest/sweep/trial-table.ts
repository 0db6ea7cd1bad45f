import { appendFileSync, closeSync, existsSync, ftruncateSync, mkdirSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TrialResult } from './trial.js'

/** A finished trial as stored in its table. */
export interface TrialRow {
  /** Identifies code, parameters, data and seeds: the same key has the same result. */
  readonly key: string
  /** Identifies strategy and data: all trials with it are tries at the same question. */
  readonly question: string
  readonly parameters: Readonly<Record<string, unknown>>
  readonly result: TrialResult
}

/** An append-only table of trials. */
export interface TrialTable {
  get(key: string): TrialRow | undefined
  add(row: TrialRow): void
  /** Number of trials of a question. */
  tries(question: string): number
  close(): void
}

const FILE = 'trials.ndjson'

/**
 * Opens the table in a folder, which is created if missing. A row is one write, so a killed process leaves whole rows and at most one incomplete row,
 * which is removed here. Throws an Error if the file is not such a table. One process at a time.
 */
export function openTrialTable(folder: string): TrialTable {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, FILE)
  const rows = new Map(readRows(file).map(row => [row.key, row]))
  const descriptor = openSync(file, 'a')
  return {
    get: key => rows.get(key),
    add: row => {
      appendFileSync(descriptor, `${JSON.stringify(row)}\n`)
      rows.set(row.key, row)
    },
    tries: question => [...rows.values()].filter(row => row.question === question).length,
    close: () => closeSync(descriptor),
  }
}

function readRows(file: string): readonly TrialRow[] {
  if (!existsSync(file)) return []
  const bytes = readFileSync(file)
  const whole = bytes.lastIndexOf('\n') + 1
  if (whole < bytes.length) cutOff(file, whole)
  const lines = bytes.subarray(0, whole).toString().split('\n').slice(0, -1)
  return lines.map((line, at) => rowOf(line, `${file}:${at + 1}`))
}

function cutOff(file: string, length: number): void {
  const descriptor = openSync(file, 'r+')
  ftruncateSync(descriptor, length)
  closeSync(descriptor)
}

function rowOf(line: string, place: string): TrialRow {
  try {
    const row: unknown = JSON.parse(line)
    if (typeof row === 'object' && row !== null && 'key' in row && 'question' in row && 'result' in row) return row as TrialRow
  } catch {
    // Reported below: whatever the line is, it is not a row.
  }
  throw new Error(`${place}: expected a trial; choose another folder, or remove the file`)
}

/** A table of trials that is in no file. */
export function memoryTrials(): TrialTable {
  const rows = new Map<string, TrialRow>()
  return {
    get: key => rows.get(key),
    add: row => void rows.set(row.key, row),
    tries: question => [...rows.values()].filter(row => row.question === question).length,
    close: () => undefined,
  }
}
