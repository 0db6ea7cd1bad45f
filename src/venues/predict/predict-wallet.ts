import type { Fill } from '../../model/fill.js'
import type { FillKey } from '../../model/ids.js'
import type { Timestamp } from '../../model/time.js'
import type { Signer } from '../../protocol/sign.js'

/** What the venue's gateway needs to act for a wallet. Beyond signer and epoch it is what the journal knows of earlier lives. */
export interface PredictWallet {
  readonly signer: Signer
  /** The journal's, from which order ids and so salts are made. */
  readonly epoch: number
  /** Fills of matches older than this are all in the journal; absent: since the journal was made. */
  readonly since?: Timestamp | undefined
  /** Those the journal holds as settled or failed: a snapshot does not bring them again. */
  readonly settledFills?: Iterable<FillKey> | undefined
  /** Those the journal holds as matched only: their end is asked for. */
  readonly unsettledFills?: Iterable<Fill> | undefined
}

/** The wallet a venue was handed as a plain object. Throws a TypeError that says what is missing. */
export function asPredictWallet(wallet: object): PredictWallet {
  const given: Partial<PredictWallet> = wallet
  if (given.signer === undefined || typeof given.signer.signOrder !== 'function' || typeof given.epoch !== 'number')
    throw new TypeError('expected a wallet of { signer, epoch }')
  return { ...given, signer: given.signer, epoch: given.epoch }
}
