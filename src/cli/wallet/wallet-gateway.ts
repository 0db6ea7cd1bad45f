import type { Journal } from '../../journal/journal.js'
import type { Market } from '../../model/market.js'
import { Timestamp } from '../../model/time.js'
import { earlierFills } from '../../runtime/earlier-fills.js'
import type { RestoredState } from '../../runtime/restore-state.js'
import type { TradingGateway } from '../../venues/venue-definition.js'
import type { WalletVenue } from './wallet-venue.js'

/** Orders and fills of the journal that are older than this are over, in microseconds. */
const KNOWN_FOR = 172_800_000_000

interface WalletLife {
  readonly world: Pick<WalletVenue, 'venue' | 'wallet'>
  readonly journal: Journal
  readonly restored: RestoredState
  readonly markets: readonly Market[]
  readonly now: Timestamp
}

/** The gateway of a wallet that continues from its journal: it knows the wallet's orders, and which fills were booked. */
export function walletGateway({ world, journal, restored, markets, now }: WalletLife): TradingGateway {
  const { venue, wallet } = world
  const known = journal.rows.known(Timestamp.add(now, -KNOWN_FOR))
  const { signer } = wallet
  return venue.gateway({ signer, epoch: journal.epoch, ...earlierFills(restored, journal, { markets, now }) }, known)
}
