import { createCarrier } from '../../src/cli/trade/door/carry-out.js'
import { openDoor, type RunDoor } from '../../src/cli/trade/door/open-door.js'
import { createSeenTurns } from '../../src/cli/trade/door/seen-turns.js'
import type { ShownRun } from '../../src/cli/trade/door/shown-run.js'
import type { Turn } from '../../src/engine/news.js'
import type { Batch } from '../../src/model/batch.js'
import type { AlertsTask } from '../../src/operator/alerts/alerts-task.js'
import { readDoorFile } from '../../src/operator/door-file.js'
import type { Session } from '../../src/runtime/session.js'
import type { BotClock } from './virtual-time.js'

export interface SimDoorOptions {
  readonly session: Session
  readonly clock: BotClock
  readonly journal: string
  /** Where `door.json` stands. */
  readonly folder: string
  /** null: none. */
  readonly alerts: AlertsTask | null
  /** When an action is carried out: an action comes at some moment of the computer's own time, and virtual time decides. Absent: at once. */
  readonly when?: (carryOut: () => void) => void
}

/** The door of a simulated run, in a thread of its own. */
export interface SimDoor {
  readonly door: RunDoor
  readonly shown: ShownRun
  readonly saw: (batch: Batch, turn: Turn) => void
}

/** Opens it. Virtual time waits for its thread. */
export function openSimDoor({ session, clock, journal, folder, alerts, when = now => now() }: SimDoorOptions): SimDoor {
  const seen = createSeenTurns()
  const shown: ShownRun = {
    ...{ run: 'simulated', mode: 'paper', wallet: '0x0', venue: 'predict', config: 'none', startedAt: clock.now() },
    ...{ settings: () => ({ stanzas: [], parameters: [] }), session, seen, clock, isStopping: () => false },
    loop: { read: () => ({ p50Ms: 0, p99Ms: 0, maxMs: 0 }), end: () => undefined },
    keeper: { unattendedMaxMs: 5_000, heardMsAgo: () => null },
  }
  const carrier = createCarrier({
    ...{ session, clock, hashOf: () => null, isStopping: () => false, strategies: [] },
    gateway: { openHashes: () => Promise.resolve([]) },
    plan: () => Promise.resolve({ is: 'answer', answer: { is: 'refused', text: 'none' } }),
  })
  const door = openDoor({
    ...{ shown, notice: () => undefined, markoutSeconds: 1, onHung: () => undefined },
    carrier: {
      ...carrier,
      act: (actor, action) => new Promise(resolve => when(() => resolve(carrier.act(actor, action)))),
    },
    task: {
      ...{ port: 0, home: folder, folder, journal, log: '', run: 'simulated', version: '0', pid: process.pid },
      ...{ clients: [], metrics: 'token', alerts },
    },
  })
  while (readDoorFile(folder) === null) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20)
  return {
    door,
    shown,
    saw: (batch, turn) => {
      seen.saw(batch, turn)
      carrier.saw(batch.controls)
      door.saw(batch, turn)
    },
  }
}
