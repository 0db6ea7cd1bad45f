import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { OrderHash } from '../../model/ids.js'
import type { OpenVenue, VenueAccount } from '../../venues/venue-definition.js'
import type { LoadedConfig } from '../config/config.js'
import { ExitCode, ExitError } from '../config/exit.js'
import { warnText } from '../screen/print-text.js'
import { takeWallet } from './take-wallet.js'
import { walletName } from './wallet-name.js'

export interface IdleOptions {
  /** The folder that contains `state/`. */
  readonly home: string
  readonly loaded: LoadedConfig
  readonly wallet: VenueAccount
}

/** How long an earlier run may take to end. */
const ENDING_MS = 30_000

/** Works while no daemon of this computer trades with the wallet. Rejects with an `ExitError` of code 3 if one does. */
export async function whileIdle<T>({ home, loaded, wallet }: IdleOptions, work: () => Promise<T>): Promise<T> {
  const folder = join(resolve(home), 'state', walletName(loaded.definition.name, wallet.account))
  // A wallet that never traded from here has no daemon, and needs no folder for this.
  if (!existsSync(folder)) return work()
  const taken = await takeWallet(folder, {
    waitMs: ENDING_MS,
    onWait: why => warnText(`oddsmith: waiting: ${why}\n`),
  })
  try {
    return await work()
  } finally {
    taken.release()
  }
}

/** The open orders of a wallet, whichever program placed them. Rejects with a `VenueError`. */
export const openOrdersOf = (venue: OpenVenue, wallet: VenueAccount): Promise<readonly OrderHash[]> =>
  venue.gateway({ signer: wallet.signer, epoch: 0 }, new Map()).openHashes()

/** Rejects with an `ExitError` of code 3 if orders of the wallet are open, whichever program placed them. */
export async function expectNoOrders(venue: OpenVenue, wallet: VenueAccount, why: string): Promise<void> {
  const open = await openOrdersOf(venue, wallet)
  if (open.length === 0) return
  const orders = open.length === 1 ? '1 order of this wallet is' : `${open.length} orders of this wallet are`
  throw new ExitError(ExitCode.REFUSED, `${orders} open: ${why}; "oddsmith cancel-all" removes them`)
}
