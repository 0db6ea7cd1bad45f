import { afterEach } from 'vitest'
import { createCore } from '../../../src/exchange/core/core.js'
import { openStore } from '../../../src/exchange/server/log/store.js'
import { openMarkets } from '../../../src/exchange/server/markets/first-start.js'
import { type RunningServer, type ServerOptions, startServer } from '../../../src/exchange/server/start-server.js'

const open = new Set<RunningServer>()

/** A server with two markets of one category, whose floor a test can reach; closed after the test. */
export const openServer = async (options: Partial<ServerOptions> = {}) => {
  const server = await startServer({
    openCore: state => createCore({}, state),
    store: openStore(':memory:'),
    host: '127.0.0.1',
    port: 0,
    chainId: 97,
    apiKey: 'key',
    requireApiKey: true,
    limits: null,
    heartbeatMs: 15_000,
    smartAccounts: [],
    log: () => undefined,
    ...options,
  })
  open.add(server)
  await openMarkets(
    server.exchange.writes,
    () => [
      { question: 'Will it rain?', endsInMinutes: null },
      { question: 'Will it snow?', endsInMinutes: null },
    ],
    () => [],
  )
  const [second, first] = server.exchange.reads.markets.catalog.markets().map(({ id }) => id)
  return {
    server,
    inside: server.exchange,
    wsUrl: `ws://127.0.0.1:${server.port}/ws`,
    apiKey: 'key',
    first: first ?? 0,
    second: second ?? 0,
    close: async () => {
      open.delete(server)
      await server.close()
    },
  }
}

afterEach(async () => {
  await Promise.all([...open].map(server => server.close()))
  open.clear()
})
