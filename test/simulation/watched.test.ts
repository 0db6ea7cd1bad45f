import { mkdtempSync, rmSync } from 'node:fs'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Screen } from '../../src/cli/screen/screen.js'
import { createCarrier } from '../../src/cli/trade/door/carry-out.js'
import { openDoor, type RunDoor } from '../../src/cli/trade/door/open-door.js'
import { createRunCopier } from '../../src/cli/trade/door/run-copy-of.js'
import { createSeenTurns } from '../../src/cli/trade/door/seen-turns.js'
import type { ShownRun } from '../../src/cli/trade/door/shown-run.js'
import type { AlertsTask } from '../../src/operator/alerts/alerts-task.js'
import { readDoorFile } from '../../src/operator/door-file.js'
import { openReceiver } from '../operator/alerts/receiver.js'
import { badLogs, closedTerminal, doorReaders, drawOn, stoppedTerminal } from './bad-readers.js'
import type { Watch } from './sim-bot.js'
import { simulate } from './simulate.js'

const SEED = { seed: 21, events: 1_500, lines: 1 }

/** Rings at once: a part of some limit is used from the first look on. */
const alertsTo = (urls: readonly string[]): AlertsTask => ({
  sinks: urls.map((url, at) => ({
    ...{ name: `alerts.${at} (json)`, url, template: 'json' as const, chatId: null, severityMin: 'info' as const },
    quietHours: null,
  })),
  when: {
    ...{ noQuoteMinutes: 0, limitPercent: 0, feedLostSeconds: 0, differenceSeconds: 0, settlementMinutes: 0 },
    ...{ diskFreeMinMb: 1e12, restarts: 4, restartMinutes: 15, resolveAfterSeconds: 0 },
  },
  heartbeat: null,
})

test('a run that is copied at each timer does what it does unwatched, while page, scraper, alert sinks, terminals and log readers stall and die', async () => {
  const unwatched = await simulate(SEED)
  const folder = mkdtempSync(join(tmpdir(), 'oddsmith-watched-'))
  const [stalled, dying] = await Promise.all([openReceiver(), openReceiver()])
  stalled.set('stall')
  dying.set('reset')
  const terminals = [stoppedTerminal(), closedTerminal()]
  const screens: Screen[] = []
  const logs = badLogs()
  const doors: RunDoor[] = []
  const sockets: Socket[] = []
  let copies = 0
  const watch: Watch = (session, clock, journal) => {
    const seen = createSeenTurns()
    const shown: ShownRun = {
      ...{ run: 'simulated', mode: 'paper' as const, wallet: '0x0', venue: 'predict', config: 'none' },
      ...{
        startedAt: clock.now(),
        settings: () => ({ stanzas: [], parameters: [] }),
        session,
        seen,
        clock,
        isStopping: () => false,
      },
      loop: { read: () => ({ p50Ms: 0, p99Ms: 0, maxMs: 0 }), end: () => undefined },
      keeper: { unattendedMaxMs: 5_000, heardMsAgo: () => null },
    }
    const gateway = { openHashes: () => Promise.resolve([]) }
    const plan = () => Promise.resolve({ is: 'answer', answer: { is: 'refused', text: 'none' } } as const)
    const carrier = createCarrier({
      session,
      gateway,
      clock,
      hashOf: () => null,
      isStopping: () => false,
      strategies: [],
      plan,
    })
    const task = { port: 0, folder, journal, log: '', run: 'simulated', version: '0', pid: process.pid, clients: [] } as const
    const more = { metrics: 'token', home: folder, alerts: alertsTo([stalled.url, dying.url]) } as const
    const door = openDoor({ shown, carrier, notice: () => undefined, markoutSeconds: 1, task: { ...task, ...more } })
    doors.push(door)
    // Virtual time waits for the door's thread, so that there is something to watch.
    while (readDoorFile(folder) === null) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20)
    sockets.push(...doorReaders(folder))
    screens.push(...terminals.map(({ stream }) => drawOn(stream, session)))
    const copier = createRunCopier(shown)
    return (batch, turn) => {
      seen.saw(batch, turn)
      door.saw(batch, turn)
      if (!batch.timer) return
      const market = session.markets[0]?.id ?? null
      copies += copier.all(market).copy.markets.length
      copier.ladder(market)
      for (const log of logs) log.write(`a status line at ${batch.now}\n`)
    }
  }
  const watched = await simulate(SEED, watch)
  await Promise.all(doors.map(door => door.end('the test is over')))
  for (const screen of screens) screen.stop()
  const rung = [stalled.asked(), dying.asked()]
  await Promise.all([stalled.close(), dying.close()])
  for (const socket of sockets) socket.destroy()
  rmSync(folder, { recursive: true, force: true })
  expect(copies).toBeGreaterThan(100)
  // Each of them was in the way of something.
  expect(Math.min(...rung, ...terminals.map(({ asked }) => asked()), ...logs.map(({ dropped }) => dropped))).toBeGreaterThan(0)
  expect(sockets).toHaveLength(doors.length * 4)
  expect([watched.hash, watched.virtualSeconds]).toEqual([unwatched.hash, unwatched.virtualSeconds])
})
