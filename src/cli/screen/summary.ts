import type { DeskQuoting } from '../../engine/quoting-time.js'
import { counted } from '../../model/counted.js'
import { marketsText } from '../../model/markets-text.js'
import type { Wei } from '../../model/money.js'
import { exactDigits, weiOfDigits } from '../../protocol/exact-digits.js'
import { darkText } from '../../runtime/dark-text.js'
import { type FailedStrategy, failedOf } from '../../runtime/failed-strategies.js'
import type { Session } from '../../runtime/session.js'
import type { Stopped } from '../../runtime/shutdown.js'
import { CLOCK_WARNED_MS, clockWords } from '../../runtime/tell-clock.js'
import { short, signed } from './amount.js'
import { type ToldFeed, toldFeeds } from './feed-text.js'
import { type SinceStart, sinceStart } from './since-start.js'

/** The result of a run for programs: the document that `run --json` prints. Amounts are decimal strings of collateral. */
export interface RunSummary extends SinceStart {
  readonly run: string
  readonly mode: 'paper' | 'live'
  readonly seconds: number
  readonly markets: readonly string[]
  readonly turns: number
  readonly events: number
  readonly cash: string
  /** Markets whose strategy failed and was stopped. */
  readonly failed: readonly FailedStrategy[]
  readonly removedAtExit: number
  /** null: the venue could not be asked. */
  readonly openOrdersAtExit: number | null
  /** Whether settled cash and shares equal the venue's to the wei; null: the venue did not answer in time, or fills were still settling. */
  readonly isEqualToVenue: boolean | null
  /** How far this computer's clock was ahead of the venue's at the end; null: it was not measured. */
  readonly clockOffsetMs: number | null
  readonly stateHash: string
  /** How long quotes were wanted, and how long no order of ours rested, by reason, in seconds summed over markets. */
  readonly quoting: DeskQuoting & { readonly markets: Readonly<Record<string, DeskQuoting>> }
  /** The state of each reference at the end, and the number of bad messages of its feed. */
  readonly feeds: Readonly<Record<string, ToldFeed & { readonly badTexts: number }>>
  /** Lines that stderr or the log file did not take in time. */
  readonly logLinesDropped: number
}

interface Ended {
  readonly run: string
  readonly mode: RunSummary['mode']
  readonly seconds: number
  readonly session: Session
  readonly stopped: Stopped
  readonly logLinesDropped: number
  readonly badTexts: Readonly<Record<string, number>>
}

/** Summarizes a run by comparing its end with the wallet at its start. */
export function summarizeRun({ run, mode, seconds, session, stopped, logLinesDropped, badTexts }: Ended): RunSummary {
  const { desk, counts, markets } = session
  const now = desk.summary()
  const { orders, fills, settlement, volume, pnl } = sinceStart(session)
  return {
    run,
    mode,
    seconds,
    markets: markets.map(({ id }) => id),
    turns: counts.turns,
    events: counts.events,
    orders,
    fills,
    settlement,
    volume,
    pnl,
    cash: exactDigits(now.cash),
    failed: failedOf(now),
    removedAtExit: stopped.removed,
    openOrdersAtExit: stopped.open,
    isEqualToVenue: stopped.differences === null ? null : stopped.differences.length === 0,
    quoting: { ...now.quoting, markets: Object.fromEntries(now.markets.map(({ market, quoting }) => [market.id, quoting])) },
    clockOffsetMs: now.clockOffsetMs === null ? null : Math.round(now.clockOffsetMs),
    stateHash: desk.stateHash(),
    feeds: Object.fromEntries(
      Object.entries(toldFeeds(session.books)).map(([name, told]) => [name, { ...told, badTexts: badTexts[name] ?? 0 }]),
    ),
    logLinesDropped,
  }
}

/** The same as text. */
export function summaryText(summary: RunSummary): string {
  const { orders, pnl } = summary
  const eyes = (text: string, show: (wei: Wei) => string): string => show(weiOfDigits(text))
  return [
    `run ${summary.run} (${summary.mode}, ${summary.seconds.toFixed(1)} s, ${counted(summary.turns, 'turn')}, ${counted(summary.events, 'event')})`,
    `  orders  ${orders.placed} placed, ${orders.canceled} canceled, ${orders.filled} filled, ${orders.refused} refused, ${orders.unknown} unknown`,
    `  fills   ${summary.fills}, volume ${eyes(summary.volume, short)} USDT${settlementText(summary.settlement)}`,
    `  pnl     ${eyes(pnl.total, signed)} USDT (realized ${eyes(pnl.realized, signed)}, unrealized ${eyes(pnl.unrealized, signed)}, fees ${eyes(pnl.fees, short)})`,
    `  quotes  ${quotesText(summary)}`,
    ...failedLines(summary.failed),
    `  exit    ${exitText(summary)}`,
    `  money   ${moneyText(summary)}`,
    ...(Math.abs(summary.clockOffsetMs ?? 0) >= CLOCK_WARNED_MS ? [`  clock   ${clockWords(summary.clockOffsetMs ?? 0)}`] : []),
    ...Object.entries(summary.feeds).map(([name, feed]) => `  feed    ${name} ${feedText(feed)}`),
    ...(summary.logLinesDropped > 0
      ? [`  log     ${summary.logLinesDropped} lines were dropped: their reader did not take them`]
      : []),
  ].join('\n')
}

/** One line for each strategy and message. */
function failedLines(failed: readonly FailedStrategy[]): readonly string[] {
  const alike = new Map<string, Omit<FailedStrategy, 'market'> & { readonly ids: FailedStrategy['market'][] }>()
  for (const { market, strategy, message } of failed) {
    const key = `${strategy} ${message}`
    const known = alike.get(key) ?? { strategy, message, ids: [] }
    alike.set(key, known)
    known.ids.push(market)
  }
  return [...alike.values()].map(({ strategy, message, ids }) => `  failed  ${strategy} in ${marketsText(ids)}: ${message}`)
}

function feedText(feed: RunSummary['feeds'][string]): string {
  const now = feed.state === 'live' ? `live at ${feed.value}` : `${feed.state}: ${feed.why}`
  return feed.badTexts === 0 ? now : `${now}; ${feed.badTexts} of its messages could not be read`
}

/** Empty if everything settled. */
function settlementText({ settled, failed, failedWinning, failedLosing }: RunSummary['settlement']): string {
  if (failed === 0) return ''
  return `, ${failed} of ${settled + failed} failed to settle (${failedWinning} had moved for us, ${failedLosing} against us)`
}

function quotesText({ quoting, markets }: RunSummary): string {
  const hours = (seconds: number): string => `${(seconds / 3_600).toFixed(2)} h`
  if (quoting.wantedSeconds === 0) return 'none were wanted'
  return `wanted for ${hours(quoting.wantedSeconds)} in ${counted(markets.length, 'market')}, ${darkText(quoting)}`
}

/** The orders that are left at the venue, in words. */
export function exitText({ removedAtExit, openOrdersAtExit }: Pick<RunSummary, 'removedAtExit' | 'openOrdersAtExit'>): string {
  const removed = `${counted(removedAtExit, 'order')} removed`
  if (openOrdersAtExit === null) return `${removed}; the venue could not be asked what is still open`
  return openOrdersAtExit === 0 ? `${removed}, none open` : `${removed}, ${openOrdersAtExit} STILL OPEN`
}

function moneyText({ isEqualToVenue, cash }: RunSummary): string {
  const held = `cash ${short(weiOfDigits(cash))} USDT`
  if (isEqualToVenue === null) return `${held}; the venue could not be asked in time, or fills were still settling`
  return isEqualToVenue ? `${held}; positions and cash equal the venue’s` : `${held}; positions or cash DIFFER from the venue’s`
}
