import type { Hono } from 'hono'
import { Timestamp } from '../../../model/time.js'
import type { Operation } from '../../../protocol/api/operation.js'
import { OAUTH_OPERATIONS, OLDER_OAUTH_OPERATIONS } from '../../../protocol/api/operations-oauth.js'
import type { ConnectionUse } from '../../../protocol/connection.js'
import { finalizeGrant, type GrantProof, proveGrant } from '../auth/prove-grant.js'
import type { PageQuery } from '../http/paging.js'
import { placeOrder } from '../orders/place-order.js'
import { namedByHashes, namedByIds, removeOrders } from '../orders/remove-orders.js'
import { olderPositionRow } from '../rows/older.js'
import { orderPage } from '../rows/order.js'
import { positionPage } from '../rows/position.js'
import { type CheckedRequest, type Result, serve } from './serve.js'
import type { Services } from './services.js'

const V1 = OAUTH_OPERATIONS
const OLDER = OLDER_OAUTH_OPERATIONS

/** What a third party may do for an account that connected it, in both revisions. */
export const connectionRoutes = (app: Hono, services: Services): void => {
  for (const operations of [V1, OLDER]) {
    serve(app, services, operations.finalizeConnection, async ({ body }) => {
      const { account, signer, createdAt, expiresAt } = await finalizeGrant(services, body)
      return { account, signer, createdAt: Timestamp.iso(createdAt), expiresAt: Timestamp.iso(expiresAt) }
    })
    serveProven(app, services, { operation: operations.getConnectionOrders, use: 'orders' }, (account, { body }) =>
      orderPage(services.reads, account, { ...pageQuery(body.data), status: body.data.status }),
    )
    serveProven(app, services, { operation: operations.cancelConnectionOrders, use: 'orders/cancel' }, (account, { body }) => {
      const { ids = [], hashes = [] } = body.data
      return removeOrders(services.writes, {
        account,
        named: new Map([...namedByIds(services.reads, ids), ...namedByHashes(hashes)]),
      })
    })
  }
  serveProven(app, services, { operation: V1.createConnectionOrder, use: 'orders/create' }, (account, { body }) =>
    placeOrder(services, body.data, account, body.signer.toLowerCase()),
  )
  serveProven(app, services, { operation: OLDER.createConnectionOrder, use: 'orders/create' }, (account, { body }) => {
    const { code } = placeOrder(services, body.data, account, body.signer.toLowerCase())
    return { code }
  })
  serveProven(app, services, { operation: V1.getConnectionPositions, use: 'positions' }, (account, { body }) =>
    positionPage(services.reads, account, pageQuery(body.data)),
  )
  serveProven(app, services, { operation: OLDER.getConnectionPositions, use: 'positions' }, (account, { body }) => {
    const { rows, cursor } = positionPage(services.reads, account, pageQuery(body.data))
    return { rows: rows.map(olderPositionRow), cursor }
  })
}

interface Proven<O extends Operation> {
  readonly operation: O
  readonly use: ConnectionUse
}

/** The signature is checked over `data` as it was sent, before the schema. */
const serveProven = <const O extends Operation>(
  app: Hono,
  services: Services,
  { operation, use }: Proven<O>,
  answer: (account: string, asked: CheckedRequest<O>) => Result<O> | Promise<Result<O>>,
): void =>
  serve(app, services, operation, async asked => {
    const { account } = await proveGrant(services, use, asked.raw as GrantProof)
    return answer(account, asked)
  })

const pageQuery = ({ first, after }: { first?: string | undefined; after?: string | undefined }): PageQuery => ({
  ...(first !== undefined && { first: Number(first) }),
  ...(after !== undefined && { after }),
})
