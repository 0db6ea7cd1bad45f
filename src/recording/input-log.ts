import { z } from 'zod'
import type { Frame } from '../model/frame.js'
import { fromJson } from '../model/plain.js'
import { Timestamp } from '../model/time.js'
import type { LogHeader, LogRecord } from './log-record.js'
import { firstLine, readLines } from './read-lines.js'
import { RecordingError } from './recording-error.js'

/** A run's input log, opened: its header, and the rest to be read once. */
export interface InputLog {
  readonly header: LogHeader
  /** Every record after the header, in groups as the disk gives them. */
  records(): AsyncGenerator<readonly LogRecord[]>
  /** True as long as no `end` was read: its writer was killed, or it is still being written. */
  readonly isCutShort: boolean
}

/** Whether a line begins an input log. */
export const isInputLog = (line: string): boolean => line.startsWith('{"kind":"header"')

/**
 * Opens a run's input log. Throws a `RecordingError` where it is none, or of another version. A tail that was cut in the middle of a line
 * is left out.
 */
export async function openInputLog(file: string): Promise<InputLog> {
  const header = readHeader(file, await firstLine(file))
  let isCutShort = true
  return {
    header,
    get isCutShort() {
      return isCutShort
    },
    records: async function* () {
      let number = 0
      for await (const lines of readLines(file)) {
        const records: LogRecord[] = []
        for (const text of lines) {
          number++
          const record = number === 1 || text === '' ? null : readRecord(text, `${file}:${number}`)
          if (record !== null) records.push(record)
          if (record?.kind !== 'end') continue
          isCutShort = false
          yield records
          return
        }
        yield records
      }
    },
  }
}

const headerSchema = z.looseObject({
  kind: z.literal('header'),
  version: z.literal(1),
  startedAt: z.number(),
  oddsmith: z.string(),
  nodeMajor: z.number().int(),
  venue: z.string(),
  markets: z.array(z.looseObject({ id: z.string(), index: z.number().int() })).min(1),
  settings: z.looseObject({}),
  assignments: z.array(z.looseObject({ market: z.number().int(), strategy: z.string() })),
  state: z.looseObject({ version: z.number() }),
})

/** This project wrote the rest of it, so what the schema names is proof enough of the whole. */
function readHeader(file: string, text: string): LogHeader {
  const value = parsed(text)
  if (value === undefined)
    throw new RecordingError(`${file}:1: expected the header of an input log, found one that is cut short or damaged`)
  const { success, error } = headerSchema.safeParse(value)
  if (success) return value as LogHeader
  const [issue] = error.issues
  throw new RecordingError(`${file}:1: expected the header of an input log; ${issue?.path.join('.')}: ${issue?.message}`)
}

const KINDS = new Set<unknown>(['report', 'control', 'timer', 'mark', 'end'] satisfies LogRecord['kind'][])

/** null: a line that was cut. Only the last one can be. */
function readRecord(text: string, place: string): LogRecord | null {
  const value = parsed(text)
  if (value === undefined) return null
  if (typeof value === 'object' && value !== null) {
    if ('source' in value && 'receivedAt' in value) return { kind: 'frame', frame: value as Frame }
    if ('kind' in value && KINDS.has(value.kind)) return value as LogRecord
  }
  throw new RecordingError(`${place}: expected a record of an input log, found ${text.slice(0, 60)}`)
}

const parsed = (text: string): unknown => {
  try {
    return fromJson(text)
  } catch {
    return undefined
  }
}

/** The time from which a log's events are news; what a first snapshot tells may be older. */
export const startOf = ({ header }: InputLog): Timestamp => Timestamp.of(header.startedAt)
