import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startExchangeWorker } from '../../src/exchange/server/exchange-thread.js'
import { isTradingRoute } from '../../src/protocol/trading-route.js'
import { isAcceptance } from '../is-acceptance.js'
import { openCountingProxy } from './counting-proxy.js'
import { inFolder, oddsmith } from './daemon.js'

const MARKETS = 20
const MINUTES = 10

test.runIf(isAcceptance)(
  `${MARKETS} markets at defaults for ${MINUTES} minutes: no removal is refused for calls, and calls darken less than 5 % of the time`,
  () =>
    inFolder(async home => {
      const markets = Array.from({ length: MARKETS }, (_, index) => ({ question: `Will number ${index} of the day come up?` }))
      const exchange = await startExchangeWorker({ data: ':memory:', seed: 1, markets })
      const proxy = await openCountingProxy(exchange.baseUrl, isTradingRoute)
      try {
        const { wsUrl, rpcUrl, chainId, apiKey, accounts } = exchange
        const [account] = accounts
        const venue = { name: 'predict', baseUrl: proxy.baseUrl, wsUrl, rpcUrl, chainId, apiKey: { env: 'API' } }
        const config = join(home, 'many.yaml')
        const wallet = { ...venue, privateKey: { env: 'WALLET' } }
        writeFileSync(config, `venue: ${JSON.stringify(wallet)}\nstrategies: [{strategy: two-sided}]\n`)
        const variables = { API: apiKey, WALLET: account?.privateKey ?? '' }
        const run = oddsmith(['run', config, '--home', home, '--for', `${MINUTES * 60}s`, '--json'], variables)
        const { code, stdout, stderr } = await run.ended
        expect(code, stderr).toBe(0)
        const { quoting } = JSON.parse(stdout)
        const counts = Object.fromEntries(proxy.counts)
        expect(counts['POST /v1/orders/remove-by-hash 200']).toBeGreaterThan(100)
        expect(counts['POST /v1/orders/remove-by-hash 429'] ?? 0).toBe(0)
        expect(Math.max(...proxy.tradingByMinute.values())).toBeLessThanOrEqual(480)
        expect(quoting.wantedSeconds).toBeGreaterThan(MARKETS * (MINUTES * 60 - 30))
        expect(quoting.darkSeconds.calls / quoting.wantedSeconds).toBeLessThan(0.05)
      } finally {
        proxy.close()
        await exchange.close()
      }
    }),
  (MINUTES + 2) * 60_000,
)
