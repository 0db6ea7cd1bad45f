import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startExchange } from '../../../src/exchange.js'
import { inFolder, oddsmith } from '../../end-to-end/daemon.js'

const KEY = `0x${'42'.repeat(32)}`

test('a wallet without money or approvals is not started: exit 3, each thing that is missing by name', async () => {
  const exchange = await startExchange({ crowd: { kind: 'none' }, seed: 1 })
  try {
    await inFolder(async home => {
      const { baseUrl, wsUrl, rpcUrl, apiKey } = exchange
      const venue = { name: 'predict', baseUrl, wsUrl, rpcUrl, apiKey, chainId: 97, privateKey: { env: 'TEST_KEY' } }
      const file = join(home, 'config.yaml')
      writeFileSync(file, `venue: ${JSON.stringify(venue)}\nstrategies: [{strategy: two-sided}]\n`)
      const run = await oddsmith(['run', file, '--home', home, '--for', '5s', '--json'], { TEST_KEY: KEY }).ended
      expect(run.code, run.stderr).toBe(3)
      expect(run.stderr).toContain('this wallet cannot trade yet: ')
      expect(run.stderr).toMatch(
        /must hold USDT to buy with or shares to sell, found 0 USDT and no shares; USDT 0x\w{40} must allow/,
      )
      expect(run.stderr).toMatch(/shares 0x\w{40} must be approved for exchange 0x\w{40} \(for market/)
      expect(run.stdout).toBe('')
      expect(run.stderr).not.toContain(KEY.slice(2))
    })
  } finally {
    await exchange.close()
  }
})
