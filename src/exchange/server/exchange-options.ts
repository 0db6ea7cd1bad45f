import type { FollowedVenue, LiveSource } from '../../model/live-source.js'
import type { MarketsWanted } from '../../model/markets-wanted.js'
import type { Clock } from '../../model/time.js'
import type { WrittenFault } from '../../protocol/api/schemas-faults.js'
import type { FillModelName } from '../core/fill-models.js'
import type { RateLimits } from './auth/rate-windows.js'
import type { HistoryOptions } from './log/history-copy.js'
import type { Payouts } from './log/rules.js'
import type { FundedWallet } from './markets/first-start.js'
import type { MarketSeed } from './markets/market-seed.js'
import type { RoundsSeed } from './markets/rounds-seed.js'
import type { PriceFeedSeed } from './prices/price-feed.js'
import type { Programme } from './programme/programme-seed.js'
import type { SmartAccountOwner } from './read-models/smart-accounts.js'
import type { StreamLimits } from './stream/stream-limits.js'
import type { Timers } from './timers.js'

/** All other traders on the exchange. */
export type CrowdOptions =
  | {
      readonly kind: 'synthetic'
      /** Trades at random, per market. Default 1 a second. */
      readonly noiseASecond?: number
    }
  | {
      /**
       * Plays a recording: opens a market for each of its markets, and not those of `markets`. Only the crowd runs faster; clocks, expirations and
       * heartbeats stay wall time. After a restart an open market goes on at the speed it was opened with, as if the recording had played
       * meanwhile. At the end of the recording its books clear and trading closes; the next start opens new markets.
       */
      readonly kind: 'recorded'
      readonly file: string
      /** Recorded seconds in a second. */
      readonly speed: number
      /** Begin again at the end, forever. Default false. */
      readonly loop?: boolean
      /** What the crowd does with the queue in which an order stands. Kept with the data from the first start on. Default `pessimistic`. */
      readonly fillModel?: FillModelName
    }
  | {
      /**
       * Follows the live feed of a venue: opens a market for each of its markets, under the venue's own number if that is free, and not those of
       * `markets`. Orders stay on this exchange: no call that needs a wallet is made to the venue. While the venue's book of a market is unknown,
       * the market is dark: it shows no crowd and takes cancels alone.
       */
      readonly kind: 'live'
      readonly source: LiveSource | LiveVenue
      /** What the crowd does with the queue in which an order stands. Kept with the data from the first start on. Default `pessimistic`. */
      readonly fillModel?: FillModelName
      /**
       * A decrease of a level waits up to this long, in ms, for a later print that explains it, and what comes after it waits with it. 0: nothing
       * waits. Default 50, as in importers.
       */
      readonly pairWithinMs?: number
      /** A market for which the venue sent and confirmed nothing for this long is dark, in ms. Default 10,000. */
      readonly darkAfterMs?: number
    }
  | { readonly kind: 'none' }

/** A venue to follow, as data: the exchange opens its feed. */
export interface LiveVenue extends FollowedVenue {
  /**
   * Which of its markets are followed, at most 200 at once; a followed one stays until it ends at the venue. Default: all, those with the most
   * volume first.
   */
  readonly markets?: MarketsWanted
  /** How long a start retries while the venue does not answer; 0: one try. Default 30. */
  readonly startWithinSeconds?: number
  /** Interval in ms at which the list of open markets is read. Default 5,000. */
  readonly marketsEveryMs?: number
}

/** What an exchange is started with; everything has a default. */
export interface ExchangeOptions {
  /** Default 127.0.0.1. */
  readonly host?: string
  /** Default 0: any free port. */
  readonly port?: number
  /** A folder, created where missing, or ':memory:' (default). One process at a time may use it. */
  readonly data?: string
  /** Seed of the crowd and of failing settlements. Kept with the data from the first start on. Default: drawn at random. */
  readonly seed?: number
  /** Default 97, so that nothing signed here is valid on the main chain. */
  readonly chainId?: 56 | 97
  /** Default true. */
  readonly requireApiKey?: boolean
  /** Default: drawn at random at the first start and kept with the data. */
  readonly apiKey?: string
  /** The token of the operator's side, valid from this machine only. Default: drawn at random at the first start and kept with the data. */
  readonly adminToken?: string
  /** Origins of pages that may read answers in a browser, such as `https://example.org`; `*` for all. Never of the operator's side. Default: none. */
  readonly cors?: readonly string[]
  /** Wallets that get dollars and approvals, once. */
  readonly fund?: readonly FundedWallet[]
  /** Markets to open when no market is open. */
  readonly markets?: readonly MarketSeed[]
  /** Series of markets on whether a price goes up. Default: none. */
  readonly rounds?: readonly RoundsSeed[]
  /** Markets that recur, and their incidents; not opened with a recorded crowd. Default: none. */
  readonly programme?: Programme
  /** Prices of assets; they follow from the seed. Default: BTC, BNB and ETH. */
  readonly priceFeeds?: readonly PriceFeedSeed[]
  /** Default synthetic. */
  readonly crowd?: CrowdOptions
  /** Milliseconds from a match to its settlement. Kept with the data from the first start on. Default 1,500. */
  readonly settlementMs?: number
  /** How many of a hundred settlements fail. Kept with the data from the first start on. Default 0. */
  readonly settlementFailPercent?: number
  /** Milliseconds that an order which takes liquidity waits and cannot be removed. Kept with the data from the first start on. Default 0. */
  readonly takerDelayMs?: number
  /** Yearly yield of collateral locked in yield-bearing markets. Kept with the data from the first start on. Default 4. */
  readonly yieldPercentPerYear?: number
  /**
   * `at-result`: a result pays every holder at once. `on-redeem`: as on the chain, shares of a decided market stay in their wallet until it redeems them
   * by a transaction. Kept with the data from the first start on. Default `at-result`.
   */
  readonly payouts?: Payouts
  /**
   * Part of the shares and dollars of a conversion within a neg-risk group that is kept as a fee, in bps. Kept with the data from the first start on.
   * Default 0.
   */
  readonly convertFeeBps?: number
  /** Commands between two snapshots of the data folder. A start takes the newest one and replays the commands after it. Default 50,000. */
  readonly snapshotEvery?: number
  /** Keeps every command, so that the whole history can be replayed. Otherwise commands that two snapshots cover are deleted. Default false. */
  readonly keepsLog?: boolean
  /** Test accounts with keys and 10,000 dollars. Default 2. */
  readonly accounts?: number
  /** Rate limits, where they differ from `USUAL_LIMITS`; `null` disables rate limiting. */
  readonly rateLimits?: Partial<RateLimits> | null
  /** Default 15,000. */
  readonly heartbeatMs?: number
  /** Limits that are left out have their defaults. */
  readonly streamLimits?: Partial<StreamLimits>
  /** How long the stream goes on delivering after the shutdown was announced, in ms. Default 0. */
  readonly drainMs?: number
  /** Smart wallets and their owners' addresses. */
  readonly smartAccounts?: readonly SmartAccountOwner[]
  /** Faults that are set at the start; the operator's side sets and clears more. Default: none. */
  readonly faults?: readonly WrittenFault[]
  /** Receives log lines; they never hold a key, a token or a topic. */
  readonly log?: (text: string, fields?: Readonly<Record<string, unknown>>) => void
  /** Clock of an exchange in this process. Default: the system's. */
  readonly clock?: Clock
  /** Timers of an exchange in this process. Default: the system's. */
  readonly timers?: Timers
}

/** A funded wallet with its key, for tests. */
export interface TestAccount {
  readonly address: string
  readonly privateKey: string
  /** Dollars that the wallet got at the first start. */
  readonly usdt: string
}

/** An exchange that is running. */
export interface RunningExchange {
  readonly baseUrl: string
  readonly wsUrl: string
  readonly rpcUrl: string
  readonly apiKey: string
  /** For the header `x-admin-token` of the operator's side. */
  readonly adminToken: string
  readonly chainId: 56 | 97
  readonly accounts: readonly TestAccount[]
  /** Open markets. */
  readonly markets: readonly { readonly id: number; readonly question: string }[]
  /**
   * Keeps a history from now on, with the snapshot that it starts from, in a separate folder; the exchange's own data are still trimmed. Called
   * again, it continues in another folder.
   */
  readonly keepHistory: (options: HistoryOptions) => void
  /** Ends streams and requests, commits what is uncommitted, and frees the port. */
  readonly close: () => Promise<void>
}
