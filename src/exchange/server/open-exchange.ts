import { randomBytes } from 'node:crypto'
import { type Clock, Timestamp } from '../../model/time.js'
import { createApiKeys } from './auth/api-keys.js'
import type { Auth } from './auth/auth.js'
import { createLogin } from './auth/login.js'
import type { RateLimits } from './auth/rate-windows.js'
import { createRevocableLogin } from './auth/revocable-login.js'
import { createFaults } from './faults/create-faults.js'
import type { Faults } from './faults/faults.js'
import { createSortedPages } from './http/sorted-pages.js'
import { openSequencer } from './log/open-sequencer.js'
import { YIELD_PERCENT } from './log/rules.js'
import type { Sequencer, SequencerOptions } from './log/sequencer.js'
import type { Store } from './log/store.js'
import type { Watcher } from './log/watcher.js'
import { createPriceFeeds, type PriceFeeds } from './prices/price-feed.js'
import { createGrants } from './read-models/grants.js'
import { createMarketReads, type MarketReads } from './read-models/market-reads.js'
import type { Reads } from './read-models/reads.js'
import { createSmartAccounts, type SmartAccountOwner, type SmartAccounts } from './read-models/smart-accounts.js'
import { createWalletReads, type WalletReads } from './read-models/wallet-reads.js'
import { createOpenSignatures, type OpenSignatures } from './signatures/open-signatures.js'
import { type Audience, createAudience } from './stream/audience.js'
import { createPushes, type Pushes } from './stream/pushes.js'
import { type StreamLimits, streamLimitsOf } from './stream/stream-limits.js'
import type { TextLog } from './text-log.js'
import { SYSTEM_TIMERS, type Timers } from './timers.js'
import type { Writes } from './writes/writes.js'

/** What an exchange is opened with, whether it will listen or not. */
export interface OpenOptions extends Pick<SequencerOptions, 'openCore' | 'store' | 'snapshotEvery' | 'keepsLog' | 'thread'> {
  readonly chainId: number
  /** `null`: use the key kept with the data, drawn at the first start. */
  readonly apiKey: string | null
  readonly requireApiKey: boolean
  /** Missing: use the token kept with the data, drawn at the first start. */
  readonly adminToken?: string | undefined
  /** Default: the default feeds of seed 0. */
  readonly prices?: PriceFeeds
  /** `null` disables rate limiting. */
  readonly limits: RateLimits | null
  /** A limit that is left out has its default. */
  readonly streamLimits?: Partial<StreamLimits>
  /** Default `YIELD_PERCENT`. */
  readonly yieldPercentPerYear?: number
  readonly smartAccounts: readonly SmartAccountOwner[]
  readonly clock?: Clock
  /** Default: the computer's. */
  readonly timers?: Timers
  /** More watchers, which see the same history after the exchange's own. Default: none. */
  readonly onlookers?: readonly Watcher[]
  /** Default: the signatures of a busy turn are checked on two threads. */
  readonly signatures?: OpenSignatures
  readonly log: TextLog
}

/** An exchange that does not listen yet: its parts, each of which is handed only to its users. */
export interface OpenExchange {
  readonly reads: Reads
  readonly writes: Writes
  readonly auth: Auth
  readonly faults: Faults
  readonly signatures: OpenSignatures
  readonly pushes: Pushes
  /** The clients of the stream; a shutdown is announced to them. */
  readonly audience: Audience
  readonly apiKey: string
  readonly adminToken: string
}

/** Replays the store through the core and its watchers, and creates everything that answers from them. */
export const openExchange = (options: OpenOptions): OpenExchange => {
  const { clock = SYSTEM_CLOCK, timers = SYSTEM_TIMERS, log } = options
  const apiKey = options.apiKey ?? keptSecret(options.store, 'apiKey', 16)
  const adminToken = options.adminToken ?? keptSecret(options.store, 'adminToken', 32)
  const smartAccounts = createSmartAccounts(options.chainId, options.smartAccounts)
  const audience = createAudience(streamLimitsOf(options.streamLimits))
  const markets = createMarketReads(clock)
  const wallets = createWalletReads({
    sequencer: () => sequencer,
    catalog: markets.catalog,
    yieldPercentPerYear: options.yieldPercentPerYear ?? YIELD_PERCENT,
  })
  const grants = createGrants()
  const pushes = createPushes({ reads: () => reads, faults: () => faults })
  const faults = createFaults({ exchange: () => ({ writes, auth }), followers: pushes.followers, audience })
  const sequencer = openSequencer({
    ...options,
    clock,
    watchers: [...[...Object.values(markets), ...Object.values(wallets), grants, pushes, faults], ...(options.onlookers ?? [])],
    onFatal: error => log('the exchange stopped taking orders', { error: error.message, cause: String(error.cause) }),
  })
  const reads = readsOf(options, { sequencer, markets, wallets })
  const writes: Writes = { reads, sequencer, timers, log }
  const auth: Auth = {
    now: reads.now,
    keys: createApiKeys(apiKey, options.requireApiKey),
    adminKeys: createApiKeys(adminToken, true),
    login: loginOf(options, smartAccounts),
    grants,
    smartAccounts,
    limits: options.limits,
  }
  const signatures = options.signatures ?? createOpenSignatures(options)
  return { reads, writes, auth, faults, signatures, pushes, audience, apiKey, adminToken }
}

interface Readable {
  readonly sequencer: Sequencer
  readonly markets: MarketReads
  readonly wallets: WalletReads
}

const readsOf = ({ store, chainId, prices }: OpenOptions, { sequencer, markets, wallets }: Readable): Reads => ({
  core: sequencer.core,
  now: () => sequencer.now(),
  posted: order => sequencer.posted(order),
  markets,
  wallets,
  prices: prices ?? createPriceFeeds(0),
  pages: createSortedPages(),
  chainId,
  epoch: keptSecret(store, 'epoch', 8),
})

const loginOf = ({ store, chainId }: OpenOptions, smartAccounts: SmartAccounts): Auth['login'] => {
  const secret = Buffer.from(keptSecret(store, 'tokenSecret', 32), 'hex')
  return createRevocableLogin(createLogin({ secret, chainId, isSigned: proof => smartAccounts.signedMessage(proof) }))
}

/** Random bytes in hex, drawn at the first start and kept with the data under `key`. */
const keptSecret = (store: Store, key: string, bytes: number): string => {
  const known = store.read(key)
  if (known !== null) return known
  const drawn = randomBytes(bytes).toString('hex')
  store.write(key, drawn)
  return drawn
}

const SYSTEM_CLOCK: Clock = { now: () => Timestamp.ofMs(Date.now()) }
