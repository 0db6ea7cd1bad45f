import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadConfig } from '../../../src/cli/config/config.js'
import { ExitCode } from '../../../src/cli/config/exit.js'
import { createRunLog } from '../../../src/cli/screen/log.js'
import { keepDaemon } from '../../../src/cli/trade/keep-daemon.js'
import { openKeeperAlerts } from '../../../src/cli/trade/keeper-alerts.js'
import { createKeeperLog } from '../../../src/cli/trade/keeper-log.js'
import { createDaemonNews } from '../../../src/keeper/daemon-news.js'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'oddsmith-keep-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const CONFIG = `venue: { name: predict, baseUrl: http://127.0.0.1:9, wsUrl: ws://127.0.0.1:9, rpcUrl: http://127.0.0.1:9, apiKey: { file: key.txt }, keystore: k.json }
strategies: [{ strategy: two-sided, parameters: { sizeShares: 10 } }]
`

test('a keeper that cannot open the venue, as its secret was deleted after the start, says so and ends with code 4', async () => {
  const file = join(folder, 'live.yaml')
  writeFileSync(file, CONFIG)
  const loaded = await loadConfig(file)
  const heard = createDaemonNews(() => undefined)
  heard.take({
    ...{ kind: 'hello', epoch: 1, unattendedMaxMs: 5_000, orderLifeSeconds: 30, clockOffsetMaxMs: null },
    logFile: join(folder, 'log'),
  })
  heard.take({ kind: 'open' })
  const runLog = await createRunLog()
  runLog.hush(true)
  const daemon = {
    ...{ pid: 1, say: () => undefined, kill: () => undefined },
    ended: Promise.resolve({ code: null, signal: 'SIGKILL' }),
  }
  const lease = { note: () => undefined, release: () => undefined, handOver: () => undefined }
  const code = await keepDaemon({
    ...{ daemon, heard, loaded, passphrase: null, signals: { count: 0, last: '' }, service: { well: () => undefined } },
    place: { mode: 'live', stanza: null, folder, wallet: lease, keepHistory: () => undefined, close: async () => undefined },
    log: createKeeperLog(runLog, { daemon, heard, parts: { partMaxMb: 1, partsMax: 1 } }),
    alerts: openKeeperAlerts({ task: null, home: folder, config: file, venue: 'predict', notice: () => undefined }),
  })
  expect(code).toBe(ExitCode.ORDERS_OPEN)
  expect(runLog.notes().at(-1)).toMatch(/the keeper could not remove orders, which rest until they expire: .*key\.txt/)
})
