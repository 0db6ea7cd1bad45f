import { Writable } from 'node:stream'
import { type DestinationStream, type Logger, pino } from 'pino'
import { type BoundedWriter, createBoundedWriter } from './bounded-writer.js'
import { type LogParts, openLogFile } from './log-file.js'
import { openStderr } from './log-stderr.js'
import { visibleText } from './print-text.js'

export type { Logger }

/** Fields that are removed from every log line. */
const SECRETS = ['privateKey', 'apiKey', 'token', 'signature', 'jwt', 'authorization', 'body', 'passphrase']
const PATHS = SECRETS.flatMap(name => [name, `*.${name}`, `*.*.${name}`])

const optionsOf = (level: string): { level: string; base: null; redact: { paths: string[]; censor: string } } => ({
  level,
  base: null,
  redact: { paths: PATHS, censor: '[secret]' },
})

/**
 * Logs to stderr: readable text on a terminal, otherwise one JSON object per line. stdout is for results. A line never waits: lines that a reader
 * does not take in time are dropped, counted and reported. `flushWriters` writes the last ones before the process ends.
 */
export async function createLog(level = 'info'): Promise<Logger> {
  return pino(optionsOf(level), (await openLines()).stream)
}

/** The log of a run: on stderr, and in a file once there is one. While a screen is shown, stderr gets nothing. */
export interface RunLog {
  readonly log: Logger
  /** Also writes each line to this file from now on; older parts are kept beside it. */
  keepIn(file: string, parts: LogParts): void
  /** While true, nothing is written to stderr; important lines are in the notes. */
  hush(isHushed: boolean): void
  /** The last lines for people, newest last. */
  readonly notes: () => readonly string[]
  /** Number of lines that stderr or the file did not take. */
  readonly dropped: () => number
}

const NOTES_MAX = 3

/** Creates the log of a run. */
export async function createRunLog(): Promise<RunLog> {
  const stderr = await openLines()
  const notes: string[] = []
  let file: BoundedWriter | null = null
  let isHushed = false
  const write = (told: string): void => {
    const line = visibleText(told)
    file?.write(line)
    const note = noteOf(line)
    if (note !== null) notes.push(note)
    if (notes.length > NOTES_MAX) notes.shift()
    if (!isHushed) stderr.stream.write(line)
  }
  return {
    log: pino(optionsOf('info'), { write }),
    keepIn: (path, parts) => {
      file = createBoundedWriter({ sink: openLogFile(path, parts), lossLine: lossLineOf('the log file') })
    },
    hush: hushed => {
      isHushed = hushed
    },
    notes: () => notes,
    dropped: () => stderr.writer.dropped + (file?.dropped ?? 0),
  }
}

async function openLines(): Promise<{ readonly stream: DestinationStream; readonly writer: BoundedWriter }> {
  const sink = openStderr()
  if (!process.stderr.isTTY) {
    const writer = createBoundedWriter({ sink, lossLine: lossLineOf('stderr') })
    return { stream: writer, writer }
  }
  const writer = createBoundedWriter({ sink, lossLine: count => `${lossText(count, 'the terminal')}\n` })
  const destination = new Writable({
    decodeStrings: false,
    write: (text: string, _encoding, done) => {
      writer.write(visibleText(text))
      done()
    },
  })
  const { PinoPretty } = await import('pino-pretty')
  return { stream: PinoPretty({ destination, translateTime: 'SYS:HH:MM:ss', ignore: 'pid,hostname' }), writer }
}

const lossText = (count: number, what: string): string => `${what} did not take ${count} log lines in time; they were dropped`

const lossLineOf =
  (what: string) =>
  (count: number): string =>
    `${JSON.stringify({ level: WARN, time: Date.now(), dropped: count, msg: lossText(count, what) })}\n`

const WARN = 40

/** null: a status line, which the screen shows anyway. */
function noteOf(line: string): string | null {
  const told = JSON.parse(line) as { time: number; level: number; msg?: string; isStatus?: boolean }
  if (told.isStatus === true) return null
  return `${new Date(told.time).toTimeString().slice(0, 8)} ${told.level >= WARN ? '! ' : ''}${told.msg ?? ''}`
}
