import type { Wei } from '../../model/money.js'
import { short, signed } from './amount.js'
import { textTable } from './text-table.js'
import { cutText, textWidth } from './text-width.js'

/** Colours by meaning; without colours, `paint` returns the text unchanged. */
export type Paint = (meaning: 'good' | 'bad' | 'warn' | 'dim' | 'bold', text: string) => string

/** One line of the screen's table. */
export interface ScreenRow {
  readonly market: string
  readonly book: string
  readonly bid: string
  readonly ask: string
  readonly net: Wei
  readonly pnl: Wei
  readonly fills: number
  /** As a share of the time in which quotes were wanted. */
  readonly dark: string
  readonly state: string
}

/** Everything that the screen of a run shows. Amounts are of this run, except cash and equity. */
export interface ScreenModel {
  readonly title: string
  /** The state of the whole desk: quoting, paused, or halted by a rule. */
  readonly state: string
  readonly isAlarmed: boolean
  readonly rows: readonly ScreenRow[]
  readonly cash: Wei
  readonly equity: Wei
  readonly pnl: { readonly total: Wei; readonly realized: Wei; readonly unrealized: Wei }
  readonly fills: number
  readonly orders: Readonly<Record<'placed' | 'canceled' | 'filled' | 'refused' | 'unknown', number>>
  /** The share of the time in which quotes were wanted and none rested, with the reasons. */
  readonly dark: string
  /** The state of each reference. Empty: there are none. */
  readonly feeds: string
  /** Each active alert, and each receiver that does not accept alerts. */
  readonly alerts: readonly string[]
  /** The newest last. */
  readonly notes: readonly string[]
  readonly foot: string
}

/** The size of the terminal. */
export interface ScreenSize {
  readonly columns: number
  readonly rows: number
}

const NAME_MIN = 8
const STATE_MIN = 10
/** Columns between the market's name and its state. */
const MIDDLE = ['book', 'our bid', 'our ask', 'net', 'pnl', 'fills', 'dark'] as const
type Middle = (typeof MIDDLE)[number]
/** Which columns a narrow terminal is spared, the first of them first. */
const SPARED: readonly Middle[] = ['dark', 'fills', 'book', 'pnl', 'net']

/** The screen of a run as lines that fit the terminal. */
export function screenText(model: ScreenModel, size: ScreenSize, paint: Paint): string {
  const width = Math.max(40, size.columns - 1)
  const dim = (text: string): string => paint('dim', cutText(text, width))
  const notes = model.notes.slice(-Math.max(1, size.rows - NOTES_ROOM))
  const below = [
    '',
    ...moneyLines(model, width, paint),
    ...countLines(model, width, paint),
    ...(model.dark === '' ? [] : [cutText(model.dark, width)]),
    ...(model.feeds === '' ? [] : [cutText(`feeds ${model.feeds}`, width)]),
    ...shortened(model.alerts).map(text => paint('bad', cutText(text, width))),
    '',
    ...notes.map(dim),
    dim(model.foot),
  ]
  const rows = Math.max(1, size.rows - ABOVE_LINES - below.length)
  return [titleLine(model, width, paint), '', marketTable(model.rows, { width, rows }, paint), ...below].join('\n')
}

/** Title, blank line, head of the table, the count of markets that are left out, and the line of the cursor. */
const ABOVE_LINES = 5
/** Lines of a screen besides its notes, with one market. */
const NOTES_ROOM = 13

const TITLE_MIN = 20

function titleLine(model: ScreenModel, width: number, paint: Paint): string {
  const room = width - 'oddsmith '.length - 3
  const state = cutText(model.state, room - TITLE_MIN)
  const title = cutText(model.title, room - textWidth(state))
  return `${paint('bold', 'oddsmith')} ${title}   ${paint(model.isAlarmed ? 'bad' : 'good', state)}`
}

function moneyLines({ cash, equity, pnl }: ScreenModel, width: number, paint: Paint): readonly string[] {
  const parts = [`(realized ${signed(pnl.realized)},`, `unrealized ${signed(pnl.unrealized)})`]
  return packed(width, [
    [`cash ${short(cash)}  `],
    [`equity ${short(equity)}  `],
    [`pnl ${signed(pnl.total)}`, `pnl ${gain(pnl.total, paint)}`],
    ...together(width, parts).map(part => [part, paint('dim', part)] as const),
  ])
}

function countLines({ fills, orders }: ScreenModel, width: number, paint: Paint): readonly string[] {
  const unknown = `${orders.unknown} unknown`
  return packed(width, [
    [`fills ${fills}  `],
    [`orders ${orders.placed} placed,`],
    [`${orders.canceled} canceled,`],
    [`${orders.filled} filled,`],
    [`${orders.refused} refused,`],
    [unknown, orders.unknown === 0 ? unknown : paint('warn', unknown)],
  ])
}

/** A text without colours, and with them where it has some. */
type Part = readonly [plain: string, shown?: string]

/** The parts in as few lines as they need, none of them cut in two. */
function packed(width: number, parts: readonly Part[]): readonly string[] {
  const lines: { plain: string; shown: string }[] = []
  for (const [plain, shown = plain] of parts) {
    const last = lines.at(-1)
    if (last === undefined || `${last.plain} ${plain}`.trimEnd().length > width) lines.push({ plain, shown })
    else Object.assign(last, { plain: `${last.plain} ${plain}`, shown: `${last.shown} ${shown}` })
  }
  return lines.map(({ shown }) => shown.trimEnd())
}

/** What belongs together as one part, where a line has room for all of it. */
const together = (width: number, parts: readonly string[]): readonly string[] =>
  parts.join(' ').length <= width ? [parts.join(' ')] : parts

const ALERTS_MAX = 4

const shortened = (lines: readonly string[]): readonly string[] =>
  lines.length <= ALERTS_MAX
    ? lines
    : [...lines.slice(0, ALERTS_MAX - 1), `and ${lines.length - ALERTS_MAX + 1} more; "oddsmith status" shows all`]

function marketTable(rows: readonly ScreenRow[], room: { width: number; rows: number }, paint: Paint): string {
  const shown = rows.slice(0, room.rows)
  const states = Math.max('state'.length, ...shown.map(row => textWidth(row.state)))
  const widths = new Map(
    MIDDLE.map(name => [name, Math.max(name.length, ...shown.map(row => cellOf(row, name, PLAIN).length))]),
  )
  const leftOf = (names: readonly Middle[]): number =>
    room.width - 2 - names.reduce((sum, name) => sum + (widths.get(name) ?? 0) + 2, 0)
  let names: readonly Middle[] = MIDDLE
  for (const spared of SPARED)
    if (leftOf(names) < NAME_MIN + Math.min(states, STATE_MIN)) names = names.filter(name => name !== spared)
  const left = leftOf(names)
  const state = Math.min(states, Math.max(STATE_MIN, Math.floor(left / 2)))
  const cells = shown.map(row => [
    cutText(row.market, Math.max(NAME_MIN, left - state)),
    ...names.map(name => cellOf(row, name, paint)),
    paint(row.state === 'quoting' ? 'good' : 'warn', cutText(row.state, state)),
  ])
  const more = rows.length > shown.length ? `\n${paint('dim', `and ${rows.length - shown.length} more markets`)}` : ''
  const head = ['market', ...names, 'state'].map(name => paint('dim', name))
  return textTable(head, cells) + more
}

const PLAIN: Paint = (_, text) => text

const cellOf = (row: ScreenRow, name: Middle, paint: Paint): string =>
  ({
    book: () => row.book,
    'our bid': () => row.bid,
    'our ask': () => row.ask,
    net: () => signed(row.net),
    pnl: () => gain(row.pnl, paint),
    fills: () => String(row.fills),
    dark: () => row.dark,
  })[name]()

const gain = (amount: Wei, paint: Paint): string =>
  amount === 0n ? signed(amount) : paint(amount > 0n ? 'good' : 'bad', signed(amount))
