/**
 * The door to the exchange: `startExchange` starts a whole trading service in this process, `startExchangeWorker` in a thread, for paper trading, tests and
 * development against a venue. Money stands in texts of decimals, in collateral; a name says where a time is in ms, seconds or minutes.
 *
 * @module oddsmith/exchange
 */
import { randomBytes } from 'node:crypto'
import { createCore } from './exchange/core/core.js'
import type { FillModelName } from './exchange/core/fill-models.js'
import { rateLimitsOf } from './exchange/server/auth/rate-windows.js'
import type {
  CrowdOptions,
  ExchangeOptions,
  LiveVenue,
  RunningExchange,
  TestAccount,
} from './exchange/server/exchange-options.js'
import { readFaults } from './exchange/server/faults/fault-rules.js'
import type { Faults } from './exchange/server/faults/faults.js'
import { ApiRefusal } from './exchange/server/http/refusal.js'
import { copiedStore } from './exchange/server/log/history-copy.js'
import { coreOptions, keptRules } from './exchange/server/log/rules.js'
import { openStore, type Store } from './exchange/server/log/store.js'
import { defaultMarkets } from './exchange/server/markets/default-markets.js'
import { fundOnce, openMarkets } from './exchange/server/markets/first-start.js'
import type { UndecidedMarket } from './exchange/server/markets/market-seed.js'
import { closeOthers } from './exchange/server/markets/recorded-markets.js'
import { startRounds } from './exchange/server/markets/rounds.js'
import { createPriceFeeds } from './exchange/server/prices/price-feed.js'
import { startProgramme } from './exchange/server/programme/programme.js'
import type { Programme } from './exchange/server/programme/programme-seed.js'
import { type RunningServer, startServer } from './exchange/server/start-server.js'
import type { Writes } from './exchange/server/writes/writes.js'
import { hiddenResults, type StopCrowd, startRecorded, startSynthetic } from './exchange/start-crowd.js'
import { startLive } from './exchange/start-live.js'
import type { LiveSource } from './model/live-source.js'
import type { WrittenFault } from './protocol/api/schemas-faults.js'
import { createSigner } from './protocol/sign.js'
import { PAIR_WITHIN_US } from './recording/formats/event-source.js'

export type { FillModelName } from './exchange/core/fill-models.js'
export { NEWER_LIMITS, type RateLimits, USUAL_LIMITS } from './exchange/server/auth/rate-windows.js'
export { DEFAULT_RECORDED_WORLD, DEFAULT_WORLD } from './exchange/server/default-world.js'
export type {
  CrowdOptions,
  ExchangeOptions,
  LiveVenue,
  RunningExchange,
  TestAccount,
} from './exchange/server/exchange-options.js'
export { startExchangeWorker } from './exchange/server/exchange-thread.js'
export type { HistoryOptions } from './exchange/server/log/history-copy.js'
export type { Payouts } from './exchange/server/log/rules.js'
export type { FundedWallet } from './exchange/server/markets/first-start.js'
export type { MarketSeed } from './exchange/server/markets/market-seed.js'
export type { RoundsSeed } from './exchange/server/markets/rounds-seed.js'
export type { PriceFeedSeed } from './exchange/server/prices/price-feed.js'
export type {
  Contestant,
  EsportsSeries,
  GroupSeries,
  Incidents,
  Programme,
  ProgrammeSeries,
  PropsSeries,
  QuestionSeries,
  SeriesTerms,
  SportsMatchSeries,
  SpreadSeries,
  TeamMatchSeries,
  TweetCountSeries,
} from './exchange/server/programme/programme-seed.js'
export type { SmartAccountOwner } from './exchange/server/read-models/smart-accounts.js'
export { StartError, type StartObstacle } from './exchange/server/start-error.js'
export type { StreamLimits } from './exchange/server/stream/stream-limits.js'
export type { CategoryText, OutcomeExtras } from './exchange/server/text/market-text.js'
export type { StopTimer, Timers } from './exchange/server/timers.js'
export type { LiveListener, LiveSource, StopSource } from './model/live-source.js'
export type { MarketFilter, MarketsWanted } from './model/markets-wanted.js'
export type { Clock, RunClock } from './model/time.js'
export { FAULT_KINDS, type FaultKind, type WrittenFault } from './protocol/api/schemas-faults.js'

/** Starts an exchange in this process. Rejects with a `StartError` where the port is taken, or the data are another process's or cannot be used. */
export const startExchange = async (options: ExchangeOptions = {}): Promise<RunningExchange> => {
  const faults = readFaults(options.faults ?? [])
  const { store, keepHistory } = copiedStore(openStore(options.data ?? ':memory:'), options.log ?? (() => undefined))
  const { server, seed } = await openServer(store, options)
  const { writes, faults: faultSwitch } = server.exchange
  try {
    const accounts = await openAccounts(writes, store, options)
    for (const wallet of options.fund ?? []) await fundOnce(writes, wallet)
    const stopCrowd = await startTrading(writes, seed, options)
    await setFaults(faultSwitch, faults)
    return describe(server, { accounts, host: options.host ?? LOOPBACK, stopCrowd, keepHistory })
  } catch (error) {
    await server.close()
    throw error
  }
}

/** Throws a RangeError that names the fault which this exchange cannot carry out, such as one of a market that it does not have. */
const setFaults = async (faultSwitch: Faults, faults: readonly WrittenFault[]): Promise<void> => {
  for (const [at, fault] of faults.entries())
    try {
      await faultSwitch.set(fault)
    } catch (error) {
      if (!(error instanceof ApiRefusal)) throw error
      const which = 'market' in fault ? ` ${fault.market}` : ''
      throw new RangeError(`faults.${at}: ${fault.kind}${which}: ${error.message}`, { cause: error })
    }
}

const LOOPBACK = '127.0.0.1'
const TEST_DOLLARS = '10000'
const TEST_ACCOUNTS = 2

/** Opens the store's exchange under the rules it has always had. */
const openServer = async (store: Store, options: ExchangeOptions): Promise<{ server: RunningServer; seed: number }> => {
  try {
    const log = options.log ?? (() => undefined)
    const rules = keptRules(store, { ...options, fillModel: fillModelOf(options) }, log)
    const server = await startServer({
      openCore: state => createCore(coreOptions(rules), state),
      thread: { rules, chainId: options.chainId ?? 97 },
      store,
      snapshotEvery: options.snapshotEvery,
      keepsLog: options.keepsLog,
      host: options.host ?? LOOPBACK,
      port: options.port ?? 0,
      chainId: options.chainId ?? 97,
      apiKey: options.apiKey ?? null,
      requireApiKey: options.requireApiKey ?? true,
      adminToken: options.adminToken,
      prices: createPriceFeeds(rules.seed, options.priceFeeds),
      limits: rateLimitsOf(options.rateLimits),
      heartbeatMs: options.heartbeatMs ?? 15_000,
      ...(options.streamLimits !== undefined && { streamLimits: options.streamLimits }),
      ...(options.drainMs !== undefined && { drainMs: options.drainMs }),
      yieldPercentPerYear: rules.yieldPercentPerYear,
      cors: options.cors ?? [],
      smartAccounts: options.smartAccounts ?? [],
      log,
      ...(options.clock !== undefined && { clock: options.clock }),
      ...(options.timers !== undefined && { timers: options.timers }),
    })
    return { server, seed: rules.seed }
  } catch (error) {
    store.close()
    throw error
  }
}

/** A crowd of orders has no queue model. */
const fillModelOf = ({ crowd }: ExchangeOptions): FillModelName | undefined =>
  crowd !== undefined && 'fillModel' in crowd ? crowd.fillModel : undefined

const NO_PROGRAMME: Programme = { series: [] }

/** Opens the markets, and starts rounds, programme and crowd. Returns what ends these three. */
const startTrading = async (writes: Writes, seed: number, options: ExchangeOptions): Promise<StopCrowd> => {
  const { crowd, markets, rounds, programme } = options
  const hasOwnMarkets = crowd?.kind !== 'recorded' && crowd?.kind !== 'live'
  const resultsOf = (unborn: readonly UndecidedMarket[]) => hiddenResults(seed, unborn)
  if (hasOwnMarkets) {
    if (crowd?.kind !== 'none') await closeOthers(writes, null)
    await openMarkets(writes, firstId => markets ?? defaultMarkets(firstId), resultsOf)
  }
  const stopRounds = await startRounds(writes, rounds ?? [])
  const series = hasOwnMarkets ? (programme ?? NO_PROGRAMME) : NO_PROGRAMME
  const stopProgramme = await startProgramme(writes, series, { seed, resultsOf })
  const stopCrowd = await startCrowd(writes, seed, crowd)
  return () => {
    stopRounds()
    stopProgramme()
    stopCrowd()
  }
}

const startCrowd = async (writes: Writes, seed: number, crowd: ExchangeOptions['crowd']): Promise<StopCrowd> => {
  if (crowd?.kind === 'recorded') return startRecorded(writes, crowd)
  if (crowd?.kind === 'live') return followLive(writes, crowd)
  return crowd?.kind === 'none' ? () => undefined : startSynthetic(writes, seed, crowd)
}

const DARK_AFTER_MS = 10_000

/** The code of venues is loaded where one is followed. */
const followLive = async (
  writes: Writes,
  { source, pairWithinMs, darkAfterMs }: Extract<CrowdOptions, { readonly kind: 'live' }>,
): Promise<StopCrowd> => {
  const isSource = (given: LiveSource | LiveVenue): given is LiveSource => 'start' in given
  const followed = isSource(source) ? source : (await import('./exchange/follow-venue.js')).followVenue(source, writes.log)
  return startLive(writes, {
    source: followed,
    pairWithinMs: pairWithinMs ?? PAIR_WITHIN_US / 1_000,
    darkAfterMs: darkAfterMs ?? DARK_AFTER_MS,
  })
}

/** The test accounts of this data folder, made and funded where there are fewer than wanted. */
const openAccounts = async (writes: Writes, store: Store, options: ExchangeOptions): Promise<readonly TestAccount[]> => {
  const keys: string[] = JSON.parse(store.read('testKeys') ?? '[]')
  while (keys.length < (options.accounts ?? TEST_ACCOUNTS)) keys.push(`0x${randomBytes(32).toString('hex')}`)
  store.write('testKeys', JSON.stringify(keys))
  const accounts = keys.map(privateKey => {
    const { address } = createSigner({ privateKey, chainId: writes.reads.chainId })
    return { address, privateKey, usdt: TEST_DOLLARS }
  })
  for (const wallet of accounts) await fundOnce(writes, wallet)
  return accounts
}

interface Described {
  readonly accounts: readonly TestAccount[]
  readonly host: string
  readonly stopCrowd: StopCrowd
  readonly keepHistory: RunningExchange['keepHistory']
}

const describe = (server: RunningServer, { accounts, host, stopCrowd, keepHistory }: Described): RunningExchange => {
  const { reads, apiKey, adminToken } = server.exchange
  const { chainId } = reads
  const address = `${host.includes(':') ? `[${host}]` : host}:${server.port}`
  const open = reads.markets.catalog.markets().filter(words => reads.core.market(words.id)?.trading === 'OPEN')
  return {
    baseUrl: `http://${address}`,
    wsUrl: `ws://${address}/ws`,
    rpcUrl: `http://${address}/rpc`,
    apiKey,
    adminToken,
    chainId: chainId === 56 ? 56 : 97,
    accounts,
    markets: open.map(({ id, question }) => ({ id, question })).reverse(),
    keepHistory,
    close: async () => {
      stopCrowd()
      await server.close()
    },
  }
}
