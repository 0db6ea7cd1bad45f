import type { HttpBindings } from '@hono/node-server'
import type { Context, Hono } from 'hono'
import { unauthorized } from '../http/refusal.js'
import type { Sequencer } from '../log/sequencer.js'
import type { Auth } from './auth.js'

/** Lets in who comes from this machine with the admin token, in the header `x-admin-token`. The token alone opens nothing from elsewhere. */
export const admitOperators = (app: Hono, auth: Auth, sequencer: Sequencer): void => {
  app.use('/admin/*', async (context, next) => {
    if (!isLoopback(peerOf(context))) throw unauthorized("the operator's side answers the exchange's own machine only")
    if (!auth.adminKeys.admits(context.req.header('x-admin-token'))) throw unauthorized('the admin token is missing or invalid')
    await next()
    await sequencer.written()
  })
}

/** Whether an address of a peer is this machine's own, in either version of IP. */
export const isLoopback = (address: string): boolean =>
  address === '::1' || /^(?:::ffff:)?127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(address)

const peerOf = (context: Context): string => (context.env as Partial<HttpBindings>).incoming?.socket.remoteAddress ?? 'unknown'
