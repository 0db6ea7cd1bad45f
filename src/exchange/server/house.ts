import type { ApiKeys } from './api-keys.js'
import type { Audience } from './audience.js'
import type { BulletinBoard } from './bulletin-board.js'
import type { Catalog } from './catalog.js'
import type { Faults } from './faults.js'
import type { Floor } from './floor.js'
import type { MortalLogin } from './mortal-login.js'
import type { Oracle } from './oracle.js'
import type { PriceFeeds } from './price-feed.js'
import type { RateLimits } from './rate-windows.js'
import type { SearchIndex } from './search-index.js'
import type { SmartAccounts } from './smart-accounts.js'
import type { SortedPages } from './sorted-pages.js'
import type { Statistics } from './statistics.js'
import type { Tape } from './tape.js'
import type { WalletWatchers } from './wallet-watchers.js'

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
  readonly chainId: number
  /** Drawn once for each data folder: settlement ids of two exchanges never meet. */
  readonly epoch: string
  /** null: nobody counts. */
  readonly limits: RateLimits | null
  /** Tells whoever runs the exchange; never a key, a token or a topic. */
  readonly log: (text: string, fields?: Readonly<Record<string, unknown>>) => void
}
