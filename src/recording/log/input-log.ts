import { existsSync } from 'node:fs'
import { z } from 'zod'
import type { Frame } from '../../model/frame.js'
import { fromJson } from '../../model/plain.js'
import { Timestamp } from '../../model/time.js'
import { RecordingError } from '../columns/recording-error.js'
import { firstLine, readLines } from '../text/read-lines.js'
import { otherPart } from './log-parts.js'
import type { LogHeader, LogMore, LogRecord } from './log-record.js'

/** An opened input log of a run: its header, and the records, which can be read once. */
export interface InputLog {
  readonly header: LogHeader
  /** All records after the header, of this part and the following ones, in groups as read from disk. */
  records(): AsyncGenerator<readonly LogRecord[]>
  /** True until an `end` record was read: the writer was killed, or is still writing. */
  readonly isCutShort: boolean
}

/** The name of the format that reads input logs. */
export const INPUT_LOG_FORMAT = 'input-log'

/** Whether a line is the header of an input log. */
export const isInputLog = (line: string): boolean => line.startsWith('{"kind":"header"')

/** The part number at which a log was opened; from 2 on, earlier parts are missing. */
export const partOf = ({ part }: LogHeader): number => part ?? 1

/**
 * Opens a run's input log at its first part or a later one, and reads on through the following parts. Throws a `RecordingError` if the file is no
 * input log or has another version. An incomplete last line is left out.
 */
export async function openInputLog(file: string): Promise<InputLog> {
  const header = readHeader(file, await firstLine(file))
  const first = partOf(header)
  let isCutShort = true
  return {
    header,
    get isCutShort() {
      return isCutShort
    },
    records: async function* () {
      for (let part = first, path = file; ; part++) {
        const end = { kind: 'cut' as 'cut' | 'end' | 'more' }
        yield* recordsOf(path, end)
        const next = otherPart(file, part + 1)
        const isThere = next !== null && next !== path && existsSync(next)
        if (end.kind === 'cut' && isThere)
          throw new RecordingError(`${path} has no end, and yet ${next} is there: what came between them is missing`)
        isCutShort = end.kind !== 'end'
        // The writer was killed between two parts.
        if (end.kind !== 'more' || !isThere || !(await hasHeader(next))) return
        path = next
      }
    },
  }
}

/** The records of one part; sets in `end` how the part ended. */
async function* recordsOf(file: string, end: { kind: 'cut' | 'end' | 'more' }): AsyncGenerator<readonly LogRecord[]> {
  let number = 0
  for await (const lines of readLines(file)) {
    const records: LogRecord[] = []
    for (const text of lines) {
      number++
      const record = number === 1 || text === '' ? null : readRecord(text, `${file}:${number}`)
      if (record?.kind === 'more' || record?.kind === 'end') end.kind = record.kind
      if (record !== null && record.kind !== 'more') records.push(record)
      if (end.kind === 'cut') continue
      yield records
      return
    }
    yield records
  }
}

/** Whether the part's header has been written. */
async function hasHeader(file: string): Promise<boolean> {
  try {
    return parsed(await firstLine(file)) !== undefined
  } catch (error) {
    if (error instanceof RecordingError) return false
    throw error
  }
}

const headerSchema = z.looseObject({
  kind: z.literal('header'),
  version: z.literal(1),
  startedAt: z.number(),
  oddsmith: z.string(),
  nodeMajor: z.number().int(),
  venue: z.string(),
  markets: z.array(z.looseObject({ id: z.string(), index: z.number().int() })),
  settings: z.looseObject({}),
  assignments: z.array(z.looseObject({ market: z.number().int(), strategy: z.string() })),
  feeds: z.array(z.looseObject({ name: z.string(), source: z.string() })).optional(),
  state: z.looseObject({ version: z.number() }),
  part: z.number().int().min(2).optional(),
})

/** This project wrote the header, so checking the fields of the schema is enough. */
function readHeader(file: string, text: string): LogHeader {
  const value = parsed(text)
  if (value === undefined)
    throw new RecordingError(`${file}:1: expected the header of an input log, found one that is cut short or damaged`)
  const { success, error } = headerSchema.safeParse(value)
  if (success) return value as LogHeader
  const [issue] = error.issues
  throw new RecordingError(`${file}:1: expected the header of an input log; ${issue?.path.join('.')}: ${issue?.message}`)
}

const KINDS = new Set<unknown>(['report', 'control', 'timer', 'mark', 'end', 'more'] satisfies (LogRecord | LogMore)['kind'][])

/** null: an incomplete line. Only the last line can be one. */
function readRecord(text: string, place: string): LogRecord | LogMore | null {
  const value = parsed(text)
  if (value === undefined) return null
  if (typeof value === 'object' && value !== null) {
    if ('source' in value && 'receivedAt' in value) return { kind: 'frame', frame: value as Frame }
    if ('kind' in value && KINDS.has(value.kind)) return value as LogRecord | LogMore
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

/** The time from which the log's events are new; a first snapshot may describe earlier ones. */
export const startOf = ({ header }: InputLog): Timestamp => Timestamp.of(header.startedAt)
