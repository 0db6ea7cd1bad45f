import { createHash, timingSafeEqual } from 'node:crypto'

/** Tells whether a sent API key is the exchange's own. */
export interface ApiKeys {
  /** Whether a caller needs one. */
  readonly isRequired: boolean
  /** True for the right key; also for none at all where the exchange does not ask for one. A wrong key is never let through. */
  admits(sent: string | null | undefined): boolean
}

/** A key of at most so many bytes is compared as it is, in a place of this size. */
const PLACE = 256

/**
 * Compares in a time that tells neither the length nor the beginning of the right key: both lie in places of one size, filled up with zeros,
 * and a text holds none. Hashing each key that is sent would cost as much as parsing the order that comes with it.
 */
export const createApiKeys = (apiKey: string, isRequired: boolean): ApiKeys => {
  const wanted = Buffer.alloc(PLACE)
  const found = Buffer.alloc(PLACE)
  put(wanted, apiKey)
  return {
    isRequired,
    admits: sent => {
      if (sent === null || sent === undefined || sent === '') return !isRequired
      put(found, sent)
      return timingSafeEqual(wanted, found)
    },
  }
}

/** What does not fit, or could be mistaken for filling, is put as its hash: 64 digits. */
const put = (place: Buffer, text: string): void => {
  place.fill(0)
  const isPlain = text.length <= PLACE / 4 && !text.includes('\0')
  place.write(isPlain ? text : `hash ${createHash('sha256').update(text).digest('hex')}`)
}
