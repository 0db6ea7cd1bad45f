import { join } from 'node:path'
import type { Asking } from '../../engine/asking.js'
import type { OpenFeeds } from '../../feeds/open-feeds.js'
import type { Journal } from '../../journal/journal.js'
import { watchFiles } from '../../journal/watch-files.js'
import { clockAllowanceMs } from '../../keeper/clock-allowance.js'
import { counted } from '../../model/counted.js'
import type { MarketsWanted } from '../../model/markets-wanted.js'
import { isAllFailed } from '../../runtime/failed-strategies.js'
import { followMarkets } from '../../runtime/follow-markets.js'
import { isFollowing, marketsAtStart, type StanzaMarket } from '../../runtime/markets-at-start.js'
import { patientRead } from '../../runtime/patient-read.js'
import { createPulse } from '../../runtime/pulse.js'
import { heldMarkets, restoreState } from '../../runtime/restore-state.js'
import type { RunNotice } from '../../runtime/run-notice.js'
import { RefusedStartError, type SessionOptions, startSession } from '../../runtime/session.js'
import { createWatchdog } from '../../runtime/watchdog.js'
import type { OpenVenue } from '../../venues/venue-definition.js'
import { assignLater, assignMarkets, expectOneStrategy, marketsWantedOf } from '../config/assign-markets.js'
import type { Config } from '../config/config-schema.js'
import { deskSettingsOf } from '../config/desk-settings-of.js'
import { ExitCode, ExitError } from '../config/exit.js'
import { openRunFeeds } from '../config/open-run-feeds.js'
import type { OrderLife } from '../config/order-life.js'
import { logNotice } from '../screen/log-notice.js'
import { printText } from '../screen/print-text.js'
import { showRun } from '../screen/show-run.js'
import { exitText, summarizeRun, summaryText } from '../screen/summary.js'
import { openWalletJournal, walletEpoch } from '../wallet/open-wallet-journal.js'
import { openRunFolder, type RunFolder } from '../wallet/run-folder.js'
import { walletGateway } from '../wallet/wallet-gateway.js'
import type { WalletVenue } from '../wallet/wallet-venue.js'
import { pointTeller } from './door/point-teller.js'
import { createSeenTurns } from './door/seen-turns.js'
import { type DoorOfRun, doorOfRun, type OpenedDoor } from './door-of-run.js'
import { expectReady } from './expect-ready.js'
import { introduce, introduceMarkets } from './introduce.js'
import { PIPE } from './keeper-pipe.js'
import { lackingApprovals } from './lacking-approvals.js'
import type { PreparedRun } from './prepared-run.js'
import { recordRun } from './record-run.js'

/** Opens journal and venue, trades until the run ends, and returns the result. */
export async function trade(world: WalletVenue, options: PreparedRun): Promise<ExitCode> {
  const { clock, log, end, forMs, keeper } = options
  const { venue } = world
  const epoch = walletEpoch(clock.now())
  const journal = openWalletJournal(world, { epoch, onChecked: words => log.info(words) })
  const unwatch = watchFiles(world.folder, error => end.fail(error))
  try {
    // Before the first order: if the folder cannot be created, no orders must be left behind.
    const folder = openRunFolder(options.home, options.loaded.config, new Date())
    const logFile = join(folder.path, 'log')
    options.runLog.keepIn(logFile, options.loaded.config.logs)
    const references = openRunFeeds({ ...options, venue, definition: options.loaded.definition, environment: process.env })
    const seen = createSeenTurns()
    let opened: OpenedDoor | null = null
    const show: NonNullable<SessionOptions['show']> = (batch, turn) => {
      seen.saw(batch, turn)
      opened?.carrier.saw(batch.controls)
      opened?.door?.saw(batch, turn)
    }
    const waking = { world, journal, venue, references, folder: folder.path, logFile, show }
    const { session, ...woken } = await wake({ ...options, ...waking })
    log.info(`run ${folder.id}: ${world.mode}, ${counted(session.markets.length, 'market')}, wallet ${world.wallet.account}`)
    const startedAt = clock.now()
    let isStopping = false
    opened = doorOfRun({
      ...{ world, options, logFile, startedAt, session, ...woken, journal, seen },
      run: folder.id,
      isStopping: () => isStopping,
    })
    options.asked.serve(opened.carrier)
    const onStatus = pointTeller(opened.door, clock)
    const hide = showRun({ ...options, id: folder.id, mode: world.mode, session, logFile, onStatus })
    if (forMs !== null) end.after(forMs)
    void session.failure.then(error => end.fail(error))
    end.excuse(error => session.blame(error) || references.blame(error))
    if (options.loaded.config.onAllFailed === 'stop')
      void session.allFailed.then(() => end.stop('every strategy has failed', true))
    const why = await end.why
    isStopping = true
    hide()
    log.info(`stopping: ${why.text}`)
    keeper.say({ kind: 'stopping', why: why.text })
    const stopped = await session.stop(why.text)
    await opened.door?.end(why.text)
    return conclude(
      { world, session, stopped, folder, startedAt, isFailure: why.isFailure, badTexts: references.badTexts() },
      options,
    )
  } finally {
    unwatch()
    venue.close()
    journal.close()
  }
}

interface Concluded extends Pick<Parameters<typeof summarizeRun>[0], 'session' | 'stopped' | 'badTexts'> {
  readonly world: WalletVenue
  readonly folder: RunFolder
  readonly startedAt: number
  readonly isFailure: boolean
}

/** Reports to the keeper and to people how a run ended. */
function conclude({ world, folder, startedAt, badTexts, ...ended }: Concluded, options: PreparedRun): ExitCode {
  const { clock, log, keeper } = options
  const { session, stopped } = ended
  // An order without an answer may still arrive, so the keeper keeps watching.
  const open = stopped.unanswered > 0 ? null : stopped.open
  const isFailure = ended.isFailure || isAllFailed(session.desk.summary())
  keeper.say({ kind: 'stopped', open, isFailure })
  const seconds = (clock.now() - startedAt) / 1e6
  const notHeard = { logLinesDropped: options.runLog.dropped(), badTexts }
  const summary = summarizeRun({ run: folder.id, mode: world.mode, seconds, session, stopped, ...notHeard })
  const unwritten = folder.writeSummary(summary)
  if (unwritten !== null) log.error(`summary.json could not be written: ${unwritten}`)
  log[stopped.open === 0 ? 'info' : 'error'](exitText(summary))
  printText(options.isJson ? `${JSON.stringify(summary)}\n` : `${summaryText(summary)}\n`)
  if (stopped.open !== 0) return ExitCode.ORDERS_OPEN
  return isFailure ? ExitCode.FAILED : ExitCode.DONE
}

interface Waking {
  readonly world: WalletVenue
  readonly journal: Journal
  readonly venue: OpenVenue
  readonly references: OpenFeeds
  readonly folder: string
  readonly logFile: string
  readonly show: NonNullable<SessionOptions['show']>
}

type Woken = Pick<DoorOfRun, 'session' | 'gateway' | 'settings'>

async function wake(options: PreparedRun & Waking): Promise<Woken> {
  const { world, clock, journal, venue, loaded, log, keeper, attention, end, logFile, show } = options
  const restored = restoreState(journal)
  const { state } = restored
  const wanted = marketsWantedOf(loaded)
  expectOneStrategy(loaded)
  const notice = logNotice(log)
  const patience = { notice, clock, stopAsked: end.why, startWithinSeconds: loaded.config.venue.startWithinSeconds }
  const begun = await patientRead(() => marketsAtStart(venue, { wanted, held: heldMarkets(state), clock }), patience)
  expectMarkets(begun, wanted)
  const markets = begun.map(({ market }) => market)
  const { config } = loaded
  const { unattendedMaxMs } = config
  const watchdog = createWatchdog({ pipe: PIPE, unattendedMaxMs, logFile })
  introduceMarkets(keeper, options.stanzas, begun)
  const assignments = assignMarkets(loaded, options.stanzas, begun, watchdog.asking)
  const gateway = walletGateway({ world, journal, restored, markets, now: clock.now() })
  const { file } = loaded.source
  await patientRead(() => expectReady({ venue, wallet: world.wallet, gateway, markets, file }), patience)
  const { settings, life } = deskSettingsOf(loaded, assignments.length, true)
  const renewLogin = await introduce({
    keeper,
    gateway,
    config,
    orderLifeSeconds: life.seconds,
    epoch: journal.epoch,
    logFile,
    patience,
  })
  const onBeat = (): void => {
    watchdog.beat()
    attention.beat(performance.now())
    renewLogin()
  }
  const onStall = (ms: number): void => log.warn({ stalledMs: Math.round(ms) }, stallText(ms))
  const pulse = createPulse({ unattendedMaxMs, say: message => keeper.say(message), onBeat, onStall })
  log.info({ orderLifeSeconds: life.seconds }, life.words)
  log.info(unattendedWords(config, life))
  const desk = { markets, assignments, state, settings }
  const stanzas = isFollowing(wanted) ? options.stanzas : null
  const record: SessionOptions['record'] = now =>
    recordRun({ ...desk, stanzas, feeds: options.feeds, loaded, log, clock, folder: options.folder }, now)
  const roster = stanzas === null ? {} : rosterOf(options, { wanted, begun, notice, asking: watchdog.asking })
  try {
    const { rejectedInARowMax } = config
    const own = { ...desk, ...roster, ...patience, rejectedInARowMax, accountLookEveryMs: config.feed.accountLookEveryMs }
    const edges = { venue, references: options.references, gateway, journal, record, pulse }
    const session = await startSession({ ...own, ...edges, asking: watchdog.asking, show })
    return { session, gateway, settings }
  } catch (error) {
    if (error instanceof RefusedStartError) throw new ExitError(ExitCode.REFUSED, error.message, error)
    throw error
  }
}

interface RosterParts {
  readonly wanted: readonly MarketsWanted[]
  readonly begun: readonly StanzaMarket[]
  readonly notice: RunNotice
  readonly asking: Asking
}

/** Makes the run's markets follow the config's filters. */
function rosterOf(
  { venue, world, clock, stanzas, log, loaded, keeper }: PreparedRun & Waking,
  { wanted, begun, notice, asking }: RosterParts,
): Required<Pick<SessionOptions, 'assign' | 'follow'>> {
  const { marketsEveryMs: everyMs } = loaded.config.feed
  const lacking = lackingApprovals({ venue, wallet: world.wallet, file: loaded.source.file })
  const feeds = Object.keys(loaded.config.feeds)
  const assign = assignLater(stanzas, { feeds, asking, onProblem: text => log.error(text) })
  return {
    assign: (market, stanza) => {
      const assignment = assign(market, stanza)
      const strategy = assignment?.definition.name ?? null
      keeper.say({ kind: 'joined', index: market.index, id: market.id, strategy })
      return assignment
    },
    follow: held => followMarkets({ venue, wanted, clock, notice, markets: begun, everyMs, held, lacking }),
  }
}

/** The line printed at the start: when orders are removed after a crash, and how long they can live if the venue cannot be reached. */
const unattendedWords = ({ unattendedMaxMs, limits }: Config, { seconds }: OrderLife): string => {
  const { clockOffsetMaxMs } = limits
  const allowedSeconds = clockAllowanceMs(null, clockOffsetMaxMs) / 1_000
  const whose =
    clockOffsetMaxMs === null ? 'assumed until it is measured' : 'limits.clockOffsetMaxMs, beyond which nothing is opened'
  return (
    `if this daemon dies or hangs, its orders are removed ${unattendedMaxMs / 1_000} s later at the latest; if host, network or REST is lost ` +
    `they live up to ${seconds + allowedSeconds} s: ${seconds} s, and ${allowedSeconds} s by which the clock of this computer may be ahead of ` +
    `the venue’s (${whose})`
  )
}

const stallText = (ms: number): string =>
  `this process, or the whole computer, stood still for ${(ms / 1_000).toFixed(1)} s, or its clock was set: orders that rested could be filled ` +
  'meanwhile, orders that waited are not sent, and the venue is read before the next one'

/** A run that can wait for markets to open may begin without any. */
function expectMarkets(begun: readonly StanzaMarket[], wanted: readonly MarketsWanted[]): void {
  if (isFollowing(wanted) || begun.some(({ stanza }) => stanza !== null)) return
  throw new ExitError(ExitCode.FAILED, 'the venue has no open market that this config asks for')
}
