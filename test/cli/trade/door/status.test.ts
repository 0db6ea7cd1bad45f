import { expect, test } from 'vitest'
import { type Paint, screenText } from '../../../../src/cli/screen/screen-text.js'
import { statusText } from '../../../../src/cli/trade/door/status.js'
import { endedModel, modelOf } from '../../../../src/cli/trade/door/top.js'
import type { AlertsCopy } from '../../../../src/operator/schemas-alerts.js'
import { drawnRun } from '../../../operator/drawn-run.js'

const SINCE = Date.UTC(2026, 0, 2, 3, 4, 5)
const QUIET: AlertsCopy = { firing: [], sinks: [], heartbeat: null }
const LOUD: AlertsCopy = {
  firing: [
    { id: 'limit:a', kind: 'limit', severity: 'info', text: '85 % of a are used', market: null, sinceMs: SINCE },
    { id: 'halt', kind: 'halt', severity: 'critical', text: 'halted by cli', market: null, sinceMs: SINCE },
  ],
  sinks: [
    { name: 'alerts.0 (json)', sent: 1, failures: 0, dropped: 0, waiting: 0, lastFailure: null },
    { name: 'alerts.1 (slack)', sent: 0, failures: 3, dropped: 1, waiting: 2, lastFailure: 'it answered 500' },
  ],
  heartbeat: { sent: 0, failures: 4, lastFailure: 'it could not be reached' },
}
const plain: Paint = (_, text) => text

test('status tells the gravest alert first, and each receiver that takes none', () => {
  const lines = statusText(drawnRun(), LOUD).split('\n')
  expect(lines.slice(1, 5)).toEqual([
    '  ALERT   critical halt since 2026-01-02 03:04:05: halted by cli',
    '  ALERT   info limit since 2026-01-02 03:04:05: 85 % of a are used',
    '  ALERTS  do not reach alerts.1 (slack): it answered 500; 3 tries failed, 2 wait, 1 given up',
    '  ALERTS  the heartbeat does not arrive: it could not be reached',
  ])
  expect(statusText(drawnRun(), QUIET)).not.toContain('ALERT')
})

test('top keeps them in sight, and the terminal’s height, also where there are many', () => {
  const alerts = Array.from({ length: 9 }, (_, at) => `ALERT   critical number ${at}`)
  const markets = Array.from({ length: 60 }, (_, at) => ({ ...drawnRun().markets[0]!, id: String(at) }))
  const model = modelOf(drawnRun({ markets }), { alerts, notes: ['one', 'two', 'three'] })
  const lines = screenText(model, { columns: 100, rows: 24 }, plain).split('\n')
  expect(lines.length).toBeLessThanOrEqual(24)
  expect(lines).toEqual(expect.arrayContaining([...alerts.slice(0, 3), 'and 6 more; "oddsmith status" shows all']))
})

test('top shows the dark time of each market, and at the end that the run ended, and why', () => {
  const model = modelOf(drawnRun(), { alerts: [], notes: [] })
  const shown = (what: typeof model) => screenText(what, { columns: 120, rows: 24 }, plain).split('\n')
  expect(shown(model)[3]).toMatch(/1001 Will it rain.* 3\.0 % +quoting/)
  const last = shown(endedModel(model, 'stopped by SIGINT'))
  expect([last[0], last.at(-1)]).toEqual([expect.stringMatching(/ {3}ended$/), 'the run ended: stopped by SIGINT'])
})

test('status tells of a limit that was nearly 0 that far more of it is used', () => {
  const limit = { path: 'limits.drawdownMaxUsdt', value: 1e-300, used: 0.6, percent: 1_000_000, where: null }
  const lines = statusText(drawnRun({ limits: [limit, { ...limit, value: 0.6, percent: 100 }] }), QUIET).split('\n')
  expect(lines.filter(line => line.startsWith('  limit'))).toEqual([
    '  limit   limits.drawdownMaxUsdt 1e-300: 0.6 used, over 1000 %',
    '  limit   limits.drawdownMaxUsdt 0.6: 0.6 used, 100 %',
  ])
})

test('status tells which markets have parameters of their own, beside what holds in the others', () => {
  const [strategy] = drawnRun().strategies
  const own = [{ market: '1002', parameters: { sizeShares: 7 }, differs: [{ name: 'sizeShares', value: 7, general: 10 }] }]
  const lines = statusText(drawnRun({ strategies: [{ ...strategy!, own }] }), QUIET).split('\n')
  expect(lines).toContain('  own     market 1002: two-sided sizeShares 7 (the others 10)')
})
