import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BacktestSummary } from '../../../backtest/report/summary.js'
import { oddsmith } from '../../end-to-end/daemon.js'
import { KALSHI_T0, kalshiLine } from '../../recording/kalshi-files.js'

const PATIENCE = 60_000
const MINUTE_MS = 60_000

let folder = ''
let recording = ''
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'oddsmith-'))
  recording = await imported('kalshi', 'KXTAIL-0.ndjson', kalshiTail())
}, PATIENCE)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A market near its end: bids at 3 cents, asks at 5, and someone who sells to the bids each second. */
function kalshiTail(): readonly string[] {
  const book = { yes_dollars_fp: [['0.0300', '40.00']], no_dollars_fp: [['0.9500', '40.00']] }
  const lines = [kalshiLine('KXTAIL-0', 0, 'orderbook_snapshot', book)]
  for (let ms = 1_000; ms < MINUTE_MS; ms += 1_000) {
    const stamp = { ts: new Date(KALSHI_T0 + ms).toISOString(), ts_ms: KALSHI_T0 + ms }
    const print = { yes_price_dollars: '0.0300', count_fp: ms % 5_000 === 0 ? '43.50' : '0.70', taker_side: 'no', ...stamp }
    lines.push(kalshiLine('KXTAIL-0', ms, 'trade', print))
    const change = { price_dollars: '0.0300', delta_fp: ms % 2_000 === 0 ? '1.00' : '-1.00', side: 'yes', ...stamp }
    lines.push(kalshiLine('KXTAIL-0', ms + 3, 'orderbook_delta', change))
  }
  return lines
}

async function imported(name: string, file: string, lines: readonly string[]): Promise<string> {
  const path = join(folder, file)
  writeFileSync(path, `${lines.join('\n')}\n`)
  const out = join(folder, `recording-${name}`)
  const { code, stderr } = await oddsmith(['import', 'auto', path, '--out', out]).ended
  if (code !== 0) throw new Error(stderr)
  return out
}

function run(more: readonly string[], flags: readonly string[] = ['--json'], source = recording) {
  const config = join(folder, 'try.yaml')
  const lines = [`recording: ${source}`, 'strategy: two-sided', 'parameters: { sizeShares: 10 }', ...more]
  writeFileSync(config, `${lines.join('\n')}\n`)
  return oddsmith(['backtest', config, ...flags, '--out', join(folder, 'out')]).ended
}
async function summaryOf(more: readonly string[], source?: string): Promise<BacktestSummary> {
  const { code, stdout, stderr } = await run(more, ['--json'], source)
  expect([code, stderr]).toEqual([0, ''])
  return JSON.parse(stdout)
}
const refusedBy = ({ accounts }: BacktestSummary, rule: string): number => accounts['pessimistic']?.refusals.limits[rule] ?? 0

describe('a backtest over Kalshi’s data', () => {
  test(
    'goes by Kalshi’s rules unless its config names others: ten shares at 4 cents are an order there, and none on Predict.fun',
    async () => {
      const kalshi = await summaryOf([])
      expect(kalshi.profile).toMatchObject({ name: 'kalshi', orders: expect.stringContaining('at least 0.01 shares') })
      expect(kalshi.fees.isOfRecordedVenue).toBe(true)
      expect(kalshi.warnings).toEqual([])
      expect(refusedBy(kalshi, 'orderMinUsdt')).toBe(0)
      expect(kalshi.fills['pessimistic']).toBeGreaterThan(0)
      const predict = await summaryOf(['profile: predict'])
      expect(predict.profile.name).toBe('predict')
      expect(predict.fees.isOfRecordedVenue).toBe(false)
      expect(refusedBy(predict, 'orderMinUsdt')).toBeGreaterThan(0)
      expect(predict.fills['pessimistic'] ?? 0).toBe(0)
    },
    PATIENCE,
  )

  test(
    'names the profile on the page and in the terminal',
    async () => {
      const { stdout } = await run([], [])
      expect(stdout).toContain('venue kalshi: a taker pays 0.07 × p × (1 − p) a share, a maker nothing')
      const page = readFileSync(join(folder, 'out', 'report.html'), 'utf8')
      expect(page).toContain('https://kalshi.com/fee-schedule')
    },
    PATIENCE,
  )

  test(
    'charges makers where the config says that the series has maker fees, whole cents over an order',
    async () => {
      const free = await summaryOf([])
      const charged = await summaryOf(['fees: { makerFeeBps: 175 }'])
      expect(charged.fills).toEqual(free.fills)
      expect(free.pnl['pessimistic']?.fees).toBe('0')
      const fees = Number(charged.pnl['pessimistic']?.fees)
      expect(fees).toBeLessThan(0)
      expect(Math.abs(fees * 100 - Math.round(fees * 100))).toBeLessThan(1e-9)
      expect(charged.fees.schedule).toContain('a maker 0.0175 × p × (1 − p) a share')
    },
    PATIENCE,
  )

  test(
    'goes by a person’s own rules: whole shares, a least size, price steps by price',
    async () => {
      const own = await summaryOf([
        'profile:',
        '  name: mine',
        '  like: kalshi',
        '  fees: { makerFeeBps: 100, roundToUsdt: 0.001 }',
        '  orderMinShares: 11',
        '  shareStep: 1',
        '  ticks: [{ from: 0, tick: 0.001 }, { from: 0.1, tick: 0.01 }, { from: 0.9, tick: 0.001 }]',
      ])
      expect(own.profile).toMatchObject({ name: 'mine', sources: [], orders: expect.stringContaining('whole shares') })
      expect(own.profile.orders).toContain('0.001 from 0, 0.01 from 0.1, 0.001 from 0.9')
      expect(own.fees.schedule).toContain('rounded up to 0.001')
      expect(own.orders).toBe(0)
      expect(refusedBy(own, 'orderMinUsdt')).toBeGreaterThan(0)
    },
    PATIENCE,
  )

  test.each([
    ['profile: kalshy', /profile: expected predict, kalshi, polymarket, or fields of your own/],
    [
      'profile: { like: kalshi, fees: { takerFeeBps: 10000 } }',
      /profile\.fees\.takerFeeBps: expected at most 9999, found 10000/,
    ],
    ['profile: { like: kalshi, fees: { paidIn: received } }', /profile\.fees: rounding: up takes paidIn: cash/],
    ['profile: { like: kalshi, makerFee: 1 }', /makerFee/],
    ['profile: { like: kalshi, ticks: [{ from: 0.1, tick: 0.01 }] }', /profile\.ticks: the first step begins at 0/],
    [
      'profile: { like: kalshi, ticks: [{ from: 0, tick: 0.001 }, { from: 0.1, tick: 0.01 }] }',
      /profile\.ticks: a price and its complement/,
    ],
    [
      'profile: { like: kalshi, ticks: [{ from: 0, tick: 0.01 }, { from: 0.105, tick: 0.01 }] }',
      /profile\.ticks: a step of 0.01 takes ends that are whole multiples of it/,
    ],
  ])('refuses %s by its line', async (line, words) => {
    const { code, stderr } = await run([line])
    expect(code).toBe(2)
    expect(stderr).toMatch(words)
    expect(stderr).toContain('try.yaml:4')
  })
})

test(
  'a recording of Polymarket goes by Polymarket’s rules, and says that the rate is the highest',
  async () => {
    const stamp = (ms: number) => ({ market: '0xm', asset_id: 'yes', timestamp: String(KALSHI_T0 + ms) })
    const level = (price: string, size: string) => ({ price, size })
    const lines = [
      { event_type: 'book', ...stamp(0), bids: [level('0.50', '40')], asks: [level('0.60', '40')] },
      { event_type: 'last_trade_price', ...stamp(1_000), price: '0.50', size: '4', side: 'SELL' },
      { event_type: 'book', ...stamp(2_000), bids: [level('0.50', '36')], asks: [level('0.60', '40')] },
    ].map(message => JSON.stringify(message))
    const summary = await summaryOf([], await imported('polymarket', 'poly.ndjson', lines))
    expect(summary.profile).toMatchObject({ name: 'polymarket', orders: expect.stringContaining('at least 5 shares') })
    expect(summary.warnings).toContainEqual(expect.stringContaining('Polymarket charges takers by category'))
  },
  PATIENCE,
)
