import { stripVTControlCharacters } from 'node:util'
import { describe, expect, test } from 'vitest'
import { type Paint, type ScreenModel, screenText } from '../../../src/cli/screen/screen-text.js'
import { textWidth } from '../../../src/cli/screen/text-width.js'
import { Wei } from '../../../src/model/money.js'

const cents = (amount: number): Wei => Wei.of(BigInt(Math.round(amount * 100)) * 10n ** 16n)
const plain: Paint = (_, text) => text
const colored: Paint = (meaning, text) => `\u001b[${meaning === 'bad' ? 31 : 32}m${text}\u001b[39m`

const model = (rows = 2): ScreenModel => ({
  title: 'paper run 20260801-101500   00:01:05',
  state: 'quoting',
  isAlarmed: false,
  rows: Array.from({ length: rows }, (_, index) => ({
    market: `${1001 + index} Will the northern harbour log more arrivals than departures today?`,
    book: '0.53/0.55',
    bid: '0.53x20',
    ask: index === 0 ? '-' : '0.553x12.5',
    net: cents(index === 0 ? 35 : -7.5),
    pnl: cents(index === 0 ? 1.2 : -0.3),
    fills: 4 + index,
    dark: index === 0 ? '1.2 %' : '-',
    state: index === 0 ? 'quoting' : 'lost',
  })),
  cash: cents(947.73),
  equity: cents(1_000.9),
  pnl: { total: cents(0.9), realized: cents(0.5), unrealized: cents(0.4) },
  fills: 9,
  orders: { placed: 94, canceled: 85, filled: 15, refused: 2, unknown: 1 },
  dark: 'dark 1.2 % (calls 1.2)',
  feeds: '',
  alerts: [],
  notes: ['10:15:01 positions and cash equal the venue’s; 0 orders open', `10:15:30 ${'long '.repeat(40)}`],
  foot: 'Ctrl-C removes every order and ends the run; log: runs/20260801-101500/log',
})

const widthOf = (text: string): number => Math.max(...stripVTControlCharacters(text).split('\n').map(textWidth))

describe('the screen of a run', () => {
  test('shows each market, the money and the last notes', () => {
    expect(screenText(model(), { columns: 80, rows: 24 }, plain)).toBe(`oddsmith paper run 20260801-101500   00:01:05   quoting

market     book       our bid  our ask        net    pnl  fills  dark   state
1001 Wil…  0.53/0.55  0.53x20  -           +35.00  +1.20      4  1.2 %  quoting
1002 Wil…  0.53/0.55  0.53x20  0.553x12.5   -7.50  -0.30      5  -      lost

cash 947.73   equity 1000.90   pnl +0.90 (realized +0.50, unrealized +0.40)
fills 9   orders 94 placed, 85 canceled, 15 filled, 2 refused, 1 unknown
dark 1.2 % (calls 1.2)

10:15:01 positions and cash equal the venue’s; 0 orders open
10:15:30 long long long long long long long long long long long long long long…
Ctrl-C removes every order and ends the run; log: runs/20260801-101500/log`)
  })

  test('shows what each reference is, below the money', () => {
    const feeds = 'btc 60000.5, eth LOST 12 s (the socket was closed)'
    const lines = screenText({ ...model(60), feeds }, { columns: 80, rows: 24 }, plain).split('\n')
    expect(lines).toContain(`feeds ${feeds}`)
    expect(lines.length).toBeLessThanOrEqual(24)
  })

  test.each([60, 80, 132, 200])('fits a terminal of %i columns, with colours and without', columns => {
    for (const paint of [plain, colored])
      expect(widthOf(screenText(model(), { columns, rows: 24 }, paint))).toBeLessThan(columns)
  })

  test.each([
    [60, 20],
    [80, 24],
  ])('fits a terminal of %i × %i with large sums, long reasons, and characters that are two columns wide', (columns, rows) => {
    const large = model(9)
    const drawn: ScreenModel = {
      ...large,
      state: `HALTED by ${'a very long reason '.repeat(5)}`,
      rows: large.rows.map((row, at) => ({
        ...row,
        market:
          at % 2 === 0
            ? `${1001 + at} 日本語のとても長い題名のマーケットは今日の終わりまでに上がりますか`
            : `${1001 + at} Will 🚢🚢🚢👩‍👩‍👧‍👦 arrive?`,
        ask: '0.553x123456.78',
        net: cents(-123_456.78),
        state: 'pulled: the model is not sure en',
      })),
      cash: cents(11_999_909.27),
      equity: cents(12_000_000.92),
      pnl: { total: cents(1_234_567.89), realized: cents(1_234_567.89), unrealized: cents(-12_345.67) },
      orders: { placed: 1_234_567, canceled: 1_234_567, filled: 1_234_567, refused: 1_234_567, unknown: 12 },
      feeds: 'btc 60000.5',
      alerts: ['halt: a', 'gap: b'],
    }
    for (const paint of [plain, colored]) {
      const text = screenText(drawn, { columns, rows }, paint)
      expect(widthOf(text)).toBeLessThan(columns)
      expect(text.split('\n').length).toBeLessThan(rows)
      expect(text).toMatch(/1001 .*pulled/)
    }
  })

  test('breaks a line of a terminal of 41 columns between its parts', () => {
    const orders = { placed: 95, canceled: 33, filled: 12, refused: 2, unknown: 0 }
    const text = screenText({ ...model(), fills: 15, orders, cash: cents(99_999.5) }, { columns: 41, rows: 24 }, colored)
    expect(widthOf(text)).toBeLessThanOrEqual(40)
    expect(text).toContain('fills 15   orders 95 placed,\n33 canceled, 12 filled, 2 refused,\n0 unknown\n')
  })

  test('gives a wide terminal’s room to the question', () => {
    expect(screenText(model(), { columns: 150, rows: 24 }, plain)).toContain('more arrivals than departures today?')
  })

  test('keeps to the height of the terminal and says how many markets it leaves out', () => {
    const lines = screenText(model(60), { columns: 80, rows: 24 }, plain).split('\n')
    expect(lines.length).toBeLessThanOrEqual(24)
    expect(lines).toContain('and 49 more markets')
  })
})
