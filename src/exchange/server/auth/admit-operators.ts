import type { HttpBindings } from '@hono/node-server'
import type { Context, Hono } from 'hono'
import { unauthorized } from '../http/refusal.js'
import type { Sequencer } from '../log/sequencer.js'
import type { Auth } from './auth.js'

/** Admits calls from this machine that have the admin token in the header `x-admin-token`. Calls from elsewhere are refused even with the token. */
export const admitOperators = (app: Hono, auth: Auth, sequencer: Sequencer): void => {
  app.use('/admin/*', async (context, next) => {
    if (!isLoopback(peerOf(context))) throw unauthorized("the operator's side answers the exchange's own machine only")
    if (!auth.adminKeys.admits(context.req.header('x-admin-token'))) throw unauthorized('the admin token is missing or invalid')
    await next()
    await sequencer.written()
  })
}

/** Whether a peer's address is a loopback address, of IPv4 or IPv6. */
export const isLoopback = (address: string): boolean =>
  address === '::1' || /^(?:::ffff:)?127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(address)

const peerOf = (context: Context): string => (context.env as Partial<HttpBindings>).incoming?.socket.remoteAddress ?? 'unknown'
