import type { Hono } from 'hono'
import { OPERATIONS } from '../../../protocol/api/operations.js'
import { OLDER_OPERATIONS as OLDER } from '../../../protocol/api/operations-older.js'
import { tokenOf, walletOf } from '../auth/caller.js'
import { placeOrder } from '../orders/place-order.js'
import { namedByHashes, namedByIds, removeOrders } from '../orders/remove-orders.js'
import { createWaitingCreates } from '../orders/waiting-creates.js'
import { orderOf, orderPage } from '../rows/order.js'
import type { DirectWay } from './direct-way.js'
import { caughtUp, type RouteAnswer, serve } from './serve.js'
import type { Services } from './services.js'

/** A wallet's own orders: create, list, find, remove. */
export const orderRoutes = (app: Hono, services: Services, direct: DirectWay): void => {
  const { reads } = services
  serve(app, services, OPERATIONS.createOrder, ({ body, wallet }) => placeOrder(services, body.data, wallet))
  const creates = createWaitingCreates(services)
  direct.open(OPERATIONS.createOrder, ({ body, wallet }) => creates.place(body.data, wallet))
  removalRoutes(app, services, direct)
  for (const operation of [OPERATIONS.getOrders, OLDER.getOrders])
    serve(app, services, operation, ({ query, wallet }) => orderPage(reads, wallet, query))
  for (const operation of [OPERATIONS.getOrder, OLDER.getOrder])
    serve(app, services, operation, ({ params, wallet }) => orderOf(reads, wallet, params.hash))
  olderRoutes(app, services)
}

/** Up to a hundred orders in a request; the answer names them as the request did. */
const removalRoutes = (app: Hono, services: Services, direct: DirectWay): void => {
  const { reads, writes } = services
  const byIds: RouteAnswer<typeof OPERATIONS.removeOrders> = ({ body, wallet }) =>
    removeOrders(writes, { account: wallet, named: namedByIds(reads, body.data.ids) })
  const byHashes: RouteAnswer<typeof OPERATIONS.removeOrdersByHash> = ({ body, wallet }) =>
    removeOrders(writes, { account: wallet, named: namedByHashes(body.data.hashes) })
  for (const operations of [OPERATIONS, OLDER]) {
    serve(app, services, operations.removeOrders, byIds)
    serve(app, services, operations.removeOrdersByHash, byHashes)
  }
  direct.open(OPERATIONS.removeOrders, caughtUp(services, byIds))
  direct.open(OPERATIONS.removeOrdersByHash, caughtUp(services, byHashes))
}

/** Operations that only the revision without a prefix has. */
const olderRoutes = (app: Hono, services: Services): void => {
  const { reads, writes, auth } = services
  // The signature alone suffices to place an order; a token that comes with it must be its maker's.
  serve(app, services, OLDER.createOrder, async ({ body, request }) => {
    const account = tokenOf(request) === null ? body.data.order.maker.toLowerCase() : await walletOf(auth, request)
    const { code } = placeOrder(services, body.data, account)
    return { code }
  })
  serve(app, services, OLDER.cancelOrders, ({ body, wallet }) => {
    const { ids = [], hashes = [] } = body.data
    return removeOrders(writes, { account: wallet, named: new Map([...namedByIds(reads, ids), ...namedByHashes(hashes)]) })
  })
}
