import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createKeeperHand } from '../../../src/cli/trade/keeper-hand.js'
import { askKeeper } from '../../../src/keeper/asked-acts.js'
import { createDaemonNews } from '../../../src/keeper/daemon-news.js'

test('an answer that cannot be written is in the log, and the keeper goes on', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'oddsmith-hand-'))
  const heard = createDaemonNews(() => undefined)
  const said: string[] = []
  const hand = createKeeperHand({
    ...{ folder, heard, signals: { count: 0 } },
    daemon: {
      say: () => {
        rmSync(folder, { recursive: true })
        heard.take({ kind: 'acted', answer: { key: 'k', is: 'done', text: 'paused by cli', open: 0 } })
      },
    },
    log: { say: (_level, text) => said.push(text) },
    remove: () => Promise.reject(new Error('it was not asked to remove')),
  })
  askKeeper(folder, { key: 'k', who: 'cli', what: 'cancel-all' })
  for (let tick = 0; tick < 3; tick++) hand.tick()
  await hand.settled()
  expect(said).toEqual([
    'cli asked the keeper: cancel-all',
    expect.stringContaining('the answer "paused by cli" could not be written: ENOENT'),
  ])
})
