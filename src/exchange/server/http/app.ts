import { type Context, Hono } from 'hono'
import { ALL_OPERATIONS } from '../../../protocol/api/all-operations.js'
import type { House } from '../house.js'
import { accountRoutes } from '../routes/account.js'
import { authRoutes } from '../routes/auth.js'
import { bookRoutes } from '../routes/books.js'
import { categoryRoutes } from '../routes/categories.js'
import { connectionRoutes } from '../routes/connections.js'
import { documentRoutes } from '../routes/documents.js'
import { marketRoutes } from '../routes/markets.js'
import { matchRoutes } from '../routes/matches.js'
import { olderRoutes } from '../routes/older.js'
import { operatorRoutes } from '../routes/operator.js'
import { orderRoutes } from '../routes/orders.js'
import { positionRoutes } from '../routes/positions.js'
import { quoteRoutes } from '../routes/quotes.js'
import { removalRoutes } from '../routes/removals.js'
import { rpcRoutes } from '../routes/rpc.js'
import { searchRoutes } from '../routes/search.js'
import { standingRoutes } from '../routes/standings.js'
import { statisticsRoutes } from '../routes/statistics.js'
import { admitCallers } from './admission.js'
import { type ApiRefusal, notFound } from './api-refusal.js'
import { createDirectWay, type DirectWay } from './direct-way.js'
import { failure } from './envelope.js'
import { refusalOf } from './refusal-of.js'
import { createRememberingRouter } from './remembering-router.js'

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
