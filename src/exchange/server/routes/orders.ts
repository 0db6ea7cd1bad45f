import type { Hono } from 'hono'
import { OPERATIONS } from '../../../protocol/api/operations.js'
import { OLDER_OPERATIONS } from '../../../protocol/api/operations-older.js'
import type { House } from '../house.js'
import { placeOrder } from '../orders/place-order.js'
import { scanCreate } from '../orders/scan-create.js'
import { createWaitingCreates } from '../orders/waiting-creates.js'
import { orderOf, orderPage } from '../rows/order-page.js'
import type { DirectWay } from './direct-way.js'
import { type Answer, serve } from './serve.js'

/** A wallet's own orders: create, list, find. */
export const orderRoutes = (app: Hono, house: House, direct: DirectWay): void => {
  const create: Answer<typeof OPERATIONS.createOrder> = ({ body, wallet }) => placeOrder(house, body.data, wallet)
  serve(app, house, OPERATIONS.createOrder, create)
  const creates = createWaitingCreates(house)
  direct.open(OPERATIONS.createOrder, ({ body, wallet }) => creates.place(body.data, wallet), scanCreate)
  for (const operation of [OPERATIONS.getOrders, OLDER_OPERATIONS.getOrders])
    serve(app, house, operation, ({ query, wallet }) => orderPage(house, wallet, query))
  for (const operation of [OPERATIONS.getOrder, OLDER_OPERATIONS.getOrder])
    serve(app, house, operation, ({ params, wallet }) => orderOf(house, wallet, params.hash))
}
