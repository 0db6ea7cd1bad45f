import { randomBytes } from 'node:crypto'
import type { ServerOptions as HttpOptions, Server } from 'node:http'
import { createAdaptorServer } from '@hono/node-server'
import { type Clock, Timestamp } from '../../model/time.js'
import type { Core } from '../core/core.js'
import { createApiKeys } from './api-keys.js'
import { createApp } from './app.js'
import { createBulletinBoard } from './bulletin-board.js'
import { createCatalog } from './catalog.js'
import { openFloor } from './floor.js'
import type { House } from './house.js'
import { createLogin } from './login.js'
import { createOracle } from './oracle.js'
import { createPushes } from './pushes.js'
import type { RateLimits } from './rate-windows.js'
import { createSmartAccounts, type SmartAccountOwner } from './smart-accounts.js'
import { openSocketDoor } from './socket-door.js'
import type { Store } from './store.js'
import { createTape } from './tape.js'

/** What a server is started with; the door of the package fills in the defaults. */
export interface ServerOptions {
  readonly core: Core
  readonly store: Store
  readonly host: string
  /** 0 takes any free port. */
  readonly port: number
  readonly chainId: number
  /** null: the one kept with the data, drawn at the first start. */
  readonly apiKey: string | null
  readonly requireApiKey: boolean
  readonly limits: RateLimits | null
  readonly heartbeatMs: number
  readonly smartAccounts: readonly SmartAccountOwner[]
  readonly clock?: Clock
  readonly log: House['log']
}

/** A server that listens. */
export interface RunningServer {
  readonly house: House
  readonly apiKey: string
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
  const pushes = createPushes(() => house)
  const house = buildHouse(options, apiKey, pushes)
  const app = createApp(house)
  const server = createAdaptorServer({ fetch: app.fetch, serverOptions: HTTP_OPTIONS }) as Server
  const door = openSocketDoor({ server, house, pushes, heartbeatMs: options.heartbeatMs })
  const port = await listen(server, options).catch((error: unknown) => {
    house.floor.close()
    throw error
  })
  return {
    house,
    apiKey,
    port,
    close: async () => {
      door.close()
      await closeServer(server)
      house.floor.close()
    },
  }
}

/** A secret kept with the data: hex of so many random bytes, drawn once. */
export const keptWord = (store: Store, key: string, bytes: number): string => {
  const known = store.read(key)
  if (known !== null) return known
  const drawn = randomBytes(bytes).toString('hex')
  store.write(key, drawn)
  return drawn
}

const SYSTEM_CLOCK: Clock = { now: () => Timestamp.ofMs(Date.now()) }

const buildHouse = (options: ServerOptions, apiKey: string, pushes: ReturnType<typeof createPushes>): House => {
  const { chainId, store } = options
  const catalog = createCatalog()
  const tape = createTape()
  const oracle = createOracle()
  const bulletins = createBulletinBoard()
  const smartAccounts = createSmartAccounts(chainId, options.smartAccounts)
  const secret = Buffer.from(keptWord(store, 'tokenSecret', 32), 'hex')
  return {
    catalog,
    tape,
    oracle,
    bulletins,
    smartAccounts,
    chainId,
    login: createLogin({ secret, chainId, isSmartSignature: proof => smartAccounts.signedMessage(proof) }),
    keys: createApiKeys(apiKey, options.requireApiKey),
    epoch: keptWord(store, 'epoch', 8),
    limits: options.limits,
    log: options.log,
    floor: openFloor({
      core: options.core,
      store,
      clock: options.clock ?? SYSTEM_CLOCK,
      watchers: [catalog, tape, oracle, bulletins, pushes],
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
