import type { Timestamp } from '../../../model/time.js'
import type { CoreOrder } from '../../core/core-event.js'
import type { SortedPages } from '../http/sorted-pages.js'
import type { PostedOrder } from '../log/posted-line.js'
import type { CoreReads } from '../log/readable-core.js'
import type { PriceFeeds } from '../prices/price-feed.js'
import type { MarketReads } from './market-reads.js'
import type { WalletReads } from './wallet-reads.js'

/** What answers and pushes are made from. Nothing here changes the exchange. */
export interface Reads {
  readonly core: CoreReads
  /** The exchange's clock; it never runs backwards. */
  readonly now: () => Timestamp
  /** An order as its maker signed and sent it; `null`: it was never sent, like the crowd's orders. */
  readonly posted: (order: CoreOrder) => PostedOrder | null
  readonly markets: MarketReads
  readonly wallets: WalletReads
  readonly prices: PriceFeeds
  /** Pages of lists whose order may change while a client reads them. */
  readonly pages: SortedPages
  readonly chainId: number
  /** Drawn at random once for each data folder, so that settlement ids of two exchanges differ. */
  readonly epoch: string
}
