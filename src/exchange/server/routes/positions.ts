import type { Hono } from 'hono'
import { OPERATIONS } from '../../../protocol/api/operations.js'
import { OLDER_OPERATIONS } from '../../../protocol/api/operations-older.js'
import type { House } from '../house.js'
import { mapped } from '../http/paging.js'
import { olderPositionRow } from '../rows/older-rows.js'
import { positionPage } from '../rows/position-page.js'
import { serve } from './serve.js'

/** Positions: the wallet's own, and those of any address. */
export const positionRoutes = (app: Hono, house: House): void => {
  serve(app, house, OPERATIONS.getPositions, ({ query, wallet }) => positionPage(house, wallet, query))
  serve(app, house, OPERATIONS.getPositionsByAddress, ({ params, query }) =>
    positionPage(house, params.address.toLowerCase(), query),
  )
  serve(app, house, OLDER_OPERATIONS.getPositions, ({ query, wallet }) =>
    mapped(positionPage(house, wallet, query), olderPositionRow),
  )
  serve(app, house, OLDER_OPERATIONS.getPositionsByAddress, ({ params, query }) =>
    mapped(positionPage(house, params.address.toLowerCase(), query), olderPositionRow),
  )
}
