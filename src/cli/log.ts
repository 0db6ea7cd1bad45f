import { type DestinationStream, type Logger, pino } from 'pino'

export type { Logger }

/** Fields that never reach a log, wherever they stand in what is logged. */
const SECRETS = ['privateKey', 'apiKey', 'token', 'signature', 'jwt', 'authorization', 'body', 'passphrase']
const PATHS = SECRETS.flatMap(name => [name, `*.${name}`, `*.*.${name}`])

const optionsOf = (level: string): { level: string; base: null; redact: { paths: string[]; censor: string } } => ({
  level,
  base: null,
  redact: { paths: PATHS, censor: '[secret]' },
})

/** Logs to stderr: for eyes where that is a terminal, a JSON line each where it is not. stdout belongs to results. */
export async function createLog(level = 'info'): Promise<Logger> {
  return pino(optionsOf(level), await openStderr())
}

/** The log of a run: on stderr, in a file once there is one, and silent on stderr while a screen stands there. */
export interface RunLog {
  readonly log: Logger
  /** Keeps each line in this file too, from now on. */
  keepIn(file: string): void
  /** While true nothing is written to stderr; what a person should know is among the notes. */
  hush(isHushed: boolean): void
  /** The last lines, for eyes, newest last. */
  readonly notes: () => readonly string[]
}

const NOTES_MAX = 3

/** Makes the log of a run. */
export async function createRunLog(): Promise<RunLog> {
  const stderr = await openStderr()
  const notes: string[] = []
  let file: DestinationStream | null = null
  let isHushed = false
  const write = (line: string): void => {
    file?.write(line)
    const note = noteOf(line)
    if (note !== null) notes.push(note)
    if (notes.length > NOTES_MAX) notes.shift()
    if (!isHushed) stderr.write(line)
  }
  return {
    log: pino(optionsOf('info'), { write }),
    keepIn: path => {
      file = pino.destination({ dest: path, sync: true, mode: 0o600 })
    },
    hush: hushed => {
      isHushed = hushed
    },
    notes: () => notes,
  }
}

async function openStderr(): Promise<DestinationStream> {
  if (!process.stderr.isTTY) return pino.destination({ dest: 2, sync: true })
  const { PinoPretty } = await import('pino-pretty')
  return PinoPretty({ destination: 2, sync: true, translateTime: 'SYS:HH:MM:ss', ignore: 'pid,hostname' })
}

const WARN = 40

/** null: a line about how the run is doing, which the screen shows anyway. */
function noteOf(line: string): string | null {
  const told = JSON.parse(line) as { time: number; level: number; msg?: string; isStatus?: boolean }
  if (told.isStatus === true) return null
  return `${new Date(told.time).toTimeString().slice(0, 8)} ${told.level >= WARN ? '! ' : ''}${told.msg ?? ''}`
}
