import Table from 'cli-table3'
import { visibleLine } from './print-text.js'

type Align = 'left' | 'right'

const NOTHING = Object.fromEntries(
  ['top', 'top-mid', 'top-left', 'top-right', 'bottom', 'bottom-mid', 'bottom-left', 'bottom-right', 'left', 'left-mid'].map(
    name => [name, ''],
  ),
)
const BARE = { ...NOTHING, mid: '', 'mid-mid': '', right: '', 'right-mid': '', middle: '  ' }

/** A table without borders: columns are two spaces apart, numbers are right-aligned. Colour codes are not counted as width. */
export function textTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const table = new Table({
    head: [...head],
    chars: BARE,
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
    colAligns: head.map((_, column) => alignOf(rows, column)),
  })
  table.push(...rows.map(row => row.map(visibleLine)))
  return table
    .toString()
    .split('\n')
    .map(line => line.trimEnd())
    .join('\n')
}

/**
 * The same as CSV (RFC 4180) for spreadsheets: a head, then a line for each row, each ended by CRLF; null is an empty field. A text that a spreadsheet
 * would run as a formula, such as the id of a market of a hostile venue, begins with an apostrophe; numbers stay as they are.
 */
export const csvText = (head: readonly string[], rows: readonly (readonly (string | null)[])[]): string =>
  [head, ...rows].map(row => `${row.map(value => fieldOf(value ?? '')).join(',')}\r\n`).join('')

const fieldOf = (value: string): string => {
  const text = FORMULA.test(value) && !DECIMAL.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Its first character, also in the wide form of East Asian keyboards, makes a cell a formula. */
const FORMULA = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/
const DECIMAL = /^[-+]?\d+(?:\.\d+)?(?:e[-+]?\d+)?$/i

// oxlint-disable-next-line no-control-regex -- A colour begins with an escape.
const NUMBER = /^(\u001b\[\d+m)*[-+]?[\d.,]+%?(\u001b\[\d+m)*$/

const alignOf = (rows: readonly (readonly string[])[], column: number): Align =>
  rows.length > 0 && rows.every(row => NUMBER.test(row[column] ?? '') || row[column] === '-') ? 'right' : 'left'
