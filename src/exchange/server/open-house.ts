import { randomBytes } from 'node:crypto'
import { type Clock, Timestamp } from '../../model/time.js'
import { createApiKeys } from './auth/api-keys.js'
import { createLogin } from './auth/login.js'
import type { RateLimits } from './auth/rate-windows.js'
import { createRevocableLogin } from './auth/revocable-login.js'
import { createFaults } from './faults/create-faults.js'
import type { House } from './house.js'
import { createSortedPages } from './http/sorted-pages.js'
import { YIELD_PERCENT } from './log/rules.js'
import { openSequencer } from './log/sequencer.js'
import type { SequencerOptions } from './log/sequencer-options.js'
import type { Store } from './log/store.js'
import type { Watcher } from './log/watcher.js'
import { createPriceFeeds, type PriceFeeds } from './prices/price-feed.js'
import { createBulletinBoard } from './read-models/bulletin-board.js'
import { createCatalog } from './read-models/catalog.js'
import { createOracle } from './read-models/oracle.js'
import { createRebates } from './read-models/rebates.js'
import { createSearchIndex } from './read-models/search-index.js'
import { createSmartAccounts, type SmartAccountOwner } from './read-models/smart-accounts.js'
import { createStatistics } from './read-models/statistics.js'
import { createTape } from './read-models/tape.js'
import { createWalletWatchers } from './read-models/wallet-watchers.js'
import { createOpenSignatures, type OpenSignatures } from './signatures/open-signatures.js'
import { createAudience } from './stream/audience.js'
import { createPushes, type Pushes } from './stream/pushes.js'
import { type StreamLimits, streamLimitsOf } from './stream/stream-limits.js'
import { SYSTEM_TIMERS, type Timers } from './timers.js'

/** What an exchange is opened with, whether anybody can reach it or not. */
export interface HouseOptions extends Pick<SequencerOptions, 'openCore' | 'store' | 'snapshotEvery' | 'keepsLog' | 'thread'> {
  readonly chainId: number
  /** null: the one kept with the data, drawn at the first start. */
  readonly apiKey: string | null
  readonly requireApiKey: boolean
  /** Missing: the one kept with the data, drawn at the first start. */
  readonly adminToken?: string | undefined
  /** Default: the usual ones of seed 0. */
  readonly prices?: PriceFeeds
  readonly limits: RateLimits | null
  /** What of them is left out is as usual. */
  readonly streamLimits?: Partial<StreamLimits>
  /** Default `YIELD_PERCENT`. */
  readonly yieldPercentPerYear?: number
  readonly smartAccounts: readonly SmartAccountOwner[]
  readonly clock?: Clock
  /** Default: the computer's. */
  readonly timers?: Timers
  /** They see what the exchange's own watchers see, behind them. Default: none. */
  readonly onlookers?: readonly Watcher[]
  /** Default: a thread of its own for busy turns. */
  readonly signatures?: OpenSignatures
  readonly log: House['log']
}

/** An exchange before it listens. */
export interface OpenHouse {
  readonly house: House
  readonly pushes: Pushes
  readonly apiKey: string
  readonly adminToken: string
}

/** Replays the store through the core, and makes all that answers of it. */
export const openHouse = (options: HouseOptions): OpenHouse => {
  const apiKey = options.apiKey ?? keptWord(options.store, 'apiKey', 16)
  const adminToken = options.adminToken ?? keptWord(options.store, 'adminToken', 32)
  const pushes = createPushes(() => house)
  const wallets = createWalletWatchers(() => house.floor, options.yieldPercentPerYear ?? YIELD_PERCENT)
  const faults = createFaults(() => house, pushes.followers)
  const { chainId, store, clock = SYSTEM_CLOCK, onlookers = [] } = options
  const catalog = createCatalog()
  const tape = createTape()
  const statistics = createStatistics(clock)
  const search = createSearchIndex(catalog)
  const [oracle, bulletins] = [createOracle(), createBulletinBoard()]
  const rebates = createRebates(catalog)
  const smartAccounts = createSmartAccounts(chainId, options.smartAccounts)
  const secret = Buffer.from(keptWord(store, 'tokenSecret', 32), 'hex')
  const house: House = {
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
    signatures: options.signatures ?? createOpenSignatures(options),
    prices: options.prices ?? createPriceFeeds(0),
    audience: createAudience(streamLimitsOf(options.streamLimits)),
    timers: options.timers ?? SYSTEM_TIMERS,
    chainId,
    login: createRevocableLogin(createLogin({ secret, chainId, isSigned: proof => smartAccounts.signedMessage(proof) })),
    faults,
    keys: createApiKeys(apiKey, options.requireApiKey),
    adminKeys: createApiKeys(adminToken, true),
    epoch: keptWord(store, 'epoch', 8),
    limits: options.limits,
    log: options.log,
    floor: openSequencer({
      ...options,
      clock,
      watchers: [
        ...[catalog, tape, statistics, search, oracle, bulletins, rebates, ...Object.values(wallets), pushes, faults],
        ...onlookers,
      ],
      onFatal: error => options.log('the exchange stopped taking orders', { error: error.message, cause: String(error.cause) }),
    }),
  }
  return { house, pushes, apiKey, adminToken }
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
