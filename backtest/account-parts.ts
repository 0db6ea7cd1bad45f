import type { Asking } from '../src/engine/asking.js'
import type { Books } from '../src/engine/books.js'
import type { Assignment, DeskSettings } from '../src/engine/desk-options.js'
import type { CoreOptions } from '../src/exchange/core/core-options.js'
import type { FillModel, Latency } from '../src/model/fill-model.js'
import type { Market } from '../src/model/market.js'
import type { Wei } from '../src/model/money.js'
import type { Evidence } from './evidence.js'
import type { RewardOptions } from './rewards.js'
import type { VenueBook } from './venue-book.js'

/** The venue's rules beside matching. */
export type VenueTiming = Pick<CoreOptions, 'settlementUs' | 'settles' | 'takerDelayUs'>

export interface AccountParts {
  readonly books: Books
  readonly markets: readonly Market[]
  /** The `markets` that exist from the beginning. */
  readonly opening: readonly Market[]
  readonly assignments: readonly Assignment[]
  readonly settings: DeskSettings
  readonly fund: Wei
  readonly model: FillModel
  readonly latency: Latency
  readonly terms: VenueTiming
  readonly rewards?: RewardOptions
  readonly keepsOrders?: boolean
  readonly keepsFairs?: boolean
  readonly asking?: Asking | undefined
  /** The recorded books, shared by all accounts; a row must be applied to them before it is passed to an account. */
  readonly recorded: readonly VenueBook[]
  /** The row that is being applied. */
  readonly evidence: Evidence
  /** Called with each market in which this account's resting orders may have changed. */
  readonly ordersChanged: (market: number) => void
}
