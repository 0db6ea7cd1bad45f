import { randomBytes } from 'node:crypto'
import { createCore } from './exchange/core/core.js'
import { createFairValue } from './exchange/crowd/fair-value.js'
import type { ExchangeOptions, RunningExchange, TestAccount } from './exchange/server/exchange-options.js'
import { fundOnce, openMarkets } from './exchange/server/first-start.js'
import type { House } from './exchange/server/house.js'
import { defaultMarkets, endOf } from './exchange/server/market-seed.js'
import { VENUE_LIMITS } from './exchange/server/rate-windows.js'
import { closeOtherRecordings } from './exchange/server/recorded-markets.js'
import { coreOptions, keptRules } from './exchange/server/rules.js'
import { type RunningServer, startServer } from './exchange/server/start-server.js'
import { openStore, type Store } from './exchange/server/store.js'
import { type StopCrowd, startRecorded, startSynthetic } from './exchange-crowd.js'
import { createSigner } from './protocol/sign.js'

export type { CrowdOptions, ExchangeOptions, RunningExchange, TestAccount } from './exchange/server/exchange-options.js'
export { startExchangeWorker } from './exchange/server/exchange-thread.js'
export type { MarketSeed } from './exchange/server/market-seed.js'
export type { RateLimits } from './exchange/server/rate-windows.js'
export type { SmartAccountOwner } from './exchange/server/smart-accounts.js'

/** Starts an exchange in this process. Rejects where the port is taken, or the data are another process's or of a newer format. */
export const startExchange = async (options: ExchangeOptions = {}): Promise<RunningExchange> => {
  const store = openStore(options.data ?? ':memory:')
  const { server, seed } = await openServer(store, options)
  const { house } = server
  try {
    const accounts = await openAccounts(house, store, options)
    for (const wallet of options.fund ?? []) await fundOnce(house, wallet)
    const stopCrowd = await gatherCrowd(house, seed, options)
    return describe(server, { accounts, host: options.host ?? LOOPBACK, stopCrowd })
  } catch (error) {
    await server.close()
    throw error
  }
}

const LOOPBACK = '127.0.0.1'
const TEST_DOLLARS = '10000'
const TEST_ACCOUNTS = 2

/** Opens the store's exchange under the rules it has always had. */
const openServer = async (store: Store, options: ExchangeOptions): Promise<{ server: RunningServer; seed: number }> => {
  try {
    const log = options.log ?? (() => undefined)
    const rules = keptRules(store, options, log)
    const server = await startServer({
      core: createCore(coreOptions(rules)),
      store,
      host: options.host ?? LOOPBACK,
      port: options.port ?? 0,
      chainId: options.chainId ?? 97,
      apiKey: options.apiKey ?? null,
      requireApiKey: options.requireApiKey ?? true,
      limits: options.rateLimits === undefined ? VENUE_LIMITS : options.rateLimits,
      heartbeatMs: options.heartbeatMs ?? 15_000,
      smartAccounts: options.smartAccounts ?? [],
      log,
      ...(options.clock !== undefined && { clock: options.clock }),
    })
    return { server, seed: rules.seed }
  } catch (error) {
    store.close()
    throw error
  }
}

/** Opens the markets, and lets everyone else come. */
const gatherCrowd = async (house: House, seed: number, { crowd, markets }: ExchangeOptions): Promise<StopCrowd> => {
  if (crowd?.kind === 'recorded') return startRecorded(house, crowd)
  if (crowd?.kind !== 'none') await closeOtherRecordings(house, null)
  await openMarkets(
    house,
    firstId => markets ?? defaultMarkets(firstId),
    (market, { id, now }) => {
      const endsAt = endOf(market, now)
      return endsAt === null ? null : createFairValue({ seed, market: id, startsAt: now, endsAt }).outcome
    },
  )
  return crowd?.kind === 'none' ? () => undefined : startSynthetic(house, seed, crowd)
}

/** The test accounts of this data folder, made and funded where there are fewer than wanted. */
const openAccounts = async (house: House, store: Store, options: ExchangeOptions): Promise<readonly TestAccount[]> => {
  const keys: string[] = JSON.parse(store.read('testKeys') ?? '[]')
  while (keys.length < (options.accounts ?? TEST_ACCOUNTS)) keys.push(`0x${randomBytes(32).toString('hex')}`)
  store.write('testKeys', JSON.stringify(keys))
  const accounts = keys.map(privateKey => {
    const { address } = createSigner({ privateKey, chainId: house.chainId })
    return { address, privateKey, usdt: TEST_DOLLARS }
  })
  for (const wallet of accounts) await fundOnce(house, wallet)
  return accounts
}

interface Described {
  readonly accounts: readonly TestAccount[]
  readonly host: string
  readonly stopCrowd: StopCrowd
}

const describe = (server: RunningServer, { accounts, host, stopCrowd }: Described): RunningExchange => {
  const { floor, catalog, chainId } = server.house
  const address = `${host.includes(':') ? `[${host}]` : host}:${server.port}`
  const open = catalog.markets().filter(words => floor.core.market(words.id)?.trading === 'OPEN')
  return {
    baseUrl: `http://${address}`,
    wsUrl: `ws://${address}/ws`,
    rpcUrl: `http://${address}/rpc`,
    apiKey: server.apiKey,
    chainId: chainId === 56 ? 56 : 97,
    accounts,
    markets: open.map(({ id, question }) => ({ id, question })).reverse(),
    close: async () => {
      stopCrowd()
      await server.close()
    },
  }
}
