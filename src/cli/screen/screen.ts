import type { WriteStream } from 'node:tty'
import { styleText } from 'node:util'
import { createLogUpdate } from 'log-update'
import type { DeskSummary } from '../../engine/desk-summary.js'
import { Wei } from '../../model/money.js'
import type { Clock } from '../../model/time.js'
import { weiOfDigits } from '../../protocol/exact-digits.js'
import { darkShare, darkText } from '../../runtime/dark-text.js'
import { isAllFailed } from '../../runtime/failed-strategies.js'
import type { Session } from '../../runtime/session.js'
import { profitSince } from '../../runtime/watch.js'
import { feedText } from './feed-text.js'
import { unblocked } from './log-stderr.js'
import { failedMarketsText, quoteText, stateWord, touchText } from './market-text.js'
import { type Paint, type ScreenModel, screenText } from './screen-text.js'
import { sinceStartOf } from './since-start.js'

/** What the screen shows besides the session. */
export interface ScreenOptions {
  readonly run: string
  readonly mode: 'paper' | 'live'
  readonly session: Session
  /** The clock of the run, by which its times are stamped. */
  readonly clock: Clock
  /** The newest last. */
  readonly notes: () => readonly string[]
  /** The path of the run's log. */
  readonly log: string
}

/** A picture of the run that is redrawn in place. */
export interface Screen {
  /** Draws a last time and leaves the picture on the terminal. */
  stop(): void
}

const REFRESH_MS = 500

/** The terminal to draw on: stderr, because stdout is for results, or else stdout if no document is printed; null: there is none. */
export function screenStream(isJson: boolean): WriteStream | null {
  if (process.env['TERM'] === 'dumb' || process.env['CI'] !== undefined) return null
  if (process.stderr.isTTY) return process.stderr
  return process.stdout.isTTY && !isJson ? process.stdout : null
}

/** Draws a run's table on a terminal, twice a second. */
export function startScreen(stream: WriteStream, options: ScreenOptions): Screen {
  const draw = createLogUpdate(unblocked(stream), { showCursor: true })
  const paint = paintOf(stream)
  const startedAt = performance.now()
  let isGone = false
  // Closing the terminal must not end the run.
  stream.on('error', () => {
    isGone = true
  })
  const refresh = (): void => {
    // A stopped terminal has not taken the last picture; another one would be outdated when it is shown.
    if (isGone || stream.writableLength > 0) return
    const seconds = Math.floor((performance.now() - startedAt) / 1_000)
    draw(screenText(modelOf(options, seconds), { columns: stream.columns, rows: stream.rows }, paint))
  }
  const timer = setInterval(refresh, REFRESH_MS)
  refresh()
  return {
    stop: () => {
      clearInterval(timer)
      refresh()
      draw.done()
    },
  }
}

const STYLES = { good: 'green', bad: 'red', warn: 'yellow', dim: 'dim', bold: 'bold' } as const
const COLORED: Paint = (meaning, text) => styleText(STYLES[meaning], text)
const PLAIN: Paint = (_, text) => text

/** Uses colours if the terminal supports them. */
export const paintOf = (stream: WriteStream): Paint => (stream.hasColors() ? COLORED : PLAIN)

function modelOf({ session, clock, mode, run, notes, log }: ScreenOptions, seconds: number): ScreenModel {
  const { books, desk, baseline, fills } = session
  const now = desk.summary()
  const since = sinceStartOf({ now, adjusted: desk.state().adjusted, ...session })
  const rows = now.markets.map(row => ({
    market: `${row.market.id} ${row.market.question}`,
    book: touchText(books, row),
    bid: quoteText('bid', row.resting.bid),
    ask: quoteText('ask', row.resting.ask),
    net: Wei.sub(row.yes, row.no),
    pnl: profitSince(baseline, row),
    fills: fills.of(row.market.id),
    state: stateWord(row, now),
    dark: darkShare(row.quoting),
  }))
  const alarm = alarmText(now)
  return {
    title: `${mode} run ${run}   ${clockOf(seconds)}`,
    state: alarm ?? (rows.some(({ state }) => state === 'quoting') ? 'quoting' : 'waiting'),
    isAlarmed: alarm !== null,
    rows,
    cash: now.cash,
    equity: now.equity,
    pnl: {
      total: weiOfDigits(since.pnl.total),
      realized: weiOfDigits(since.pnl.realized),
      unrealized: weiOfDigits(since.pnl.unrealized),
    },
    fills: since.fills,
    orders: since.orders,
    dark: darkText(now.quoting),
    feeds: feedText(books, clock.now()),
    alerts: [],
    notes: notes(),
    foot: `Ctrl-C removes every order and ends the run; log: ${log}`,
  }
}

/** Why nothing is quoted, until a person acts; null: no such reason. */
function alarmText(now: DeskSummary): string | null {
  if (now.isHalted) return `HALTED by ${now.haltedBy}`
  if (now.isPaused) return 'paused'
  return isAllFailed(now) ? failedMarketsText(now) : null
}

/** `01:02:03`. */
export const clockOf = (seconds: number): string =>
  [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60]
    .map(part => String(part).padStart(2, '0'))
    .join(':')
