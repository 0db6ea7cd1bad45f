import type { House } from '../house.js'
import { unauthorized } from './api-refusal.js'

/** Whatever has a request's headers; names in lower case. */
export interface WithHeaders {
  header(name: string): string | undefined
}

const SCHEME = 'bearer '

/** The wallet that a request acts for: its lower-case address. Throws an `unauthorized` refusal without a valid token. */
export const walletOf = async (house: House, request: WithHeaders): Promise<string> => {
  const token = tokenOf(request)
  if (token === null) throw unauthorized('a bearer token of a logged-in wallet is missing')
  const wallet = await house.login.wallet(token, house.floor.now())
  if (wallet === null) throw unauthorized('the bearer token is invalid or has expired')
  return wallet.address
}

/** The bearer token of a request; null where there is none. */
export const tokenOf = (request: WithHeaders): string | null => bearerOf(request.header('authorization'))

/** The token in an authorization header; null where there is none. */
export const bearerOf = (header: string | null = ''): string | null => {
  if (header === null) return null
  return header.slice(0, SCHEME.length).toLowerCase() === SCHEME ? header.slice(SCHEME.length) : null
}
