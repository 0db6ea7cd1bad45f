import type { Hono } from 'hono'
import { OPERATIONS } from '../../../protocol/api/operations.js'
import { OLDER_OPERATIONS } from '../../../protocol/api/operations-older.js'
import { mapped } from '../http/paging.js'
import { olderPositionRow } from '../rows/older-rows.js'
import { positionPage } from '../rows/position-page.js'
import { serve } from './serve.js'
import type { Services } from './services.js'

/** Positions: the wallet's own, and those of any address. */
export const positionRoutes = (app: Hono, services: Services): void => {
  serve(app, services, OPERATIONS.getPositions, ({ query, wallet }) => positionPage(services.reads, wallet, query))
  serve(app, services, OPERATIONS.getPositionsByAddress, ({ params, query }) =>
    positionPage(services.reads, params.address.toLowerCase(), query),
  )
  serve(app, services, OLDER_OPERATIONS.getPositions, ({ query, wallet }) =>
    mapped(positionPage(services.reads, wallet, query), olderPositionRow),
  )
  serve(app, services, OLDER_OPERATIONS.getPositionsByAddress, ({ params, query }) =>
    mapped(positionPage(services.reads, params.address.toLowerCase(), query), olderPositionRow),
  )
}
