import type { Context } from 'hono'
import { unauthorized } from './api-refusal.js'
import type { House } from './house.js'

const SCHEME = 'bearer '

/** The wallet that a request acts for: its lower-case address. Throws an `unauthorized` refusal without a valid token. */
export const walletOf = async (house: House, context: Context): Promise<string> => {
  const header = context.req.header('authorization') ?? ''
  if (header.slice(0, SCHEME.length).toLowerCase() !== SCHEME)
    throw unauthorized('a bearer token of a logged-in wallet is missing')
  const wallet = await house.login.wallet(header.slice(SCHEME.length), house.floor.now())
  if (wallet === null) throw unauthorized('the bearer token is invalid or has expired')
  return wallet.address
}
