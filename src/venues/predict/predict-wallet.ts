import type { Signer } from '../../protocol/sign.js'
import type { VenueWallet } from '../venue-definition.js'

/** What the venue's gateway needs to act for a wallet. */
export type PredictWallet = VenueWallet<Signer>

/** The wallet given to a venue, with its signer. Throws a TypeError that says what is missing. */
export function asPredictWallet(wallet: object): PredictWallet {
  const given: Partial<PredictWallet> = wallet
  if (given.signer === undefined || typeof given.signer.signOrder !== 'function' || typeof given.epoch !== 'number')
    throw new TypeError('expected a wallet of { signer, epoch }')
  return { ...given, signer: given.signer, epoch: given.epoch }
}
