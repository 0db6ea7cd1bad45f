import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import type { RunningExchange } from '../../src/exchange.js'
import { inFolder, oddsmith, walletFolder } from './daemon.js'
import { IS_LONG, KILLS, killAgainAndAgain } from './kill-rounds.js'
import { holdingsAtExchange, holdingsInJournal, openOrdersAtExchange } from './outside-look.js'

describe('the daemon on an exchange of its own', () => {
  const exchange = oddsmith(['exchange', '--port', '0', '--data', ':memory:', '--seed', '5', '--json'])
  afterAll(async () => {
    exchange.child.kill('SIGTERM')
    await exchange.ended
  })

  test(
    `goes on after each of ${KILLS} kills while the exchange lives on, and both agree to the wei at the end`,
    () =>
      inFolder(async home => {
        const ready = JSON.parse(await exchange.says(/"baseUrl"/)) as RunningExchange
        const { baseUrl, wsUrl, rpcUrl, chainId, accounts } = ready
        const { privateKey = '', address = '' } = accounts[0] ?? {}
        const config = join(home, 'live.yaml')
        const venue = {
          name: 'predict',
          baseUrl,
          wsUrl,
          rpcUrl,
          chainId,
          apiKey: { env: 'API' },
          privateKey: { env: 'WALLET' },
        }
        writeFileSync(
          config,
          `venue: ${JSON.stringify(venue)}\nstrategies: [{strategy: two-sided}]\nlimits: {positionMaxShares: 300}\n`,
        )
        const variables = { API: ready.apiKey, WALLET: privateKey }
        const run = (...args: string[]) => oddsmith(['run', config, '--home', home, ...args], variables)
        await killAgainAndAgain(run)
        // Twenty runs in a minute leave few calls of it to the last one.
        const { code, stdout, stderr } = await run('--for', IS_LONG ? '10s' : '3s', '--json').ended
        expect(code, stderr).toBe(0)
        const summary = JSON.parse(stdout)
        expect(summary).toMatchObject({ openOrdersAtExit: 0, isEqualToVenue: true, orders: { unknown: 0 } })
        expect(summary.orders.placed).toBeGreaterThan(0)
        expect(await openOrdersAtExchange(ready, privateKey)).toEqual([])
        expect(holdingsInJournal(walletFolder(home).folder)).toEqual(await holdingsAtExchange(ready, address))
      }),
    60_000 + KILLS * 20_000,
  )
})
