import type { Hono } from 'hono'
import { OPERATIONS } from '../../../protocol/api/operations.js'
import { OLDER_OPERATIONS } from '../../../protocol/api/operations-older.js'
import { placeOrder } from '../orders/place-order.js'
import { createWaitingCreates } from '../orders/waiting-creates.js'
import { orderOf, orderPage } from '../rows/order-page.js'
import type { DirectWay } from './direct-way.js'
import { type Answer, serve } from './serve.js'
import type { Services } from './services.js'

/** A wallet's own orders: create, list, find. */
export const orderRoutes = (app: Hono, services: Services, direct: DirectWay): void => {
  const create: Answer<typeof OPERATIONS.createOrder> = ({ body, wallet }) => placeOrder(services, body.data, wallet)
  serve(app, services, OPERATIONS.createOrder, create)
  const creates = createWaitingCreates(services)
  direct.open(OPERATIONS.createOrder, ({ body, wallet }) => creates.place(body.data, wallet))
  for (const operation of [OPERATIONS.getOrders, OLDER_OPERATIONS.getOrders])
    serve(app, services, operation, ({ query, wallet }) => orderPage(services.reads, wallet, query))
  for (const operation of [OPERATIONS.getOrder, OLDER_OPERATIONS.getOrder])
    serve(app, services, operation, ({ params, wallet }) => orderOf(services.reads, wallet, params.hash))
}
