import { existsSync, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { freshDeskState } from '../../engine/desk-state.js'
import { counted } from '../../model/counted.js'
import type { Market } from '../../model/market.js'
import type { MarketsWanted } from '../../model/markets-wanted.js'
import { type RunClock, Timestamp } from '../../model/time.js'
import { type InputLogWriter, writeInputLog } from '../../recording/log/write-input-log.js'
import { isFollowing, marketsAtStart } from '../../runtime/markets-at-start.js'
import { recordAsTheyOpen } from '../../runtime/record-as-they-open.js'
import { type FeedRecorder, type RecordedCounts, recordFeed } from '../../runtime/record-feed.js'
import { createSystemClock } from '../../runtime/system-clock.js'
import { marketsWantedOf } from '../config/assign-markets.js'
import { complaint, type LoadedConfig, loadConfig } from '../config/config.js'
import { durationOf } from '../config/duration.js'
import { ExitCode, ExitError } from '../config/exit.js'
import { intoFolder } from '../config/into-folder.js'
import { type LoadedFeed, loadFeeds, loggedFeed } from '../config/load-feeds.js'
import { openRunFeeds } from '../config/open-run-feeds.js'
import { packageVersion } from '../config/package-manifest.js'
import { venueOf } from '../config/venue-of-run.js'
import { createLog, type Logger } from '../screen/log.js'
import { logNotice } from '../screen/log-notice.js'
import { printText } from '../screen/print-text.js'
import { type FeedDoor, openFeedDoor } from '../wallet/feed-door.js'
import { chooseRecording } from './choose-recording.js'
import { type EndOfRun, listenForEnd } from './end-of-run.js'

/** Options beside the config. */
export interface RecordFlags {
  readonly out: string
  readonly for?: string
  readonly rotate: string
  readonly follow?: string
  readonly json?: boolean
}

/** Records until it is stopped, and prints the result. Rejects with an `ExitError`, or with an error of the venue. */
export async function recordMarkets(file: string, flags: RecordFlags): Promise<ExitCode> {
  const forMs = flags.for === undefined ? null : durationOf('--for', flags.for)
  const rotateMs = durationOf('--rotate', flags.rotate)
  const loaded = chooseRecording(await loadConfig(file), {})
  const followMs = followOf(loaded, flags.follow)
  const log = await createLog()
  const end = listenForEnd(log)
  const folder = resolve(flags.out)
  await intoFolder(folder, () => mkdirSync(folder, { recursive: true }))
  const clock = createSystemClock()
  const feeds = await loadFeeds(loaded, process.env)
  const door = await openFeedDoor({ loaded, log, clock, environment: process.env })
  try {
    const wanted = marketsWantedOf(loaded)
    return await record(door, {
      loaded,
      feeds,
      clock,
      log,
      end,
      folder,
      forMs,
      rotateMs,
      followMs,
      wanted,
      isJson: flags.json === true,
    })
  } finally {
    await door.close()
  }
}

/** More frequent requests would burden the venue without benefit. A timer of Node takes 24 days at most. */
const FOLLOW = { min: '200ms', max: '24h' }

function followOf(loaded: LoadedConfig, text: string | undefined): number | null {
  if (text === undefined) return null
  const everyMs = durationOf('--follow', text, FOLLOW)
  if (isFollowing(marketsWantedOf(loaded))) return everyMs
  throw complaint(
    loaded.source,
    ['strategies', 0, 'markets'],
    'expected "all" or a filter: --follow waits for markets that open later',
  )
}

interface RecordOptions {
  readonly loaded: LoadedConfig
  readonly feeds: readonly LoadedFeed[]
  readonly clock: RunClock
  readonly log: Logger
  readonly end: EndOfRun
  readonly folder: string
  readonly forMs: number | null
  readonly rotateMs: number
  /** How often to look for markets that opened; null: once. */
  readonly followMs: number | null
  readonly wanted: readonly MarketsWanted[]
  readonly isJson: boolean
}

async function record(door: FeedDoor, options: RecordOptions): Promise<ExitCode> {
  const { venue } = door
  const { clock, log, end, folder, forMs, rotateMs, followMs, wanted } = options
  const counts = { frames: 0, events: 0, logs: 0 }
  const recorder = await recordAsTheyOpen({
    venue,
    list: async () => (await marketsAtStart(venue, { wanted, held: [], clock })).map(({ market }) => market),
    everyMs: followMs,
    clock,
    open: markets => openLog(options, markets),
    rotateEvery: rotateMs * 1_000,
    counts,
    onFailure: error => end.fail(error),
    onNotice: logNotice(log),
  })
  const references = recordReferences(door, options, counts)
  if (recorder.markets() === 0 && followMs === null)
    throw new ExitError(ExitCode.FAILED, 'the venue has no open market that this config asks for')
  log.info(`recording ${counted(recorder.markets(), 'market')} to ${folder}`)
  if (forMs !== null) end.after(forMs)
  const why = await end.why
  await Promise.all([recorder.stop(), references?.stop()])
  const summary = { folder, markets: recorder.markets(), ...counts }
  const text = `${folder}: ${counted(summary.events, 'event')} of ${counted(summary.markets, 'market')} in ${counted(summary.logs, 'log')}`
  printText(options.isJson ? `${JSON.stringify(summary)}\n` : `${text}\n`)
  return why.isFailure ? ExitCode.FAILED : ExitCode.DONE
}

/** Creates separate logs for feeds, because the logs of markets end with their markets. null: the config has no feeds. */
function recordReferences(door: FeedDoor, options: RecordOptions, counts: RecordedCounts): FeedRecorder | null {
  const { feeds, loaded, clock, log, rotateMs, end } = options
  if (feeds.length === 0) return null
  const open = { feeds, clock, venue: door.venue, openAgain: door.openAgain, definition: loaded.definition }
  const references = openRunFeeds({ ...open, environment: process.env, log })
  end.excuse(references.blame)
  return recordFeed({
    venue: { feed: () => references.frames, decoder: () => references.over({ decode: () => [] }) },
    markets: [],
    clock,
    open: () => openLog(options, null),
    rotateEvery: rotateMs * 1_000,
    counts,
    onFailure: error => end.fail(error),
  })
}

/** `markets` null: a log of the feeds. */
function openLog({ loaded, feeds, folder, clock, end }: RecordOptions, markets: readonly Market[] | null): InputLogWriter {
  const startedAt = clock.now()
  return writeInputLog({
    file: freeName(folder, startedAt, markets === null ? '-feeds' : ''),
    // If recording fails, the recorder has no reason to continue.
    onProblem: text => end.fail(new Error(text)),
    header: {
      startedAt,
      oddsmith: packageVersion(),
      nodeMajor: Number(process.versions.node.split('.')[0]),
      ...venueOf(loaded),
      markets: markets ?? [],
      settings: {},
      assignments: [],
      ...(markets === null && { feeds: feeds.map(loggedFeed) }),
      state: freshDeskState(0),
    },
  })
}

/** Names a log by its time, and never by a name that exists: recorded data is not overwritten. */
function freeName(folder: string, at: Timestamp, what: string): string {
  const stamp = Timestamp.iso(at).replaceAll(/[-:.]/g, '').replace('T', '-').replace('Z', '')
  for (let count = 1; ; count++) {
    const file = join(folder, `${stamp}${what}${count === 1 ? '' : `-${count}`}.ndjson.gz`)
    if (!existsSync(file)) return file
  }
}
