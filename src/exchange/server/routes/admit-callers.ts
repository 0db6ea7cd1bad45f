import type { HttpBindings } from '@hono/node-server'
import type { Context, Hono } from 'hono'
import type { Admit } from '../auth/admission.js'
import type { Services } from './services.js'

/** Paths that are no operation: they need no key and are not counted. */
const OPEN = /^\/(?:rpc|openapi\.json|asyncapi\.json|docs|admin)(?:\/|$)/

/** Admits or refuses each call of an operation, in both revisions. An answer waits until everything that it was made from is on disk. */
export const admitCallers = (app: Hono, services: Services, admit: Admit): void => {
  app.use('*', async (context, next) => {
    if (OPEN.test(context.req.path)) return next()
    const { headers, refusal } = await admit(context.req, addressOf(context))
    for (const [name, value] of headers) context.header(name, value)
    if (refusal !== null) throw refusal
    await next()
    await services.writes.sequencer.written()
  })
}

const addressOf = (context: Context): string =>
  (context.env as Partial<HttpBindings>).incoming?.socket.remoteAddress ?? 'unknown'
