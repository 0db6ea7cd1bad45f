import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import type { RunningExchange } from '../../../src/exchange.js'
import { createSigner } from '../../../src/protocol/sign.js'
import { inFolder, oddsmith } from '../../end-to-end/daemon.js'
import { createClient } from '../../exchange/server/client.js'
import { createOperator } from '../../exchange/server/operator-client.js'
import { openExchange } from '../../venues/predict/seat.js'
import { inProcess } from '../in-process.js'

const KEY = `0x${'47'.repeat(32)}`
vi.setConfig({ testTimeout: 120_000 })

/** Someone else quotes both sides. */
async function fillBook(exchange: RunningExchange, market: number): Promise<void> {
  const client = createClient(exchange)
  await client.login()
  for (const outcome of ['yes', 'no'] as const) await client.limit({ market, outcome, cents: 45, shares: 100 })
}

test('a market without approvals that opens during a run is named with the command, and quoted once they are given', async () => {
  const { address } = createSigner({ privateKey: KEY, chainId: 97 })
  const fund = [{ address, usdt: '100', approvals: { cash: false, shares: false } }]
  const exchange = await openExchange({ markets: [], fund })
  const operator = createOperator(exchange)
  try {
    await inFolder(async home => {
      const { baseUrl, wsUrl, rpcUrl, apiKey, chainId } = exchange
      const venue = { name: 'predict', baseUrl, wsUrl, rpcUrl, apiKey, chainId, privateKey: { env: 'TEST_KEY' } }
      const file = join(home, 'live.yaml')
      const strategies = [{ strategy: 'two-sided', markets: 'all', parameters: { sizeShares: 10 } }]
      const config = { venue, strategies, feed: { marketsEveryMs: 300 } }
      writeFileSync(file, JSON.stringify(config))
      const command = (name: string, ...more: string[]) => inProcess([name, file, '--home', home, ...more], { TEST_KEY: KEY })
      const run = oddsmith(['run', file, '--home', home, '--for', '60s'], { TEST_KEY: KEY })
      await run.says(/nothing is quoted until one opens/)
      await operator.done('/categories', { slug: 'later', title: 'Later' })
      const { id } = await operator.done('/markets', { categorySlug: 'later', question: 'Later?' })
      const said = await run.says(/1 market is not quoted yet/)
      expect(said).toMatch(
        /\d+ \(Later\?\): the wallet has not approved USDT for the exchange of plain markets, and shares for the exchange of plain markets; .*oddsmith approve .*live.yaml.* gives the approvals/,
      )
      await run.says(/page: /)
      const status = await command('status')
      expect(status.stdout).toMatch(new RegExp(`WAITS   1 market is not quoted yet: ${id} .*oddsmith approve`))
      expect(status.stdout).toContain('0 placed')
      expect((await command('approve', '--yes')).code).toBe(0)
      await run.says(/1 market joined: \d+ \(Later\?\)/)
      await fillBook(exchange, id)
      await expect.poll(async () => (await command('status')).stdout, { timeout: 20_000 }).toMatch(/orders {2}[1-9]\d* rest/)
      expect((await command('status')).stdout).not.toContain('WAITS')
      run.child.kill('SIGTERM')
      const { code, stderr } = await run.ended
      expect(code, stderr).toBe(0)
      expect(stderr).not.toContain('create_order')
    })
  } finally {
    await exchange.close()
  }
})
