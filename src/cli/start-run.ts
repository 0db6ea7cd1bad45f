import { join, resolve } from 'node:path'
import type { Assignment } from '../engine/desk-options.js'
import type { DeskState } from '../engine/desk-state.js'
import { type Journal, openJournal } from '../journal/journal.js'
import type { Market } from '../model/market.js'
import { type Clock, Timestamp } from '../model/time.js'
import { earlierFills } from '../runtime/earlier-fills.js'
import { heldMarkets, restoreState } from '../runtime/restore-state.js'
import { RefusedStartError, type Session, startSession } from '../runtime/session.js'
import { createSystemClock } from '../runtime/system-clock.js'
import type { PredictGateway } from '../venues/predict/gateway.js'
import { createPredictVenue, type PredictVenue } from '../venues/predict/predict-venue.js'
import { assignMarkets, marketQuery, orderMarkets } from './assign-markets.js'
import { type LoadedConfig, loadConfig } from './config.js'
import { parseDuration } from './duration.js'
import { type EndOfRun, listenForEnd } from './end-of-run.js'
import { ExitCode, ExitError } from './exit.js'
import { createLog, type Logger } from './log.js'
import type { RunFlags } from './run.js'
import { openRunFolder } from './run-folder.js'
import { startStatus } from './status-line.js'
import { exitText, summarize, summaryText } from './summary.js'
import { openWorld, type World } from './world.js'

/** Fills of orders older than this are no news any more, in microseconds. */
const KNOWN_FOR = 172_800_000_000
/** Order ids count from here, in seconds. */
const EPOCH_START = Date.UTC(2020, 0, 1) / 1_000

/** Runs a config until it ends, and says with which code. Rejects with an `ExitError`, or with what the venue or the journal threw. */
export async function startRun(file: string, flags: RunFlags): Promise<ExitCode> {
  const forMs = flags.for === undefined ? null : parseDuration(flags.for)
  const loaded = loadConfig(file)
  const log = await createLog()
  const home = resolve(flags.home)
  const end = listenForEnd(log)
  const world = await openWorld({ loaded, log, home, seed: seedOf(flags.seed), environment: process.env })
  try {
    return await runIn(world, { loaded, log, end, home, forMs, isJson: flags.json === true })
  } finally {
    await world.close()
  }
}

interface RunOptions {
  readonly loaded: LoadedConfig
  readonly log: Logger
  readonly end: EndOfRun
  readonly home: string
  readonly forMs: number | null
  readonly isJson: boolean
}

async function runIn(world: World, options: RunOptions): Promise<ExitCode> {
  const { log, end, forMs } = options
  const clock = createSystemClock()
  const epoch = Math.floor(clock.now() / 1e6) - EPOCH_START
  const journal = openJournal(join(world.folder, 'journal.db'), { epoch })
  const venue = createPredictVenue({ ...world, clock, onNotice: (text, fields) => log.info(fields, text) })
  try {
    // Before the first order: a folder that cannot be made must not leave orders behind.
    const folder = openRunFolder(options.home, options.loaded.config, new Date())
    const session = await wake({ world, clock, journal, venue, ...options })
    log.info(`run ${folder.id}: ${world.mode}, ${session.markets.length} markets, wallet ${world.signer.address}`)
    const startedAt = clock.now()
    const stopStatus = startStatus(session, text => log.info(text))
    if (forMs !== null) end.after(forMs)
    void session.failure.then(error => end.fail(error))
    const why = await end.why
    stopStatus()
    log.info(`stopping: ${why.text}`)
    const stopped = await session.stop(why.text)
    const seconds = (clock.now() - startedAt) / 1e6
    const summary = summarize({ run: folder.id, mode: world.mode, seconds, session, stopped })
    folder.writeSummary(summary)
    log[stopped.open === 0 ? 'info' : 'error'](exitText(summary))
    process.stdout.write(options.isJson ? `${JSON.stringify(summary)}\n` : `${summaryText(summary)}\n`)
    if (stopped.open !== 0) return ExitCode.ORDERS_OPEN
    return why.isFailure ? ExitCode.FAILED : ExitCode.DONE
  } finally {
    venue.close()
    journal.close()
  }
}

async function wake(
  options: RunOptions & { world: World; clock: Clock; journal: Journal; venue: PredictVenue },
): Promise<Session> {
  const { world, clock, journal, venue, loaded, log } = options
  const restored = restoreState(journal)
  const { state } = restored
  const { markets, assignments } = await marketsOf(venue, state, options)
  const known = journal.rows.known(Timestamp.add(clock.now(), -KNOWN_FOR))
  const wallet = { signer: world.signer, epoch: journal.epoch, ...earlierFills(restored, journal, markets) }
  const gateway = venue.gateway(wallet, known)
  await expectReady(gateway, markets)
  const { requote, limits, budget, graceMs, decideEveryMs } = loaded.config
  try {
    return await startSession({
      venue,
      gateway,
      journal,
      markets,
      assignments,
      state,
      clock,
      settings: { requote, limits, budget, graceMs, decideEveryMs, ownInBook: true },
      notice: (level, text, fields) => log[level](fields ?? {}, text),
    })
  } catch (error) {
    if (error instanceof RefusedStartError) throw new ExitError(ExitCode.REFUSED, error.message, error)
    throw error
  }
}

/** Before the first order: what a wallet lacks is better named here than by the refusal of each order. */
async function expectReady(gateway: PredictGateway, markets: readonly Market[]): Promise<void> {
  const missing = await gateway.preflight(markets)
  if (missing.length > 0) throw new ExitError(ExitCode.REFUSED, `this wallet cannot trade yet: ${missing.join('; ')}`)
}

async function marketsOf(
  venue: PredictVenue,
  state: DeskState,
  { loaded }: RunOptions,
): Promise<{ markets: readonly Market[]; assignments: readonly Assignment[] }> {
  const asked = await venue.markets(marketQuery(loaded))
  if (asked.length === 0) throw new ExitError(ExitCode.FAILED, 'the venue has no open market that this config asks for')
  const ids = heldMarkets(state).filter(id => !asked.some(market => market.id === id))
  const held = ids.length === 0 ? [] : await venue.markets({ ids })
  const markets = orderMarkets(asked, held)
  const folder = resolve(loaded.source.file, '..')
  return { markets, assignments: await assignMarkets(loaded, markets.slice(0, asked.length), folder) }
}

function seedOf(text: string | undefined): number | null {
  if (text === undefined) return null
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw new ExitError(ExitCode.USAGE, `--seed: expected a whole number, found "${text}"`)
}
