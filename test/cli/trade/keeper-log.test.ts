import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createRunLog } from '../../../src/cli/screen/log.js'
import { createKeeperLog } from '../../../src/cli/trade/keeper-log.js'
import { createDaemonNews } from '../../../src/keeper/daemon-news.js'

test('a keeper whose run has lost its folder goes on, and says that its lines are on stderr only', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'oddsmith-keeper-log-'))
  const heard = createDaemonNews(() => undefined)
  heard.take({
    ...{ kind: 'hello', epoch: 1, unattendedMaxMs: 5_000, orderLifeSeconds: 30, clockOffsetMaxMs: null },
    logFile: join(folder, 'log'),
  })
  rmSync(folder, { recursive: true })
  const runLog = await createRunLog()
  runLog.hush(true)
  const log = createKeeperLog(runLog, { daemon: { say: () => undefined }, heard, parts: { partMaxMb: 1, partsMax: 2 } })
  log.takeOver()
  log.say('warn', 'the keeper removes its orders')
  expect(runLog.notes()).toEqual([
    expect.stringContaining('the log of the run cannot be continued in its file, so the next lines are on stderr only: ENOENT'),
    expect.stringContaining('the keeper removes its orders'),
  ])
})
