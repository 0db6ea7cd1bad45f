import type { Books } from '../engine/books.js'
import type { Desk } from '../engine/desk.js'
import type { DeskSettings } from '../engine/desk-options.js'
import type { DeskSummary } from '../engine/desk-summary.js'
import type { Turn } from '../engine/news.js'
import { isOneSided } from '../engine/settlement-gate.js'
import type { Journal } from '../journal/journal.js'
import type { Batch } from '../model/batch.js'
import { counted } from '../model/counted.js'
import { type Halt, haltText } from '../model/halt.js'
import type { MarketId } from '../model/ids.js'
import { Wei } from '../model/money.js'
import type { Snapshot } from '../model/report.js'
import type { Clock } from '../model/time.js'
import { adjustmentText } from './adjustment-text.js'
import { booksBehind, differences } from './agreement.js'
import { createFillCounts, type FillCounts } from './fill-counts.js'
import type { Pulse } from './pulse.js'
import type { RunNotice } from './run-notice.js'
import type { SessionMarkets } from './session-markets.js'
import { createFaultTeller, createModeTeller, createReferenceTeller, createRefusalTeller } from './tell-changes.js'
import { createClockTeller } from './tell-clock.js'
import { createDarkTeller } from './tell-dark.js'
import { createFailedTeller } from './tell-failed.js'
import { createRejectionTeller } from './tell-rejections.js'

/** What a run's profit is measured against. `adjusted`: money that came or went without a fill. */
export interface Baseline {
  readonly summary: DeskSummary
  readonly adjusted: Wei
  /** Equity of each market then, and of one that joined later, when it joined. */
  readonly equities: ReadonlyMap<MarketId, Wei>
}

/** Counts of a run so far. `events`: rows and reports. */
export interface SessionCounts {
  turns: number
  events: number
}

export interface Watch {
  readonly counts: Readonly<SessionCounts>
  readonly fills: FillCounts
  /** Resolves when every strategy has failed. */
  readonly allFailed: Promise<void>
  baseline(): Baseline | null
  /** Called with each turn after it was carried out. */
  readonly onTurn: (batch: Batch, turn: Turn, isIdle: boolean) => void
}

/** Age of a checkpoint at which the next idle moment saves another, in microseconds; and at which any moment does. */
const SAVE_EVERY = 30_000_000
const SAVE_AT_LAST = 300_000_000
/** How long the baseline waits for books that stay dark, in microseconds. */
const BASELINE_WAIT = 3_000_000

const LINK_LOST = 'the venue’s private stream is lost: every order is canceled, and nothing is placed until it is back'
/** Larger moves of the wall clock are reported to a person, in microseconds. */
const STEP_TOLD = 1_000_000

/** Says that a limit halted the run. */
export const tellHalt = (notice: RunNotice, halt: Halt): void =>
  notice('error', `halted by ${haltText(halt)}; all orders are canceled`, { ...halt })

/** What a market earned since the run began or the market joined; 0 before anything is marked. */
export const profitSince = (baseline: Baseline | null, { market, equity }: DeskSummary['markets'][number]): Wei =>
  Wei.sub(equity, baseline?.equities.get(market.id) ?? equity)

/** A market that left and joins again goes on from where it was. */
const withJoined = (known: Baseline['equities'], { markets }: DeskSummary): Baseline['equities'] =>
  new Map([...markets.map(({ market, equity }) => [market.id, equity] as const), ...known])

/** Observes the turns of a run: counts, saves in idle moments, and reports what a person must know. */
export function createWatch(options: {
  readonly journal: Journal
  readonly markets: SessionMarkets
  readonly clock: Clock
  readonly notice: RunNotice
  readonly desk: Desk
  readonly books: Pick<Books, 'references' | 'mode'>
  readonly settings: Pick<DeskSettings, 'limits' | 'requote'>
  /** Receives the offset between this clock and the venue's. */
  readonly pulse?: Pick<Pulse, 'measured'>
}): Watch {
  const { journal, markets, clock, notice, desk } = options
  const counts: SessionCounts = { turns: 0, events: 0 }
  const fills = createFillCounts(desk.state(), index => markets.at(index)?.id)
  const tellRefusals = createRefusalTeller(markets, notice)
  const tellFaults = createFaultTeller(markets, notice)
  const tellRejections = createRejectionTeller(notice)
  const tellBooks = [createReferenceTeller(options.books.references, notice), createModeTeller(options.books, notice)]
  const tellDark = createDarkTeller(() => desk.summary(), notice)
  const { limits, requote } = options.settings
  const tellClock = createClockTeller({
    limitMs: limits.clockOffsetMaxMs ?? null,
    orderLifeSeconds: requote.orderLifeSeconds,
    notice,
    onOffset: offsetMs => options.pulse?.measured(offsetMs),
  })
  const startedAt = clock.now()
  let savedAt = startedAt
  let baseline: Baseline | null = null
  let wallOffset = 0
  let toldWinning = 0
  let allFail: () => void = () => undefined
  const allFailed = new Promise<void>(resolve => {
    allFail = resolve
  })
  const tellAllFailed = createFailedTeller({ summary: () => desk.summary(), notice, onAllFailed: () => allFail() })

  const measure = (batch: Batch): void => {
    const summary = desk.summary()
    const isLate = batch.now > startedAt + BASELINE_WAIT
    const isMarked = batch.reports.some(({ kind }) => kind === 'snapshot') || isLate
    // A market without shares needs no book to be marked.
    const isSeen = summary.markets.every(({ state, yes, no }) => state === 'live' || (yes === 0n && no === 0n))
    if (isMarked && (isLate || isSeen)) {
      baseline = { summary, adjusted: desk.state().adjusted, equities: withJoined(new Map(), summary) }
    }
  }
  /** Small moves are applied silently, and their sum is reported once it is large. */
  const tellStep = (batch: Batch): void => {
    const step = batch.wallOffset - wallOffset
    if (Math.abs(step) < STEP_TOLD) return
    wallOffset = batch.wallOffset
    const way = step > 0 ? 'forward' : 'back'
    notice('warn', `the wall clock was set ${way} by ${(Math.abs(step) / 1e6).toFixed(3)} s; orders stamped before are removed`)
  }
  const tell = (batch: Batch, turn: Turn): void => {
    tellStep(batch)
    tellClock(batch)
    tellRefusals(turn.refusals, batch.now)
    tellRejections(batch.reports, batch.now)
    for (const say of tellBooks) say()
    if (turn.halt !== null) tellHalt(notice, turn.halt)
    if (turn.failures.length > 0) tellFailures()
    if (turn.faults.length > 0) tellFaults(turn.faults)
    tellAllFailed(batch, turn)
    for (const adjustment of turn.adjustments)
      if (adjustment.why !== 'opening') notice(adjustment.why === 'unexplained' ? 'warn' : 'info', adjustmentText(adjustment))
    for (const [index, report] of batch.reports.entries()) {
      fills.take(report)
      if (report.kind === 'link' && report.state === 'lost') notice('warn', LINK_LOST)
      if (report.kind === 'snapshot') compare(report.snapshot, batch.reports.slice(index))
    }
  }
  /** Reported each time the number of failures has doubled, so that the log is not flooded. */
  const tellFailures = (): void => {
    const { settlement } = desk.summary()
    const { failedWinning, failedLosing } = settlement
    if (!isOneSided(settlement) || failedWinning < toldWinning * 2) return
    toldWinning = failedWinning
    const counts = `${failedWinning} fills failed to settle after the price had moved for us, ${failedLosing} after it had moved against us`
    notice('warn', `${counts}: a counterparty may be letting only those settle that lose us money`, { ...settlement })
  }
  const compare = (snapshot: Snapshot, told: Batch['reports']): void => {
    const state = desk.state()
    const found = differences(state, markets.all, snapshot)
    const orders = `${counted(snapshot.orders.length, 'order')} open`
    // A fill that settled after the snapshot was read is reported after it, in the same batch.
    const isEqual = found.length === 0 || differences(state, markets.all, booksBehind(told, markets.all)).length === 0
    if (isEqual) return notice('info', `positions and cash equal the venue’s; ${orders}`)
    const list = found.map(({ what, ours, venue }) => `${what} ${ours} here, ${venue} there`).join('; ')
    notice('info', `${state.pending.size} fills are settling; ${orders}; until then: ${list}`)
  }
  return {
    counts,
    fills,
    allFailed,
    baseline: () => baseline,
    onTurn: (batch, turn, isIdle) => {
      counts.turns += 1
      counts.events += batch.to - batch.from + batch.reports.length
      if (baseline === null) measure(batch)
      else if (turn.joined.length > 0) baseline = { ...baseline, equities: withJoined(baseline.equities, desk.summary()) }
      tell(batch, turn)
      tellDark(batch.now)
      if (batch.now - savedAt < (isIdle ? SAVE_EVERY : SAVE_AT_LAST)) return
      savedAt = batch.now
      journal.save({ at: batch.now, markets: markets.all, state: desk.state() })
      journal.rest()
    },
  }
}
