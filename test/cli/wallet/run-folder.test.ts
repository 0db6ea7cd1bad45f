import { mkdtempSync, readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parseConfig } from '../../../src/cli/config/config.js'
import { openRunFolder } from '../../../src/cli/wallet/run-folder.js'

const { config } = await parseConfig(
  'live.yaml',
  `venue: {name: predict, baseUrl: 'http://h', wsUrl: 'ws://h', rpcUrl: 'https://me:pw@h/v3/node-key?k=1', apiKey: very-secret, privateKey: {env: WALLET}}
strategies: [{strategy: two-sided}]`,
)

test('a run keeps its effective config without secrets, and two runs of one second have folders of their own', () => {
  const home = mkdtempSync(join(tmpdir(), 'oddsmith-runs-'))
  const now = new Date('2026-11-21T19:30:00Z')
  const runs = [openRunFolder(home, config, now), openRunFolder(home, config, now)]
  expect(runs.map(({ id }) => id)).toEqual(['20261121-193000', '20261121-193000-2'])
  const kept = readFileSync(join(runs[0]?.path ?? '', 'config.json'), 'utf8')
  expect(kept).not.toMatch(/very-secret|node-key|pw@/)
  expect(JSON.parse(kept)).toMatchObject({
    venue: { apiKey: '[secret]', rpcUrl: 'https://h/…', privateKey: { env: 'WALLET' } },
    graceMs: 3_000,
  })
})

test('only the user of a run can read its folder: it shows strategies, limits and orders', () => {
  const home = mkdtempSync(join(tmpdir(), 'oddsmith-runs-'))
  const { path } = openRunFolder(home, config, new Date('2026-11-21T19:30:00Z'))
  expect(statSync(path).mode & 0o777).toBe(0o700)
})
