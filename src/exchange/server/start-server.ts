import { randomBytes } from 'node:crypto'
import { createServer, type ServerOptions as HttpOptions, type RequestListener, type Server } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { type Clock, Timestamp } from '../../model/time.js'
import { createFaults, type Faults } from './faults/faults.js'
import type { Answering } from './faults/faulty-answers.js'
import type { House } from './house.js'
import { createApiKeys } from './http/api-keys.js'
import { createApp } from './http/app.js'
import { createDirectWay } from './http/direct-way.js'
import { createLogin } from './http/login.js'
import { createMortalLogin } from './http/mortal-login.js'
import type { RateLimits } from './http/rate-windows.js'
import { createSortedPages } from './http/sorted-pages.js'
import { createBulletinBoard } from './known/bulletin-board.js'
import { createCatalog } from './known/catalog.js'
import { createOracle } from './known/oracle.js'
import { createRebates } from './known/rebates.js'
import { createSearchIndex } from './known/search-index.js'
import { createSmartAccounts, type SmartAccountOwner } from './known/smart-accounts.js'
import { createStatistics } from './known/statistics.js'
import { createTape } from './known/tape.js'
import { createWalletWatchers, type WalletWatchers } from './known/wallet-watchers.js'
import { type FloorOptions, openFloor } from './log/floor.js'
import { YIELD_PERCENT } from './log/rules.js'
import type { Store } from './log/store.js'
import { createPriceFeeds, type PriceFeeds } from './markets/price-feed.js'
import { createAudience } from './stream/audience.js'
import { createPushes, type Pushes } from './stream/pushes.js'
import { openSocketDoor } from './stream/socket-door.js'
import { STREAM_LIMITS, type StreamLimits } from './stream/stream-limits.js'

/** What a server is started with; the door of the package fills in the defaults. */
export interface ServerOptions extends Pick<FloorOptions, 'openCore' | 'store' | 'snapshotEvery' | 'keepsLog'> {
  readonly host: string
  /** 0 takes any free port. */
  readonly port: number
  readonly chainId: number
  /** null: the one kept with the data, drawn at the first start. */
  readonly apiKey: string | null
  readonly requireApiKey: boolean
  /** Missing: the one kept with the data, drawn at the first start. */
  readonly adminToken?: string | undefined
  /** Default: the usual ones of seed 0. */
  readonly prices?: PriceFeeds
  readonly limits: RateLimits | null
  readonly heartbeatMs: number
  /** What of them is left out is as usual. */
  readonly streamLimits?: Partial<StreamLimits>
  /** How long the stream goes on after it was told that the exchange closes. Default 0. */
  readonly drainMs?: number
  /** Default `YIELD_PERCENT`. */
  readonly yieldPercentPerYear?: number
  readonly smartAccounts: readonly SmartAccountOwner[]
  readonly clock?: Clock
  readonly log: House['log']
}

/** A server that listens. */
export interface RunningServer {
  readonly house: House
  readonly apiKey: string
  readonly adminToken: string
  readonly port: number
  /** Ends sockets and requests, commits what is open, closes the store. */
  close(): Promise<void>
}

const HTTP_OPTIONS: HttpOptions = {
  maxHeaderSize: 16_384,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 75_000,
}

/** Replays the store through the core and serves REST, stream and chain on one port. Rejects where the port is taken. */
export const startServer = async (options: ServerOptions): Promise<RunningServer> => {
  const apiKey = options.apiKey ?? keptWord(options.store, 'apiKey', 16)
  const adminToken = options.adminToken ?? keptWord(options.store, 'adminToken', 32)
  const pushes = createPushes(() => house)
  const wallets = createWalletWatchers(() => house, options.yieldPercentPerYear ?? YIELD_PERCENT)
  const faults = createFaults(() => house, pushes.followers)
  const house = buildHouse(options, { apiKey, adminToken }, { pushes, wallets, faults })
  const server = createServer(HTTP_OPTIONS, listener(house))
  const door = openSocketDoor({ server, house, pushes, limits: limitsOf(options), heartbeatMs: options.heartbeatMs })
  const port = await listen(server, options).catch((error: unknown) => {
    house.floor.close()
    throw error
  })
  return {
    house,
    apiKey,
    adminToken,
    port,
    close: async () => {
      faults.close()
      await door.close(options.drainMs ?? 0)
      await closeServer(server)
      house.floor.close()
    },
  }
}

/** A secret kept with the data: hex of so many random bytes, drawn once. */
const keptWord = (store: Store, key: string, bytes: number): string => {
  const known = store.read(key)
  if (known !== null) return known
  const drawn = randomBytes(bytes).toString('hex')
  store.write(key, drawn)
  return drawn
}

const SYSTEM_CLOCK: Clock = { now: () => Timestamp.ofMs(Date.now()) }

const limitsOf = ({ streamLimits }: ServerOptions): StreamLimits => ({ ...STREAM_LIMITS, ...streamLimits })

/** Whether something shall go wrong is looked at first: only the app's answers can be spoilt. */
const listener = (house: House): RequestListener => {
  const direct = createDirectWay(house)
  const app = createApp(house, direct)
  const answer: Answering = (request, bindings) =>
    house.faults.isIdle ? app.fetch(request, bindings) : house.faults.answer([request, bindings], app.fetch)
  const listen = getRequestListener(answer)
  return (incoming, outgoing) => {
    if (!house.faults.isIdle || !direct.takes(incoming, outgoing)) void listen(incoming, outgoing)
  }
}

const buildHouse = (
  options: ServerOptions,
  { apiKey, adminToken }: { apiKey: string; adminToken: string },
  { pushes, wallets, faults }: { pushes: Pushes; wallets: WalletWatchers; faults: Faults },
): House => {
  const { chainId, store } = options
  const catalog = createCatalog()
  const tape = createTape()
  const clock = options.clock ?? SYSTEM_CLOCK
  const statistics = createStatistics(clock)
  const search = createSearchIndex(catalog)
  const oracle = createOracle()
  const bulletins = createBulletinBoard()
  const rebates = createRebates(catalog)
  const smartAccounts = createSmartAccounts(chainId, options.smartAccounts)
  const secret = Buffer.from(keptWord(store, 'tokenSecret', 32), 'hex')
  return {
    catalog,
    tape,
    statistics,
    search,
    ...wallets,
    sortedPages: createSortedPages(),
    oracle,
    bulletins,
    rebates,
    smartAccounts,
    prices: options.prices ?? createPriceFeeds(0),
    audience: createAudience(limitsOf(options)),
    chainId,
    login: createMortalLogin(createLogin({ secret, chainId, isSigned: proof => smartAccounts.signedMessage(proof) })),
    faults,
    keys: createApiKeys(apiKey, options.requireApiKey),
    adminKeys: createApiKeys(adminToken, true),
    epoch: keptWord(store, 'epoch', 8),
    limits: options.limits,
    log: options.log,
    floor: openFloor({
      ...options,
      clock,
      watchers: [catalog, tape, statistics, search, oracle, bulletins, rebates, ...Object.values(wallets), pushes, faults],
      onFatal: error => options.log('the exchange stopped taking orders', { error: error.message, cause: String(error.cause) }),
    }),
  }
}

const listen = (server: Server, { host, port }: ServerOptions): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : port)
    })
  })

const closeServer = (server: Server): Promise<void> =>
  new Promise(resolve => {
    server.close(() => resolve())
    server.closeIdleConnections()
    // A request that is still open after this gets no answer: to its client that is doubt, as after any crash.
    setTimeout(() => server.closeAllConnections(), 1_000).unref()
  })
