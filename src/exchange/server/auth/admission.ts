import { isKeyed, takesTokenForKey } from '../../../protocol/api/credentials.js'
import { SLUGS } from '../../../protocol/api/slugs.js'
import { ApiRefusal, unauthorized } from '../http/refusal.js'
import type { Auth } from './auth.js'
import { tokenOf, type WithHeaders } from './caller.js'
import { createRateWindows, type RateStanding } from './rate-windows.js'

/** A request that is not admitted yet. */
export interface Arriving extends WithHeaders {
  readonly method: string
  readonly path: string
}

/** The decision about one request. */
export interface Admission {
  /** Rate-limit headers for the answer; empty where rate limiting is disabled. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** Why the request is refused; `null`: it may proceed. */
  readonly refusal: ApiRefusal | null
}

/** Decides whether a request from a remote address may proceed. */
export type Admit = (comer: Arriving, address: string) => Admission | Promise<Admission>

const WELCOME: Admission = { headers: [], refusal: null }

/**
 * Checks the API key of each call and counts the call. A caller without the right key is counted by address, and is refused with 401 beyond its
 * limit as well. The older revision needs no key, and a connected party may send a wallet's token instead; a wrong key is always refused.
 */
export const createAdmission = (auth: Auth): Admit => {
  const windows = auth.limits === null ? null : createRateWindows(auth.limits)
  const counted = (isAdmitted: boolean, { method, path }: Arriving, caller: string): Admission => {
    if (windows === null && isAdmitted) return WELCOME
    const standing = windows?.count({ caller, method, path, now: auth.now() }) ?? null
    return { headers: headersOf(standing), refusal: refusalOf(isAdmitted, standing) }
  }
  return (comer, address) => {
    const sent = comer.header('x-api-key')
    if (auth.keys.admits(sent)) return counted(true, comer, isWithout(sent) ? address : 'key')
    if (!isWithout(sent)) return counted(false, comer, address)
    return needsNoKey(auth, comer).then(isAdmitted => counted(isAdmitted, comer, address))
  }
}

const isWithout = (key: string | undefined): boolean => key === undefined || key === ''

const needsNoKey = async (auth: Auth, comer: Arriving): Promise<boolean> => {
  if (!isKeyed(comer.path)) return true
  const token = takesTokenForKey(comer.path) ? tokenOf(comer) : null
  return token !== null && (await auth.login.wallet(token, auth.now())) !== null
}

const refusalOf = (isAdmitted: boolean, standing: RateStanding | null): ApiRefusal | null => {
  if (!isAdmitted) return unauthorized('the API key is missing or invalid')
  return standing?.allowed === false ? new ApiRefusal(429, SLUGS.rateLimited, 'too many requests in this window') : null
}

const headersOf = (standing: RateStanding | null): Admission['headers'] => {
  if (standing === null) return []
  const { allowed, limit, remaining, resetSeconds } = standing
  return [
    ['RateLimit-Limit', String(limit)],
    ['RateLimit-Remaining', String(remaining)],
    ['RateLimit-Reset', String(resetSeconds)],
    ...(allowed ? [] : [['Retry-After', String(resetSeconds)] as const]),
  ]
}
