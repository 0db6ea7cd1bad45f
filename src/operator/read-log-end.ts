import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import type { LogLine } from './schemas-history.js'

/** The most bytes read from the end of the file. */
const BYTES_MAX = 1_048_576
const LEVELS: Readonly<Record<number, string>> = { 10: 'trace', 20: 'debug', 30: 'info', 40: 'warn', 50: 'error', 60: 'fatal' }

/** The last lines of a run's log, newest last, without status lines; empty if the log cannot be read. */
export function readLogEnd(file: string, lines: number): readonly LogLine[] {
  const text = endOf(file)
  return text
    .split('\n')
    .flatMap(line => (line === '' ? [] : (lineOf(line) ?? [])))
    .slice(-lines)
}

function endOf(file: string): string {
  try {
    const descriptor = openSync(file, 'r')
    try {
      const { size } = fstatSync(descriptor)
      const bytes = Buffer.alloc(Math.min(size, BYTES_MAX))
      readSync(descriptor, bytes, 0, bytes.length, size - bytes.length)
      const text = bytes.toString('utf8')
      // The first line may be incomplete.
      return size > bytes.length ? text.slice(text.indexOf('\n') + 1) : text
    } finally {
      closeSync(descriptor)
    }
  } catch {
    return ''
  }
}

function lineOf(line: string): LogLine | null {
  try {
    const { time, level, msg, isStatus } = JSON.parse(line) as {
      time?: number
      level?: number
      msg?: string
      isStatus?: boolean
    }
    if (isStatus === true) return null
    return { at: time === undefined ? null : time * 1_000, level: LEVELS[level ?? 30] ?? String(level), text: msg ?? '' }
  } catch {
    return { at: null, level: 'info', text: line.slice(0, 1_000) }
  }
}
