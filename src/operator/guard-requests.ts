import type { Context, MiddlewareHandler } from 'hono'
import { DoorError } from './door-error.js'
import type { DoorTokens } from './door-tokens.js'

/** The result of checking a request. */
export interface DoorVariables {
  /** The client of its token; absent: the operation needs none. */
  who?: string
}

export type DoorEnvironment = { Variables: DoorVariables }

/** Names by which this computer reaches itself and which no page on the network can have. */
const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]']

/**
 * Refuses requests that do not come from this computer under its own name. A page of another site may send requests to loopback, and by pointing a
 * host name of its own at loopback it can make them look like requests to itself: `Origin` shows the first, `Host` the second.
 */
export const guardHost =
  (port: () => number): MiddlewareHandler<DoorEnvironment> =>
  async (context, next) => {
    const hosts = LOOPBACK.map(name => `${name}:${port()}`)
    const host = context.req.header('host') ?? ''
    if (!hosts.includes(host))
      throw new DoorError(421, 'wrong_host', `expected the host to be ${hosts[0]}: this door answers on loopback alone`)
    const origin = context.req.header('origin')
    if (origin !== undefined && !hosts.some(name => origin === `http://${name}`))
      throw new DoorError(403, 'wrong_origin', 'requests from pages of other sites are refused')
    const site = context.req.header('sec-fetch-site')
    if (site === 'cross-site' && context.req.path !== '/')
      throw new DoorError(403, 'wrong_origin', 'requests from pages of other sites are refused')
    await next()
    context.header('X-Content-Type-Options', 'nosniff')
    context.header('Referrer-Policy', 'no-referrer')
    context.header('Cross-Origin-Resource-Policy', 'same-origin')
    if (context.res.headers.get('cache-control') === null) context.header('Cache-Control', 'no-store')
  }

const OF_DOOR = 'with a token of door.json in the state folder of the wallet; it is another one after each start'

/** Refuses a request without the token of a client, and records the client. `whence`: where a caller finds a token. */
export const guardToken =
  (tokens: DoorTokens, whence = OF_DOOR): MiddlewareHandler<DoorEnvironment> =>
  async (context, next) => {
    context.set('who', whoIn(context, tokens, whence))
    await next()
  }

function whoIn(context: Context, tokens: DoorTokens, whence: string): string {
  const [scheme = '', token = ''] = (context.req.header('authorization') ?? '').split(' ')
  const who = scheme.toLowerCase() === 'bearer' && token !== '' ? tokens.nameOf(token) : null
  if (who !== null) return who
  throw new DoorError(401, 'unauthorized', `expected "Authorization: Bearer TOKEN" ${whence}`)
}
