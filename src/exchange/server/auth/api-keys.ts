import { createHash, timingSafeEqual } from 'node:crypto'

/** Compares the API keys of requests with the exchange's own. */
export interface ApiKeys {
  /** Whether a caller needs a key. */
  readonly isRequired: boolean
  /** True for the right key, and for a missing one where no key is required. A wrong key is always refused. */
  admits(sent: string | null | undefined): boolean
}

/** Size of the buffers that keys are compared in, in bytes. */
const PLACE = 256

/**
 * Compares in constant time, so that timing reveals neither the length nor the beginning of the right key: both keys are copied into zeroed buffers
 * of one size, and a key that is copied holds no zero byte. Hashing each sent key would cost as much as parsing the order that comes with it.
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

/** A key that is too long or has a zero byte is replaced by its hash: 64 digits. */
const put = (place: Buffer, text: string): void => {
  place.fill(0)
  const isPlain = text.length <= PLACE / 4 && !text.includes('\0')
  place.write(isPlain ? text : `hash ${createHash('sha256').update(text).digest('hex')}`)
}
