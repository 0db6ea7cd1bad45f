import type { Hono } from 'hono'
import { OPERATIONS } from '../../../protocol/api/operations.js'
import { OLDER_OPERATIONS } from '../../../protocol/api/operations-older.js'
import { namedByHashes, namedByIds, removeOrders } from '../orders/remove-orders.js'
import type { DirectWay } from './direct-way.js'
import { type Answer, caughtUp, serve } from './serve.js'
import type { Services } from './services.js'

/** Takes resting orders from the book, up to a hundred in a request; the answer names them as the request did. */
export const removalRoutes = (app: Hono, services: Services, direct: DirectWay): void => {
  const byIds: Answer<typeof OPERATIONS.removeOrders> = ({ body, wallet }) =>
    removeOrders(services.writes, { account: wallet, named: namedByIds(services.writes, body.data.ids) })
  const byHashes: Answer<typeof OPERATIONS.removeOrdersByHash> = ({ body, wallet }) =>
    removeOrders(services.writes, { account: wallet, named: namedByHashes(body.data.hashes) })
  for (const operations of [OPERATIONS, OLDER_OPERATIONS]) {
    serve(app, services, operations.removeOrders, byIds)
    serve(app, services, operations.removeOrdersByHash, byHashes)
  }
  direct.open(OPERATIONS.removeOrders, caughtUp(services, byIds))
  direct.open(OPERATIONS.removeOrdersByHash, caughtUp(services, byHashes))
}
