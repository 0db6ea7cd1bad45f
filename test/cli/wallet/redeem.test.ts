import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { RunningExchange } from '../../../src/exchange.js'
import { oddsmith } from '../../end-to-end/daemon.js'
import { openExchange, takeSeat } from '../../venues/predict/seat.js'
import { inProcess } from '../in-process.js'

const home = mkdtempSync(join(tmpdir(), 'oddsmith-redeem-'))
let exchange: RunningExchange

/** Each wallet has bought 50 shares that a result then decides: YES of the first wallet pays. */
beforeAll(async () => {
  exchange = await openExchange({
    payouts: 'on-redeem',
    settlementMs: 0,
    markets: [{ question: 'Will it rain?', resolvesTo: 1, endsInMinutes: 0.1 }],
  })
  const [first, second] = [await takeSeat(exchange, 0), await takeSeat(exchange, 1, false)]
  await first.place({ price: 6_000, shares: 50 })
  await second.place({ price: 4_000, shares: 50, outcome: 'no', style: 'limit' })
  await first.heard('settled')
  const id = String(exchange.markets[0]?.id)
  while ((await first.venue.definitions([id]))[0]?.result === null) await new Promise(resolve => setTimeout(resolve, 50))
  for (const seat of [first, second]) seat.leave()
})

afterAll(async () => {
  rmSync(home, { recursive: true })
  await exchange.close()
})

function configOf(account: number): string {
  const file = join(home, `wallet-${account}.yaml`)
  const { baseUrl, wsUrl, rpcUrl, chainId } = exchange
  const venue = { name: 'predict', baseUrl, wsUrl, rpcUrl, chainId, apiKey: { env: 'API_KEY' }, privateKey: { env: 'WALLET' } }
  const strategies = [{ strategy: 'two-sided', markets: 'all' }]
  writeFileSync(file, JSON.stringify({ venue, strategies }))
  return file
}

const redeem = (account: number, ...flags: string[]) => {
  const key = exchange.accounts[account]?.privateKey ?? ''
  return inProcess(['redeem', configOf(account), ...flags], { API_KEY: exchange.apiKey, WALLET: key })
}

it('lists what a result pays, asks, and turns it into cash once', async () => {
  expect(await redeem(0, '--dry-run')).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^to redeem:\n50 USDT of market \d+ \(Will it rain\?\)\n$/),
  })
  expect(await redeem(0)).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('--yes agrees') })
  // This once as a user calls it.
  const variables = { API_KEY: exchange.apiKey, WALLET: exchange.accounts[0]?.privateKey ?? '' }
  const { code, stdout } = await oddsmith(['redeem', configOf(0), '--yes', '--json'], variables).ended
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toEqual({
    markets: [
      expect.objectContaining({
        question: 'Will it rain?',
        shares: { yes: '50', no: '0' },
        payout: '50',
        transaction: expect.stringMatching(/^0x[0-9a-f]{64}$/),
        fault: null,
      }),
    ],
  })
  expect(await redeem(0, '--yes')).toMatchObject({ code: 0, stdout: 'nothing to redeem\n' })
})

it('has nothing for a wallet whose shares pay nothing', async () => {
  expect(await redeem(1, '--yes')).toMatchObject({ code: 0, stdout: 'nothing to redeem\n' })
})
