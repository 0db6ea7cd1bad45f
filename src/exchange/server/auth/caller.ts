import type { Timestamp } from '../../../model/time.js'
import { unauthorized } from '../http/refusal.js'
import type { Auth } from './auth.js'

/** The headers of a request; names in lower case. */
export interface WithHeaders {
  header(name: string): string | undefined
}

const SCHEME = 'bearer '

/**
 * The wallet that a request acts for, as a lower-case address; returned without a promise if its token was verified before. Throws or rejects with
 * an
 * `unauthorized` refusal without a valid token.
 */
export const walletOf = (auth: Auth, request: WithHeaders): string | Promise<string> => {
  const token = tokenOf(request)
  if (token === null) throw unauthorized('a bearer token of a logged-in wallet is missing')
  const now = auth.now()
  return auth.login.remembered(token, now)?.address ?? verifiedBy(auth, token, now)
}

const verifiedBy = async (auth: Auth, token: string, now: Timestamp): Promise<string> => {
  const wallet = await auth.login.wallet(token, now)
  if (wallet === null) throw unauthorized('the bearer token is invalid or has expired')
  return wallet.address
}

/** The bearer token of a request; `null`: it has none. */
export const tokenOf = (request: WithHeaders): string | null => bearerOf(request.header('authorization'))

/** The token in an authorization header; `null`: it has none. */
export const bearerOf = (header: string | null | undefined): string | null =>
  header?.slice(0, SCHEME.length).toLowerCase() === SCHEME ? header.slice(SCHEME.length) : null
