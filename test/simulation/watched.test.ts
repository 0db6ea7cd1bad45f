import { mkdtempSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createCarrier } from '../../src/cli/trade/door/carry-out.js'
import { openDoor, type RunDoor } from '../../src/cli/trade/door/open-door.js'
import { createRunCopier } from '../../src/cli/trade/door/run-copy-of.js'
import { createSeenTurns } from '../../src/cli/trade/door/seen-turns.js'
import type { ShownRun } from '../../src/cli/trade/door/shown-run.js'
import { readDoorFile } from '../../src/operator/door-file.js'
import type { Watch } from './sim-bot.js'
import { simulate } from './simulate.js'

const SEED = { seed: 21, events: 1_500, lines: 1 }

test('a run that is copied at each timer, with a door whose readers stall and die, does what it does unwatched', async () => {
  const unwatched = await simulate(SEED)
  const folder = mkdtempSync(join(tmpdir(), 'oddsmith-watched-'))
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
    const more = { metrics: 'token', home: folder, alerts: null } as const
    const door = openDoor({ shown, carrier, notice: () => undefined, markoutSeconds: 1, task: { ...task, ...more } })
    doors.push(door)
    void door.port.then(() => sockets.push(...readersOf(folder)))
    const copier = createRunCopier(shown)
    return (batch, turn) => {
      seen.saw(batch, turn)
      door.saw(batch, turn)
      if (!batch.timer) return
      const market = session.markets[0]?.id ?? null
      copies += copier.all(market).copy.markets.length
      copier.ladder(market)
    }
  }
  const watched = await simulate(SEED, watch)
  await Promise.all(doors.map(door => door.end('the test is over')))
  for (const socket of sockets) socket.destroy()
  rmSync(folder, { recursive: true, force: true })
  expect(copies).toBeGreaterThan(100)
  expect([watched.hash, watched.virtualSeconds]).toEqual([unwatched.hash, unwatched.virtualSeconds])
})

/** One that never reads, and one that dies in the middle. */
function readersOf(folder: string): readonly Socket[] {
  const file = readDoorFile(folder)
  if (file === null) return []
  const { port, host } = new URL(file.url)
  const open = (): Socket => {
    const socket = connect(Number(port), '127.0.0.1').on('error', () => undefined)
    socket.write(`GET /api/stream HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${file.tokens['cli']}\r\n\r\n`)
    return socket
  }
  const dying = open()
  dying.once('data', () => dying.destroy())
  return [open().pause(), dying]
}
