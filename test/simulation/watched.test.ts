import { mkdtempSync, rmSync } from 'node:fs'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Screen } from '../../src/cli/screen/screen.js'
import type { RunDoor } from '../../src/cli/trade/door/open-door.js'
import { createRunCopier } from '../../src/cli/trade/door/run-copy-of.js'
import type { AlertsTask } from '../../src/operator/alerts/alerts-task.js'
import { openReceiver } from '../operator/alerts/receiver.js'
import { badLogs, closedTerminal, doorReaders, drawOn, stoppedTerminal } from './bad-readers.js'
import { runWithClient } from './run-with-client.js'
import type { Watch } from './sim-bot.js'
import { openSimDoor } from './sim-door.js'
import { simulate } from './simulate.js'

const SEED = { seed: 21, events: 900, lines: 1 }

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
    const { door, shown, saw } = openSimDoor({ session, clock, journal, folder, alerts: alertsTo([stalled.url, dying.url]) })
    doors.push(door)
    sockets.push(...doorReaders(folder))
    screens.push(...terminals.map(({ stream }) => drawOn(stream, session)))
    const copier = createRunCopier(shown)
    return (batch, turn) => {
      saw(batch, turn)
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

test('an action whose client stalls or is killed counts once, and the run does what it does with a client that reads its answer', async () => {
  const good = await runWithClient('reads')
  expect(good).toMatchObject({ failure: null, times: 1 })
  expect(good.texts).toEqual(Array(2).fill(expect.stringMatching(/"is":"done".*: paused; [1-9]\d* orders asked to leave/)))
  for (const manner of ['stalls', 'dies at once', 'dies in the answer'] as const) {
    const { texts, ...run } = await runWithClient(manner)
    expect([manner, run]).toEqual([manner, { ...good, texts: undefined }])
    expect([manner, texts[0] !== '']).toEqual([manner, manner === 'dies in the answer'])
    // Sent again with its key, it is answered as the first time.
    expect(texts[1]?.split('\r\n\r\n')[1]).toBe(good.texts[1]?.split('\r\n\r\n')[1])
  }
})
