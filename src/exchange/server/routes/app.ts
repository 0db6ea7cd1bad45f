import { type Context, Hono } from 'hono'
import { ALL_OPERATIONS } from '../../../protocol/api/all-operations.js'
import type { House } from '../house.js'
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
import { standingRoutes } from './standings.js'
import { statisticsRoutes } from './statistics.js'

/**
 * The REST service: keys and limits first, then one file a resource. Every failure is answered with the error envelope. What is called most
 * is opened in `direct` too.
 */
export const createApp = (house: House, direct: DirectWay = createDirectWay(house)): Hono => {
  const app = new Hono({ router: createRememberingRouter() })
  app.onError((error, context) => fail(house, context, refusalOf(house, error)))
  app.notFound(context => fail(house, context, notFound('operation')))
  admitCallers(app, house, direct.admit)
  authRoutes(app, house)
  // Before the markets, whose `/:id` would take the words for a number.
  bookRoutes(app, house)
  quoteRoutes(app, house)
  marketRoutes(app, house)
  statisticsRoutes(app, house)
  standingRoutes(app, house)
  categoryRoutes(app, house)
  searchRoutes(app, house)
  // Before the orders, whose `/:hash` would take the word for a hash.
  matchRoutes(app, house)
  removalRoutes(app, house, direct)
  orderRoutes(app, house, direct)
  positionRoutes(app, house)
  accountRoutes(app, house)
  connectionRoutes(app, house)
  olderRoutes(app, house)
  rpcRoutes(app, house)
  operatorRoutes(app, house)
  documentRoutes(app, house, ALL_OPERATIONS)
  return app
}

const fail = (house: House, context: Context, refusal: ApiRefusal): Response =>
  context.json(failure(refusal, house.floor.now()), refusal.status)
