import type { Context, Hono } from 'hono'
import { Timestamp } from '../../../model/time.js'
import type { CoreOrder } from '../../core/core-event.js'
import { badRequest, notFound } from '../api-refusal.js'
import { readBody } from '../body.js'
import { walletOf } from '../caller.js'
import { checkOrder } from '../check-order.js'
import { coreRefusal } from '../core-refusal.js'
import { createShape, hashShape } from '../create-shape.js'
import { page, success } from '../envelope.js'
import type { House } from '../house.js'
import { orderRow } from '../order-row.js'
import { pageOf, readPageQuery } from '../paging.js'

/** A wallet's own orders: create, list, find. */
export const orderRoutes = (app: Hono, house: House): void => {
  app.post('/v1/orders', context => createOrder(house, context))
  app.get('/v1/orders', async context => {
    const account = await walletOf(house, context)
    const status = readOrderStatus(context)
    const { rows, cursor } = pageOf(ordersOf(house, account, status), readPageQuery(context), order => order.id)
    return context.json(
      page(
        rows.map(order => orderRow(house, order)),
        cursor,
      ),
    )
  })
  app.get('/v1/orders/:hash', async context => {
    const account = await walletOf(house, context)
    const order = house.floor.core.order(readHash(context.req.param('hash')))
    if (order === null || order.spec.account !== account) throw notFound('order')
    return context.json(success(orderRow(house, order)))
  })
}

const createOrder = async (house: House, context: Context): Promise<Response> => {
  const account = await walletOf(house, context)
  const { data } = await readBody(context, createShape)
  const { spec, posted } = checkOrder(house, data, account)
  const answer = await house.floor.apply({ command: { kind: 'place', at: house.floor.now(), order: spec }, posted })
  if (answer.kind === 'refused') throw coreRefusal(answer)
  if (answer.kind !== 'accepted') throw new Error(`a place was answered with ${answer.kind}`)
  const removalLockedUntil = answer.lockedUntil === null ? null : Timestamp.iso(answer.lockedUntil)
  const row = { code: 'OK', orderId: String(answer.order), orderHash: spec.hash, removalLockedUntil }
  return context.json(success(row), 201)
}

const STATUSES = ['OPEN', 'FILLED', 'CANCELLED', 'EXPIRED', 'INVALIDATED'] as const
type StatusFilter = (typeof STATUSES)[number] | null

/** Without a filter all orders are shown, as the venue documents; clients disagree on it, so careful ones always send one. */
const readOrderStatus = (context: Context): StatusFilter => {
  const text = context.req.query('status')
  if (text === undefined || text === '') return null
  const status = STATUSES.find(one => one === text)
  if (status === undefined) throw badRequest(`status must be one of ${STATUSES.join(', ')}`)
  return status
}

/** Newest first. */
function* ordersOf(house: House, account: string, status: StatusFilter): Iterable<CoreOrder> {
  const orders = status === 'OPEN' ? house.floor.core.openOrdersOf(account) : house.floor.core.ordersOf(account)
  for (let at = orders.length - 1; at >= 0; at--) {
    const order = orders[at]
    if (order !== undefined && (status === null || order.status === status)) yield order
  }
}

const readHash = (text: string): string => {
  if (!hashShape.safeParse(text).success) throw badRequest('order hash must be a 0x-prefixed hex string of 32 bytes')
  return text.toLowerCase()
}
