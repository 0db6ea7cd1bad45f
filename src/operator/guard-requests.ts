import type { Context, MiddlewareHandler } from 'hono'
import { DoorError } from './door-error.js'
import type { DoorTokens } from './door-tokens.js'

/** What a request that came through has with it. */
export interface DoorVariables {
  /** Whose token it carries; absent: it needs none. */
  who?: string
}

export type DoorEnvironment = { Variables: DoorVariables }

/** Names by which this computer reaches itself, and no page on the network can. */
const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]']

/**
 * Refuses what does not come from this computer by its own name. A page of another site may send requests to loopback, and a host name of its own that it lets
 * point to loopback makes them look like its own: the first shows in `Origin`, the second in `Host`.
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
      throw new DoorError(403, 'wrong_origin', 'pages of other sites may ask nothing here')
    const site = context.req.header('sec-fetch-site')
    if (site === 'cross-site' && context.req.path !== '/')
      throw new DoorError(403, 'wrong_origin', 'pages of other sites may ask nothing here')
    await next()
    context.header('X-Content-Type-Options', 'nosniff')
    context.header('Referrer-Policy', 'no-referrer')
    context.header('Cross-Origin-Resource-Policy', 'same-origin')
    if (context.res.headers.get('cache-control') === null) context.header('Cache-Control', 'no-store')
  }

const OF_DOOR = 'with a token of door.json in the state folder of the wallet; it is another one after each start'

/** Refuses a request without the token of a client, and notes whose it is. `whence`: where a caller has it from. */
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
