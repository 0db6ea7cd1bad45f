import type { Faults } from './faults/faults.js'
import type { ApiKeys } from './http/api-keys.js'
import type { MortalLogin } from './http/mortal-login.js'
import type { RateLimits } from './http/rate-windows.js'
import type { SortedPages } from './http/sorted-pages.js'
import type { BulletinBoard } from './known/bulletin-board.js'
import type { Catalog } from './known/catalog.js'
import type { Oracle } from './known/oracle.js'
import type { Rebates } from './known/rebates.js'
import type { SearchIndex } from './known/search-index.js'
import type { SmartAccounts } from './known/smart-accounts.js'
import type { Statistics } from './known/statistics.js'
import type { Tape } from './known/tape.js'
import type { WalletWatchers } from './known/wallet-watchers.js'
import type { Floor } from './log/floor.js'
import type { PriceFeeds } from './markets/price-feed.js'
import type { OpenSignatures } from './signatures/open-signatures.js'
import type { Audience } from './stream/audience.js'
import type { Timers } from './timers.js'

/** What every route and topic can reach. */
export interface House extends WalletWatchers {
  readonly floor: Floor
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
  readonly login: MortalLogin
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
