import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { METRICS } from '../../../src/operator/metrics/metrics.js'
import { metricsText } from '../../../src/operator/metrics/metrics-text.js'
import type { AlertsCopy } from '../../../src/operator/schemas-alerts.js'
import type { RunCopy } from '../../../src/operator/schemas-run.js'
import { drawnMarket, drawnRun } from '../drawn-run.js'
import { parseMetrics } from './parse-metrics.js'

const ALERTS: AlertsCopy = {
  firing: [{ id: 'halt', kind: 'halt', severity: 'critical', text: 'x', market: null, sinceMs: 1 }],
  sinks: [{ name: 'alerts.0 (slack)', sent: 3, failures: 2, dropped: 1, waiting: 4, lastFailure: 'it answered 500' }],
  heartbeat: { sent: 9, failures: 1, lastFailure: null },
}
const text = (copy: Partial<RunCopy> = {}, alerts = ALERTS) => metricsText({ run: drawnRun(copy), alerts })
const series = async (copy: Partial<RunCopy> = {}, alerts = ALERTS) => parseMetrics(await text(copy, alerts)).series

test('is OpenMetrics: each family is described once, its series follow it with the right ending, none comes twice, and the end is marked', async () => {
  const { families, series } = parseMetrics(await text())
  expect(families.map(({ name }) => name).toSorted()).toEqual(METRICS.map(({ name }) => name.replace(/_total$/, '')).toSorted())
  for (const { name, kind, help } of METRICS) {
    expect(name).toMatch(/^oddsmith_[a-z_]+$/)
    expect(help.length, name).toBeGreaterThan(5)
    expect(name.endsWith('_total'), name).toBe(kind === 'counter')
  }
  expect(series.size).toBeGreaterThan(METRICS.length)
  for (const value of series.values()) expect(Number.isFinite(value)).toBe(true)
})

test('tells the numbers of the copy, in seconds, bytes and collateral', async () => {
  const found = await series()
  const expected: Readonly<Record<string, number>> = {
    'oddsmith_run_state{state="quoting"}': 1,
    'oddsmith_run_state{state="halted"}': 0,
    'oddsmith_loop_delay_seconds{statistic="p99"}': 0.0025,
    'oddsmith_resident_memory_bytes{}': 120_500_000,
    'oddsmith_keeper_heard_age_seconds{}': 0.4,
    'oddsmith_feed_age_seconds{feed="btc"}': 0.25,
    'oddsmith_open_orders{state="working"}': 4,
    'oddsmith_orders_total{what="canceled"}': 40,
    'oddsmith_fills_total{}': 6,
    'oddsmith_refusals_total{rule="positionMaxShares",strategy="two-sided"}': 3,
    'oddsmith_calls_left{of="240",route="trading"}': 200,
    'oddsmith_profit_usdt{}': 1.5,
    'oddsmith_fees_usdt{}': -0.25,
    'oddsmith_limit_used_ratio{limit="limits.positionMaxShares"}': 0.2,
    'oddsmith_market_position_shares{market="1002"}': 20,
    'oddsmith_market_resting_shares{market="1002"}': 40,
    'oddsmith_market_fills_total{market="1001"}': 4,
    'oddsmith_settlement_oldest_age_seconds{}': 1.5,
    'oddsmith_alerts_firing{severity="critical"}': 1,
    'oddsmith_alert_requests_total{result="failed",sink="alerts.0 (slack)"}': 2,
    'oddsmith_alerts_dropped_total{sink="alerts.0 (slack)"}': 1,
    'oddsmith_heartbeats_total{result="taken"}': 9,
  }
  for (const [name, value] of Object.entries(expected)) expect(found.get(name), name).toBe(value)
})

test('tells histograms with sums below each bound', async () => {
  const found = await series()
  const of = (end: string) => found.get(`oddsmith_push_to_cancel_seconds${end}`)
  expect(['0.001', '0.01', '0.1', '+Inf'].map(le => of(`_bucket{le="${le}"}`))).toEqual([5, 8, 9, 10])
  expect([of('_sum{}'), of('_count{}')]).toEqual([0.29, 10])
})

describe('what is not known', () => {
  test('has no series, and is no zero', async () => {
    const found = await series(
      {
        clockOffsetMs: null,
        keeper: { pid: null, unattendedMaxMs: 5_000, heardMsAgo: null },
        markets: [drawnMarket({ feedAgeMs: null })],
      },
      { ...ALERTS, heartbeat: null },
    )
    for (const name of ['clock_offset', 'keeper_heard', 'market_feed_age', 'heartbeats'])
      expect([...found.keys()].filter(key => key.startsWith(`oddsmith_${name}`))).toEqual([])
  })

  test('is 0 where nothing waits to settle', async () =>
    expect(
      (await series({ settlement: { pending: 0, oldestMs: null, settled: 0, failed: 0 } })).get(
        'oddsmith_settlement_oldest_age_seconds{}',
      ),
    ).toBe(0))
})

test('a market that is pulled because a reference is too old names the reference, and others have no such series', async () => {
  const found = await series({ markets: [drawnMarket({ agedReference: 'btc' }), drawnMarket({ id: '1002' })] })
  expect([...found].filter(([key]) => key.includes('aged_reference'))).toEqual([
    ['oddsmith_market_aged_reference{market="1001",reference="btc"}', 1],
  ])
})

test('two windows of one route and size are one series, with what the tighter one leaves', async () => {
  const calls = [60, 12, 200].map(left => ({ route: 'trading', left, of: 240, resetsInMs: 1 }))
  expect((await series({ calls })).get('oddsmith_calls_left{of="240",route="trading"}')).toBe(12)
})

test('a name that would break a line does not', async () => {
  const odd = 'a"b\\c\nd'
  const found = await series({ refusals: [{ rule: odd, strategy: null, count: 1 }] })
  expect([...found.keys()].filter(key => key.includes('refusals'))).toHaveLength(1)
})

test('docs/metrics.md has each metric as the code has it', () => {
  const rows = METRICS.map(
    ({ name, kind, help, ...more }) =>
      `| \`${name}\` | ${kind} | ${('labels' in more ? more.labels : []).map(label => `\`${label}\``).join(', ')} | ${help} |`,
  )
  const table = readFileSync('docs/metrics.md', 'utf8')
    .split('\n')
    .filter(line => line.startsWith('| `oddsmith_'))
  expect(table).toEqual(rows)
})
