import type { Hono } from 'hono'
import { OPERATIONS } from '../../../protocol/api/operations.js'
import { OLDER_OPERATIONS } from '../../../protocol/api/operations-older.js'
import type { DirectWay } from '../direct-way.js'
import type { House } from '../house.js'
import { orderOf, orderPage } from '../order-page.js'
import { placeOrder } from '../place-order.js'
import { type Answer, serve } from '../serve.js'

/** A wallet's own orders: create, list, find. */
export const orderRoutes = (app: Hono, house: House, direct: DirectWay): void => {
  const create: Answer<typeof OPERATIONS.createOrder> = ({ body, wallet }) => placeOrder(house, body.data, wallet)
  serve(app, house, OPERATIONS.createOrder, create)
  direct.open(OPERATIONS.createOrder, create)
  for (const operation of [OPERATIONS.getOrders, OLDER_OPERATIONS.getOrders])
    serve(app, house, operation, ({ query, wallet }) => orderPage(house, wallet, query))
  for (const operation of [OPERATIONS.getOrder, OLDER_OPERATIONS.getOrder])
    serve(app, house, operation, ({ params, wallet }) => orderOf(house, wallet, params.hash))
}
