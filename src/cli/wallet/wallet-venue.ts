import type { RunClock } from '../../model/time.js'
import type { Notice } from '../../venues/notice.js'
import type { OpenVenue, VenueAccount } from '../../venues/venue-definition.js'
import { askPassphrase } from './ask-passphrase.js'
import { openVenue } from './open-venue.js'
import { openWalletPlace, type PlaceOptions, type WalletPlace } from './wallet-place.js'

/** A venue with the wallet that places or removes orders there. */
export interface WalletVenue extends Pick<WalletPlace, 'mode' | 'folder'> {
  /** Opened; no request was made yet. */
  readonly venue: OpenVenue
  readonly wallet: VenueAccount
}

/** Locks the wallet of a config and, on paper, starts its exchange. Rejects with an `ExitError`. */
export async function openWalletVenue(
  options: PlaceOptions & { readonly clock: RunClock; readonly onNotice?: Notice },
): Promise<WalletVenue & { close(): Promise<void> }> {
  const { loaded } = options
  const elsewhere =
    loaded.config.venue.embedded === undefined
      ? await openVenue({ ...options, stanza: null, passphrase: await askPassphrase(loaded) })
      : null
  const accountOf = async (): Promise<string> => (await elsewhere?.wallet())?.account ?? ''
  const place = await openWalletPlace(options, accountOf)
  try {
    const venue = elsewhere ?? (await openVenue({ ...options, stanza: place.stanza }))
    const close = async (): Promise<void> => {
      venue.close()
      await place.close()
    }
    return { mode: place.mode, folder: place.folder, venue, wallet: await venue.wallet(), close }
  } catch (error) {
    await place.close()
    throw error
  }
}
