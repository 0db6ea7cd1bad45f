import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { MarketIndex } from '../../src/model/ids.js'
import { createWatchdog } from '../../src/runtime/watchdog.js'
import { inFolder } from '../end-to-end/daemon.js'

/** Until the thread has started. */
const STARTED_MS = 1_000

test('a thread that asks strategies for seconds without a pause is reported, with the number of calls and the last market', () =>
  inFolder(async folder => {
    const file = join(folder, 'pipe')
    const pipe = openSync(file, 'w')
    const watchdog = createWatchdog({ pipe, unattendedMaxMs: 60_000, logFile: join(folder, 'log') })
    await wait(STARTED_MS)
    watchdog.beat()
    for (let call = 0; call < 30; call++) {
      watchdog.asking.decide(MarketIndex.of(call), 0)
      const until = performance.now() + 100
      while (performance.now() < until);
      watchdog.asking.end()
    }
    closeSync(pipe)
    const lines = readFileSync(file, 'utf8')
      .split('\n')
      .filter(line => line !== '')
    const last = JSON.parse(lines.at(-1) ?? '{}')
    expect(last).toMatchObject({ kind: 'hung', what: 'decide' })
    expect(last.calls).toBeGreaterThan(10)
    expect(last.market).toBe(last.calls - 1)
  }))
