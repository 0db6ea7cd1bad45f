import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { AlertsTask } from '../../../src/operator/alerts/alerts-task.js'
import { MEMORY, type RunAlerts, startRunAlerts } from '../../../src/operator/alerts/run-alerts.js'
import type { CopyWatcher } from '../../../src/operator/watched-copies.js'
import { drawnRun } from '../drawn-run.js'
import { openReceiver, type Receiver } from './receiver.js'

let folder: string
let receiver: Receiver
let watchers: CopyWatcher[]
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'oddsmith-run-alerts-'))
  receiver = await openReceiver()
  watchers = []
})
afterEach(async () => {
  vi.useRealTimers()
  await receiver.close()
  rmSync(folder, { recursive: true, force: true })
})

const start = (task: AlertsTask | null): RunAlerts =>
  startRunAlerts({
    ...{ task, folder, notice: () => undefined },
    copies: {
      watch: watcher => {
        watchers.push(watcher)
        return () => void watchers.splice(0)
      },
    },
  })
const task = (diskFreeMinMb: number): AlertsTask => ({
  sinks: [
    { name: 'alerts.0 (json)', url: receiver.url, template: 'json', chatId: null, severityMin: 'info', quietHours: null },
  ],
  when: {
    ...{ noQuoteMinutes: 10, limitPercent: 80, feedLostSeconds: 15, differenceSeconds: 95, settlementMinutes: 10 },
    ...{ diskFreeMinMb, restarts: 4, restartMinutes: 15, resolveAfterSeconds: 0 },
  },
  heartbeat: null,
})
const show = (): void => watchers.forEach(({ take }) => take(drawnRun(), null))

test('a config without alerts has no copy made', () => {
  expect([start(null).copy, watchers]).toEqual([{ firing: [], sinks: [], heartbeat: null }, []])
})

test('a disk with less room than it should have rings, and is remembered beside the journal', async () => {
  const alerts = start(task(1e12))
  expect(watchers).toMatchObject([{ everyMs: 1_000, market: null }])
  while (alerts.copy.firing.length === 0) {
    show()
    await new Promise(resolve => setTimeout(resolve, 10))
  }
  expect(await receiver.until(({ kind }) => kind === 'disk')).toMatchObject({ severity: 'critical', state: 'firing' })
  await alerts.end()
  expect(watchers).toEqual([])
  expect(JSON.parse(readFileSync(join(folder, MEMORY), 'utf8'))).toMatchObject({
    firing: [{ id: 'disk' }],
    known: { 'alerts.0 (json)': [{ id: 'disk' }] },
  })
})

test('a trading thread that makes no copy for 15 s rings, beside what was on, and resolves with the next copy', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance', 'Date'] })
  const alerts = start(task(0))
  const on = () => alerts.copy.firing.map(({ kind, severity }) => `${kind} ${severity}`)
  watchers[0]!.take(drawnRun({ halt: { rule: 'x', text: 'x', at: 1 }, state: 'halted' }), null)
  vi.advanceTimersByTime(14_000)
  expect(on()).toEqual(['halt critical'])
  vi.advanceTimersByTime(3_000)
  expect(on()).toEqual(['halt critical', 'hang critical'])
  show()
  expect(on()).toEqual([])
  vi.useRealTimers()
  await alerts.end()
})
