import { afterEach } from 'vitest'
import { createCore } from '../../../src/exchange/core/core.js'
import type { CoreOptions } from '../../../src/exchange/core/core-options.js'
import { copiedStore } from '../../../src/exchange/server/log/history-copy.js'
import type { RemadeFrom } from '../../../src/exchange/server/log/remake.js'
import { openStore, type Store } from '../../../src/exchange/server/log/store.js'
import { fundOnce, openMarkets } from '../../../src/exchange/server/markets/first-start.js'
import type { MarketSeed } from '../../../src/exchange/server/markets/market-seed.js'
import type { OpenExchange } from '../../../src/exchange/server/open-exchange.js'
import type { OpenSignatures } from '../../../src/exchange/server/signatures/open-signatures.js'
import { type RunningServer, startServer } from '../../../src/exchange/server/start-server.js'
import type { TextLog } from '../../../src/exchange/server/text-log.js'
import type { RunningExchange } from '../../../src/exchange.js'
import { createSigner } from '../../../src/protocol/sign.js'

/** An exchange with its inside, and a clock that the test turns. */
export interface OpenInside {
  readonly inside: OpenExchange
  readonly exchange: RunningExchange
  readonly market: number
  /** Lets time pass, in seconds. */
  readonly pass: (seconds: number) => void
}

export interface InsideOptions {
  /** A folder; default: memory. */
  readonly data?: string
  readonly store?: Store
  readonly core?: CoreOptions
  /** Makes its snapshots. */
  readonly thread?: RemadeFrom
  readonly snapshotEvery?: number
  readonly keepsLog?: boolean
  readonly log?: TextLog
  readonly markets?: readonly MarketSeed[]
  readonly yieldPercentPerYear?: number
  readonly signatures?: OpenSignatures
  /** Seconds since the epoch. */
  readonly now?: number
}

const open = new Set<RunningServer>()
const KEYS = [1, 2, 3].map(digit => `0x${String(digit).repeat(64)}`)

/** Opens a server with three funded wallets, without limits and crowd. */
export const openInside = async (options: InsideOptions = {}): Promise<OpenInside> => {
  let now = (options.now ?? 1_800_000_000) * 1_000_000
  const log: TextLog = options.log ?? (() => undefined)
  const { store, keepHistory } = copiedStore(options.store ?? openStore(options.data ?? ':memory:'), log)
  const server = await startServer({
    openCore: state => createCore(options.core ?? {}, state),
    thread: options.thread,
    store,
    host: '127.0.0.1',
    port: 0,
    chainId: 97,
    apiKey: 'key',
    requireApiKey: true,
    limits: null,
    heartbeatMs: 15_000,
    smartAccounts: [],
    clock: { now: () => now as never },
    log,
    snapshotEvery: options.snapshotEvery,
    keepsLog: options.keepsLog,
    ...(options.signatures !== undefined && { signatures: options.signatures }),
    ...(options.yieldPercentPerYear !== undefined && { yieldPercentPerYear: options.yieldPercentPerYear }),
  })
  open.add(server)
  const inside = server.exchange
  const accounts = KEYS.map(privateKey => ({
    privateKey,
    address: createSigner({ privateKey, chainId: 97 }).address,
    usdt: '1000',
  }))
  for (const wallet of accounts) await fundOnce(inside.writes, wallet)
  await openMarkets(
    inside.writes,
    () => options.markets ?? [{ question: 'Will it?', endsInMinutes: null }],
    markets => markets.map(() => null),
  )
  const baseUrl = `http://127.0.0.1:${server.port}`
  const markets = inside.reads.markets.catalog.markets().toReversed()
  return {
    inside,
    market: markets[0]?.id ?? 0,
    pass: seconds => {
      now += seconds * 1_000_000
    },
    exchange: {
      baseUrl,
      wsUrl: `ws://127.0.0.1:${server.port}/ws`,
      rpcUrl: `${baseUrl}/rpc`,
      apiKey: 'key',
      adminToken: 'none',
      chainId: 97,
      accounts,
      markets,
      keepHistory,
      close: async () => {
        open.delete(server)
        await server.close()
      },
    },
  }
}

afterEach(async () => {
  await Promise.all([...open].map(server => server.close()))
  open.clear()
})
