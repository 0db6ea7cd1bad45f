import { type Context, Hono } from 'hono'
import { ALL_OPERATIONS } from '../../../protocol/api/all-operations.js'
import { failure } from '../http/envelope.js'
import { type ApiRefusal, notFound } from '../http/refusal.js'
import { refusalOf } from '../http/refusal-of.js'
import { createRememberingRouter } from '../http/remembering-router.js'
import { accountRoutes } from './account.js'
import { admitCallers } from './admit-callers.js'
import { authRoutes } from './auth.js'
import { bookRoutes } from './books.js'
import { categoryRoutes } from './categories.js'
import { connectionRoutes } from './connections.js'
import { createDirectWay, type DirectWay } from './direct-way.js'
import { documentRoutes } from './documents.js'
import { marketRoutes } from './markets.js'
import { matchRoutes } from './matches.js'
import { olderRoutes } from './older.js'
import { operatorRoutes } from './operator.js'
import { orderRoutes } from './orders.js'
import { positionRoutes } from './positions.js'
import { quoteRoutes } from './quotes.js'
import { removalRoutes } from './removals.js'
import { rpcRoutes } from './rpc.js'
import { searchRoutes } from './search.js'
import type { Services } from './services.js'
import { standingRoutes } from './standings.js'
import { statisticsRoutes } from './statistics.js'

/**
 * The REST service: keys and limits first, then one file a resource. Every failure is answered with the error envelope. What is called most
 * is opened in `direct` too.
 */
export const createApp = (services: Services, direct: DirectWay = createDirectWay(services)): Hono => {
  const app = new Hono({ router: createRememberingRouter() })
  app.onError((error, context) => fail(services, context, refusalOf(services.writes.log, error)))
  app.notFound(context => fail(services, context, notFound('operation')))
  admitCallers(app, services, direct.admit)
  authRoutes(app, services)
  // Before the markets, whose `/:id` would take the words for a number.
  bookRoutes(app, services)
  quoteRoutes(app, services)
  marketRoutes(app, services)
  statisticsRoutes(app, services)
  standingRoutes(app, services)
  categoryRoutes(app, services)
  searchRoutes(app, services)
  // Before the orders, whose `/:hash` would take the word for a hash.
  matchRoutes(app, services)
  removalRoutes(app, services, direct)
  orderRoutes(app, services, direct)
  positionRoutes(app, services)
  accountRoutes(app, services)
  connectionRoutes(app, services)
  olderRoutes(app, services)
  rpcRoutes(app, services)
  operatorRoutes(app, services)
  documentRoutes(app, services, ALL_OPERATIONS)
  return app
}

const fail = (services: Services, context: Context, refusal: ApiRefusal): Response =>
  context.json(failure(refusal, services.reads.now()), refusal.status)
