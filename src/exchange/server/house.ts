import type { ApiKeys } from './auth/api-keys.js'
import type { RateLimits } from './auth/rate-windows.js'
import type { RevocableLogin } from './auth/revocable-login.js'
import type { Faults } from './faults/faults.js'
import type { SortedPages } from './http/sorted-pages.js'
import type { Sequencer } from './log/sequencer.js'
import type { PriceFeeds } from './prices/price-feed.js'
import type { BulletinBoard } from './read-models/bulletin-board.js'
import type { Catalog } from './read-models/catalog.js'
import type { Oracle } from './read-models/oracle.js'
import type { Rebates } from './read-models/rebates.js'
import type { SearchIndex } from './read-models/search-index.js'
import type { SmartAccounts } from './read-models/smart-accounts.js'
import type { Statistics } from './read-models/statistics.js'
import type { Tape } from './read-models/tape.js'
import type { WalletWatchers } from './read-models/wallet-watchers.js'
import type { OpenSignatures } from './signatures/open-signatures.js'
import type { Audience } from './stream/audience.js'
import type { Timers } from './timers.js'

/** What every route and topic can reach. */
export interface House extends WalletWatchers {
  readonly floor: Sequencer
  readonly catalog: Catalog
  readonly tape: Tape
  readonly statistics: Statistics
  readonly search: SearchIndex
  readonly sortedPages: SortedPages
  readonly oracle: Oracle
  readonly bulletins: BulletinBoard
  readonly rebates: Rebates
  readonly prices: PriceFeeds
  /** Who is on the stream; also the way to announce a shutdown. */
  readonly audience: Audience
  readonly login: RevocableLogin
  /** What goes wrong on purpose. */
  readonly faults: Faults
  readonly keys: ApiKeys
  /** Of the operator's side. */
  readonly adminKeys: ApiKeys
  readonly smartAccounts: SmartAccounts
  /** Of the creates that wait for the end of a turn. */
  readonly signatures: OpenSignatures
  /** How it waits: for rounds, for its programme, for the crowd. */
  readonly timers: Timers
  readonly chainId: number
  /** Drawn once for each data folder: settlement ids of two exchanges never meet. */
  readonly epoch: string
  /** null: nobody counts. */
  readonly limits: RateLimits | null
  /** Tells whoever runs the exchange; never a key, a token or a topic. */
  readonly log: (text: string, fields?: Readonly<Record<string, unknown>>) => void
}
