import type { FollowedVenue, LiveSource } from '../../model/live-source.js'
import type { MarketsWanted } from '../../model/markets-wanted.js'
import type { Clock } from '../../model/time.js'
import type { Fault } from '../../protocol/api/schemas-faults.js'
import type { FillModelName } from '../core/fill-models.js'
import type { RateLimits } from './auth/rate-windows.js'
import type { HistoryOptions } from './log/history-copy.js'
import type { FundedWallet } from './markets/first-start.js'
import type { MarketSeed } from './markets/market-seed.js'
import type { RoundsSeed } from './markets/rounds-seed.js'
import type { PriceFeedSeed } from './prices/price-feed.js'
import type { Programme } from './programme/programme-seed.js'
import type { SmartAccountOwner } from './read-models/smart-accounts.js'
import type { StreamLimits } from './stream/stream-limits.js'
import type { Timers } from './timers.js'

/** Everyone else on the exchange. */
export type CrowdOptions =
  | {
      readonly kind: 'synthetic'
      /** Trades without a reason, per market. Default 1 a second. */
      readonly noiseASecond?: number
    }
  | {
      /**
       * Plays a recording: each of its markets is one here, `markets` are not opened. Only the crowd is sped up; clocks, expirations and
       * heartbeats stay wall time. After a restart a market that is still open goes on at the speed it was opened with, as if it had played
       * meanwhile. Where the recording ends, its books clear and trading closes; a start after that opens new markets.
       */
      readonly kind: 'recorded'
      readonly file: string
      /** Recorded seconds in a second. */
      readonly speed: number
      /** Begin again at the end, endlessly. Default false. */
      readonly loop?: boolean
      /** What the crowd does with the queue in which an order stands. Kept with the data from the first start on. Default `pessimistic`. */
      readonly fillModel?: FillModelName
    }
  | {
      /**
       * Follows the live feed of a venue: each of its markets is one here, under the venue's own number where that is free, `markets` are not opened.
       * Orders stay here: nothing that needs a wallet is ever asked of the venue. While the venue's book of a market is not known the market is dark:
       * it shows no crowd and takes cancels alone.
       */
      readonly kind: 'live'
      readonly source: LiveSource | LiveVenue
      /** What the crowd does with the queue in which an order stands. Kept with the data from the first start on. Default `pessimistic`. */
      readonly fillModel?: FillModelName
      /**
       * A decrease of a level waits up to this long for a print that explains it and is told behind it, in ms, and what comes behind it waits with
       * it. 0: nothing waits. Default 50, as importers have it.
       */
      readonly pairWithinMs?: number
      /** A market of which nothing was heard or confirmed for this long is dark, in ms. Default 10,000. */
      readonly darkAfterMs?: number
    }
  | { readonly kind: 'none' }

/** A venue that is followed, as data: the exchange makes the source of it. */
export interface LiveVenue extends FollowedVenue {
  /** Which of its markets; one that is followed stays until it is over there. Never more than 200 at once. Default: all, those of the most volume. */
  readonly markets?: MarketsWanted
  /** It is asked again for so long where it does not answer at the start; 0: once. Default 30. */
  readonly startWithinSeconds?: number
  /** How often it is asked which markets are open, in ms. Default 5,000. */
  readonly marketsEveryMs?: number
}

/** What an exchange is started with; all of it has a default. */
export interface ExchangeOptions {
  /** Default 127.0.0.1. */
  readonly host?: string
  /** Default 0: any free one. */
  readonly port?: number
  /** A folder, made where missing, or ':memory:' (default). One process at a time. */
  readonly data?: string
  /** Of the crowd and of the settlements that fail. Kept with the data from the first start on. Default: drawn. */
  readonly seed?: number
  /** Default 97, so that nothing signed here is valid on the main chain. */
  readonly chainId?: 56 | 97
  /** Default true. */
  readonly requireApiKey?: boolean
  /** Default: drawn at the first start and kept with the data. */
  readonly apiKey?: string
  /** Lets an operator in, from this machine only. Default: drawn at the first start and kept with the data. */
  readonly adminToken?: string
  /** Origins of pages that may read answers in a browser, such as `https://example.org`; `*` for all. Never of the operator's side. Default: none. */
  readonly cors?: readonly string[]
  /** Wallets that get dollars and approvals, once in their lives. */
  readonly fund?: readonly FundedWallet[]
  /** Opened where no market is open. */
  readonly markets?: readonly MarketSeed[]
  /** Series of markets on whether a price goes up. Default: none. */
  readonly rounds?: readonly RoundsSeed[]
  /** Markets that recur and what disturbs them; not opened beside a recorded crowd. Default: none. */
  readonly programme?: Programme
  /** Prices of things outside; they follow from the seed. Default: BTC, BNB and ETH. */
  readonly priceFeeds?: readonly PriceFeedSeed[]
  /** Default synthetic. */
  readonly crowd?: CrowdOptions
  /** From a match to its settlement. Kept with the data from the first start on. Default 1,500. */
  readonly settlementMs?: number
  /** How many of a hundred settlements fail. Kept with the data from the first start on. Default 0. */
  readonly settlementFailPercent?: number
  /** How long an order that takes liquidity waits and cannot be removed. Kept with the data from the first start on. Default 0. */
  readonly takerDelayMs?: number
  /** What collateral locked in yield-bearing markets earns until it is paid. Kept with the data from the first start on. Default 4. */
  readonly yieldPercentPerYear?: number
  /** Commands between two snapshots of the data folder. A start takes the newest one and replays the commands behind it. Default 50,000. */
  readonly snapshotEvery?: number
  /** Keeps every command from the beginning, for who wants to replay all of it; else those go that two snapshots stand for. Default false. */
  readonly keepsLog?: boolean
  /** Test accounts with keys and 10,000 dollars. Default 2. */
  readonly accounts?: number
  /** Calls in fixed windows, where they differ from `USUAL_LIMITS`; null counts nothing. */
  readonly rateLimits?: Partial<RateLimits> | null
  /** Default 15,000. */
  readonly heartbeatMs?: number
  /** What of them is left out is as usual. */
  readonly streamLimits?: Partial<StreamLimits>
  /** How long the stream goes on delivering once it was told that the exchange closes. Default 0. */
  readonly drainMs?: number
  /** Smart wallets and their owners' addresses. */
  readonly smartAccounts?: readonly SmartAccountOwner[]
  /** What goes wrong from the start; the operator's side sets and clears more. Default: nothing. */
  readonly faults?: readonly Fault[]
  /** What is worth telling; never a key, a token or a topic. */
  readonly log?: (text: string, fields?: Readonly<Record<string, unknown>>) => void
  /** Of the exchange in this process only. Default: the system's. */
  readonly clock?: Clock
  /** How it waits, in this process only. Default: the system's. */
  readonly timers?: Timers
}

/** A wallet to try things with. */
export interface TestAccount {
  readonly address: string
  readonly privateKey: string
  /** What it was given at first. */
  readonly usdt: string
}

/** An exchange that is up. */
export interface RunningExchange {
  readonly baseUrl: string
  readonly wsUrl: string
  readonly rpcUrl: string
  readonly apiKey: string
  /** For the header `x-admin-token` of the operator's side. */
  readonly adminToken: string
  readonly chainId: 56 | 97
  readonly accounts: readonly TestAccount[]
  /** Those that are open. */
  readonly markets: readonly { readonly id: number; readonly question: string }[]
  /**
   * Keeps what happens from here on, and what it began with, in a folder of its own, while the exchange's own data forget. Asked again, it goes on
   * in another folder.
   */
  readonly keepHistory: (options: HistoryOptions) => void
  /** Ends streams and requests, commits what is open, and frees the port. */
  readonly close: () => Promise<void>
}
