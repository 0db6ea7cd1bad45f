import type { Hono } from 'hono'
import { OPERATIONS } from '../../../protocol/api/operations.js'
import { OLDER_OPERATIONS } from '../../../protocol/api/operations-older.js'
import type { House } from '../house.js'
import { namedByHashes, namedByIds, removeOrders } from '../orders/remove-orders.js'
import type { DirectWay } from './direct-way.js'
import { type Answer, caughtUp, serve } from './serve.js'

/** Takes resting orders from the book, up to a hundred in a request; the answer names them as the request did. */
export const removalRoutes = (app: Hono, house: House, direct: DirectWay): void => {
  const byIds: Answer<typeof OPERATIONS.removeOrders> = ({ body, wallet }) =>
    removeOrders(house, { account: wallet, named: namedByIds(house, body.data.ids) })
  const byHashes: Answer<typeof OPERATIONS.removeOrdersByHash> = ({ body, wallet }) =>
    removeOrders(house, { account: wallet, named: namedByHashes(body.data.hashes) })
  for (const operations of [OPERATIONS, OLDER_OPERATIONS]) {
    serve(app, house, operations.removeOrders, byIds)
    serve(app, house, operations.removeOrdersByHash, byHashes)
  }
  direct.open(OPERATIONS.removeOrders, caughtUp(house, byIds))
  direct.open(OPERATIONS.removeOrdersByHash, caughtUp(house, byHashes))
}
