import type { Hono } from 'hono'
import { OPERATIONS } from '../../../protocol/api/operations.js'
import type { House } from '../house.js'
import { namedByHashes, namedByIds, removeOrders } from '../remove-orders.js'
import { serve } from '../serve.js'

/** Takes resting orders from the book, up to a hundred in a request; the answer names them as the request did. */
export const removalRoutes = (app: Hono, house: House): void => {
  serve(app, house, OPERATIONS.removeOrders, ({ body, wallet }) =>
    removeOrders(house, { account: wallet, named: namedByIds(house, body.data.ids) }),
  )
  serve(app, house, OPERATIONS.removeOrdersByHash, ({ body, wallet }) =>
    removeOrders(house, { account: wallet, named: namedByHashes(body.data.hashes) }),
  )
}
