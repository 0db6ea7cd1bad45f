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

/** What a terminal shows two columns wide: Chinese, Japanese and Korean characters, and emoji. Halfwidth forms are one column wide. */
const WIDE =
  /^(?![\uff61-\uffdc])(?:[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303e\uff01-\uff60\uffe0-\uffe6\p{Emoji_Presentation}]|.*\ufe0f)/u
const ASCII = /^[ -~]*$/
/** Made when it is first needed: it takes milliseconds, and most texts are ASCII. */
let segmenter: Intl.Segmenter | undefined

function charactersOf(text: string): Iterable<{ readonly segment: string }> {
  segmenter ??= new Intl.Segmenter()
  return segmenter.segment(text)
}

const widthOf = (character: string): number => (WIDE.test(character) ? 2 : /^[\p{M}\p{Cf}\p{Cc}]+$/u.test(character) ? 0 : 1)

/** The columns that a text without colours takes on a terminal. */
export function textWidth(text: string): number {
  if (ASCII.test(text)) return text.length
  let width = 0
  for (const { segment } of charactersOf(text)) width += widthOf(segment)
  return width
}

/** The text on one line, or as much of its start as fits `width` columns with an ellipsis. No character is cut in two. */
export function cutText(given: string, width: number): string {
  const text = visibleLine(given)
  if (textWidth(text) <= width) return text
  let [kept, taken] = ['', 0]
  for (const { segment } of charactersOf(text)) {
    taken += widthOf(segment)
    if (taken > width - 1) break
    kept += segment
  }
  return width < 1 ? '' : `${kept}…`
}

/** The same as CSV (RFC 4180) for spreadsheets: a head, then a line for each row, each ended by CRLF; null is an empty field. */
export const csvText = (head: readonly string[], rows: readonly (readonly (string | null)[])[]): string =>
  [head, ...rows].map(row => `${row.map(value => fieldOf(value ?? '')).join(',')}\r\n`).join('')

const fieldOf = (value: string): string => (/[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)

// oxlint-disable-next-line no-control-regex -- A colour begins with an escape.
const NUMBER = /^(\u001b\[\d+m)*[-+]?[\d.,]+%?(\u001b\[\d+m)*$/

const alignOf = (rows: readonly (readonly string[])[], column: number): Align =>
  rows.length > 0 && rows.every(row => NUMBER.test(row[column] ?? '') || row[column] === '-') ? 'right' : 'left'
