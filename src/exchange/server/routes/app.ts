import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { ALL_OPERATIONS } from '../../../protocol/api/all-operations.js'
import type { Admit } from '../auth/admission.js'
import { failure } from '../http/envelope.js'
import { type ApiRefusal, notFound, refusalFor } from '../http/refusal.js'
import { createRememberingRouter } from '../http/remembering-router.js'
import { accountRoutes, authRoutes } from './account.js'
import { connectionRoutes } from './connections.js'
import { createDirectWay, type DirectWay } from './direct-way.js'
import { documentRoutes } from './documents.js'
import { marketRoutes } from './markets.js'
import { operatorRoutes } from './operator.js'
import { orderRoutes } from './orders.js'
import { rpcRoutes } from './rpc.js'
import { searchRoutes } from './search.js'
import type { Services } from './services.js'
import { statisticsRoutes } from './statistics.js'

/**
 * The REST service: admission of callers, then the routes, one file for each resource. Every failure is answered with the error envelope. The most
 * frequent operations are also opened in `direct`.
 */
export const createApp = (services: Services, direct: DirectWay = createDirectWay(services)): Hono => {
  const app = new Hono({ router: createRememberingRouter() })
  app.onError((error, context) => fail(services, context, refusalFor(services.writes.log, error)))
  app.notFound(context => fail(services, context, notFound('operation')))
  admitCallers(app, services, direct.admit)
  authRoutes(app, services)
  marketRoutes(app, services)
  // Registered before the orders, whose `/:hash` would match the path of the matches.
  statisticsRoutes(app, services)
  searchRoutes(app, services)
  orderRoutes(app, services, direct)
  accountRoutes(app, services)
  connectionRoutes(app, services)
  rpcRoutes(app, services)
  operatorRoutes(app, services)
  documentRoutes(app, services, ALL_OPERATIONS)
  return app
}

const fail = (services: Services, context: Context, refusal: ApiRefusal): Response =>
  context.json(failure(refusal, services.reads.now()), refusal.status)

/** Paths that are not operations: they need no key and do not count against limits. */
const OPEN = /^\/(?:rpc|openapi\.json|asyncapi\.json|docs|admin)(?:\/|$)/

/** Admits or refuses each call of an operation, in both revisions. An answer waits until everything that it was made from is on disk. */
const admitCallers = (app: Hono, services: Services, admit: Admit): void => {
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
