import { createHash, timingSafeEqual } from 'node:crypto'

/** Tells whether a sent API key is the exchange's own. */
export interface ApiKeys {
  readonly isRequired: boolean
  /** True for the right key; also for none at all where the exchange does not ask for one. A wrong key is never let through. */
  admits(sent: string | null | undefined): boolean
}

/** Both keys are hashed before the comparison, so that its time tells neither the length nor the beginning of the right one. */
export const createApiKeys = (apiKey: string, isRequired: boolean): ApiKeys => {
  const wanted = digest(apiKey)
  return {
    isRequired,
    admits: sent => {
      if (sent === null || sent === undefined || sent === '') return !isRequired
      return timingSafeEqual(wanted, digest(sent))
    },
  }
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
