import { describe, expect, test } from 'vitest'
import { visibleLine, visibleText } from '../../../src/cli/screen/print-text.js'
import { type Paint, type ScreenModel, screenText } from '../../../src/cli/screen/screen-text.js'
import { textTable } from '../../../src/cli/screen/text-table.js'
import { Wei } from '../../../src/model/money.js'

/** What a hostile title does: clears the screen, renames the window, links elsewhere, hides the rest of the line, and turns the text around. */
const HOSTILE =
  'Will it?\u001b[2J\u001b]0;mine\u0007\u001b]8;;http://elsewhere\u001b\\ \u009b1A\u001b[8m\u202e99.0\r\nok: nothing to pay\u007f'
// oxlint-disable-next-line no-control-regex -- These are the characters that it is about.
const OBEYED = /[\0-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/

const NONE = Wei.of(0n)
const model: ScreenModel = {
  title: `paper run ${HOSTILE}`,
  state: 'quoting',
  isAlarmed: false,
  rows: [
    {
      market: `1001 ${HOSTILE}`,
      book: '0.53/0.55',
      bid: '0.53x20',
      ask: '-',
      net: NONE,
      pnl: NONE,
      fills: 0,
      dark: '-',
      state: `pulled: ${HOSTILE.slice(0, 24)}`,
    },
  ],
  cash: NONE,
  equity: NONE,
  pnl: { total: NONE, realized: NONE, unrealized: NONE },
  fills: 0,
  orders: { placed: 0, canceled: 0, filled: 0, refused: 0, unknown: 0 },
  dark: '',
  feeds: `reference ${HOSTILE}`,
  alerts: [HOSTILE],
  notes: [`10:15:01 ! the venue refused: ${HOSTILE}`],
  foot: 'Ctrl-C',
}
const plain: Paint = (_, text) => text

describe('text of others on a terminal', () => {
  test('is shown and not obeyed: control characters become visible', () => {
    expect(visibleText('a\u001b[2Jb\u009bc\u202ed\u007f')).toBe(String.raw`a\u001b[2Jb\u009bc\u202ed\u007f`)
  })

  test('keeps lines, tabs, accents and colours', () => {
    const text = 'a\tb\nc\r\n\u001b[32mgood\u001b[39m \u001b[38;5;208morange\u001b[0m naïve – 東京 🙂\n'
    expect(visibleText(text)).toBe(text)
  })

  test('has the same values in a document of JSON', () => {
    const document = { question: HOSTILE }
    expect(JSON.parse(visibleText(JSON.stringify(document)))).toEqual(document)
    expect(visibleText(JSON.stringify(document))).not.toMatch(OBEYED)
  })

  test('stays on one line in a cell, and hides nothing after it', () => {
    expect(visibleLine('a\r\nb\u001b[8mc\u001b[31md\u001b[39m')).toBe('a bc\u001b[31md\u001b[39m')
    const table = textTable(['market', 'question'], [['1001', HOSTILE]])
    expect(table).not.toMatch(OBEYED)
    expect(table.split('\n')).toHaveLength(2)
  })

  test('cannot change the picture of a run', () => {
    const picture = screenText(model, { columns: 100, rows: 30 }, plain)
    expect(picture).not.toMatch(OBEYED)
    const harmless = { ...model, rows: [], title: 'x', feeds: 'x', alerts: ['x'], notes: ['x'] }
    expect(picture.split('\n')).toHaveLength(screenText(harmless, { columns: 100, rows: 30 }, plain).split('\n').length + 1)
  })
})
