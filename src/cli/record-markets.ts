import { existsSync, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { freshDeskState } from '../engine/desk-state.js'
import type { Market } from '../model/market.js'
import { type Clock, Timestamp } from '../model/time.js'
import { type InputLogWriter, writeInputLog } from '../recording/write-input-log.js'
import { recordFeed } from '../runtime/record-feed.js'
import { createSystemClock } from '../runtime/system-clock.js'
import { createPredictVenue } from '../venues/predict/predict-venue.js'
import { marketQuery, orderMarkets } from './assign-markets.js'
import { chooseRecording } from './choose-recording.js'
import { loadConfig } from './config.js'
import { parseDuration } from './duration.js'
import { type EndOfRun, listenForEnd } from './end-of-run.js'
import { ExitCode, ExitError } from './exit.js'
import { type FeedDoor, openFeedDoor } from './feed-door.js'
import { createLog, type Logger } from './log.js'
import { packageVersion } from './package-version.js'

/** What a person may say beside the config. */
export interface RecordFlags {
  readonly out: string
  readonly for?: string
  readonly rotate: string
  readonly json?: boolean
}

/** Records until it ends, and says what it has. Rejects with an `ExitError`, or with what the venue threw. */
export async function recordMarkets(file: string, flags: RecordFlags): Promise<ExitCode> {
  const forMs = flags.for === undefined ? null : parseDuration(flags.for)
  const rotateMs = parseDuration(flags.rotate)
  const loaded = chooseRecording(loadConfig(file), {})
  const log = await createLog()
  const end = listenForEnd(log)
  const folder = resolve(flags.out)
  mkdirSync(folder, { recursive: true })
  const door = await openFeedDoor({ loaded, log, environment: process.env })
  try {
    return await record(door, { log, end, folder, forMs, rotateMs, query: marketQuery(loaded), isJson: flags.json === true })
  } finally {
    await door.close()
  }
}

interface RecordOptions {
  readonly log: Logger
  readonly end: EndOfRun
  readonly folder: string
  readonly forMs: number | null
  readonly rotateMs: number
  readonly query: ReturnType<typeof marketQuery>
  readonly isJson: boolean
}

async function record(door: FeedDoor, options: RecordOptions): Promise<ExitCode> {
  const { log, end, folder, forMs, rotateMs, query } = options
  const clock = createSystemClock()
  const venue = createPredictVenue({ ...door, clock, onNotice: (text, fields) => log.info(fields, text) })
  try {
    const markets = orderMarkets(await venue.markets(query), [])
    if (markets.length === 0) throw new ExitError(ExitCode.FAILED, 'the venue has no open market that this config asks for')
    const open = (known: readonly Market[]): InputLogWriter => openLog({ folder, markets: known, clock, end })
    const recorder = recordFeed({
      venue,
      markets,
      clock,
      open,
      rotateEvery: rotateMs * 1_000,
      onFailure: error => end.fail(error),
    })
    log.info(`recording ${markets.length} markets to ${folder}`)
    if (forMs !== null) end.after(forMs)
    const why = await end.why
    await recorder.stop()
    const summary = { folder, markets: markets.length, ...recorder.counts }
    const text = `${folder}: ${summary.events} events of ${summary.markets} markets in ${summary.logs} logs`
    process.stdout.write(options.isJson ? `${JSON.stringify(summary)}\n` : `${text}\n`)
    return why.isFailure ? ExitCode.FAILED : ExitCode.DONE
  } finally {
    venue.close()
  }
}

interface LogToOpen {
  readonly folder: string
  readonly markets: readonly Market[]
  readonly clock: Clock
  readonly end: EndOfRun
}

function openLog({ folder, markets, clock, end }: LogToOpen): InputLogWriter {
  const startedAt = clock.now()
  return writeInputLog({
    file: freeName(folder, startedAt),
    // A recorder that records nothing has no reason to go on.
    onProblem: text => end.fail(new Error(text)),
    header: {
      startedAt,
      oddsmith: packageVersion(),
      nodeMajor: Number(process.versions.node.split('.')[0]),
      venue: 'predict',
      markets,
      settings: {},
      assignments: [],
      state: freshDeskState(0),
    },
  })
}

/** By its time, and never one that is there: what was recorded stays. */
function freeName(folder: string, at: Timestamp): string {
  const stamp = Timestamp.iso(at).replaceAll(/[-:.]/g, '').replace('T', '-').replace('Z', '')
  for (let count = 1; ; count++) {
    const file = join(folder, `${count === 1 ? stamp : `${stamp}-${count}`}.ndjson.gz`)
    if (!existsSync(file)) return file
  }
}
