import type { Timestamp } from '../../../model/time.js'

/** A third party that an account lets act for it, from when until when. Addresses are lower-case. */
export interface Grant {
  readonly account: string
  readonly signer: string
  readonly createdAt: Timestamp
  readonly expiresAt: Timestamp
}
