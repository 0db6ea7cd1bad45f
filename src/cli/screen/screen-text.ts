import type { Wei } from '../../model/money.js'
import { short, signed } from './amount.js'
import { textTable } from './text-table.js'

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

const HEAD = ['market', 'book', 'our bid', 'our ask', 'net', 'pnl', 'fills', 'dark', 'state']
/** Lines besides the rows of the table: title, head, totals, notes, foot and blank lines. */
const FRAME_LINES = 14
const NAME_MIN = 8

/** The screen of a run as lines that fit the terminal. */
export function screenText(model: ScreenModel, size: ScreenSize, paint: Paint): string {
  const width = Math.max(40, size.columns - 1)
  const { orders, pnl } = model
  const feeds = model.feeds === '' ? [] : [cut(`feeds ${model.feeds}`, width)]
  const alerts = shortened(model.alerts).map(text => paint('bad', cut(text, width)))
  const dim = (text: string): string => paint('dim', cut(text, width))
  const totals = [
    `cash ${short(model.cash)}   equity ${short(model.equity)}   pnl ${gain(pnl.total, paint)}`,
    paint('dim', ` (realized ${signed(pnl.realized)}, unrealized ${signed(pnl.unrealized)})`),
  ]
  const counted = `fills ${model.fills}   orders ${orders.placed} placed, ${orders.canceled} canceled, ${orders.filled} filled, ${orders.refused} refused`
  const unknown = orders.unknown === 0 ? ', 0 unknown' : `, ${paint('warn', `${orders.unknown} unknown`)}`
  return [
    `${paint('bold', 'oddsmith')} ${cut(model.title, width - 30)}   ${paint(model.isAlarmed ? 'bad' : 'good', model.state)}`,
    '',
    marketTable(model.rows, { width, rows: Math.max(1, size.rows - FRAME_LINES - feeds.length - alerts.length) }, paint),
    '',
    totals.join(''),
    counted + unknown,
    ...(model.dark === '' ? [] : [cut(model.dark, width)]),
    ...feeds,
    ...alerts,
    '',
    ...model.notes.map(dim),
    dim(model.foot),
  ].join('\n')
}

const ALERTS_MAX = 4

const shortened = (lines: readonly string[]): readonly string[] =>
  lines.length <= ALERTS_MAX
    ? lines
    : [...lines.slice(0, ALERTS_MAX - 1), `and ${lines.length - ALERTS_MAX + 1} more; "oddsmith status" shows all`]

function marketTable(rows: readonly ScreenRow[], room: { width: number; rows: number }, paint: Paint): string {
  const shown = rows.slice(0, room.rows)
  const plain = shown.map(row => cellsOf(row, (_, text) => text))
  const taken = HEAD.slice(1).map((name, at) => Math.max(name.length, ...plain.map(cells => (cells[at + 1] ?? '').length)))
  const left = Math.max(NAME_MIN, room.width - taken.reduce((sum, width) => sum + width + 2, 0))
  const cells = shown.map(row => cellsOf({ ...row, market: cut(row.market, left) }, paint))
  const more = rows.length > shown.length ? `\n${paint('dim', `and ${rows.length - shown.length} more markets`)}` : ''
  return (
    textTable(
      HEAD.map(name => paint('dim', name)),
      cells,
    ) + more
  )
}

const cellsOf = (row: ScreenRow, paint: Paint): readonly string[] => [
  row.market,
  row.book,
  row.bid,
  row.ask,
  signed(row.net),
  gain(row.pnl, paint),
  String(row.fills),
  row.dark,
  paint(row.state === 'quoting' ? 'good' : 'warn', row.state),
]

const gain = (amount: Wei, paint: Paint): string =>
  amount === 0n ? signed(amount) : paint(amount > 0n ? 'good' : 'bad', signed(amount))

const cut = (text: string, width: number): string => (text.length <= width ? text : `${text.slice(0, Math.max(0, width - 1))}…`)
