import type { Hono } from 'hono'
import { OPERATIONS } from '../../../protocol/api/operations.js'
import type { House } from '../house.js'
import { serve } from '../http/serve.js'
import { positionPage } from '../rows/position-page.js'

/** Shares: one's own, and anybody's. */
export const positionRoutes = (app: Hono, house: House): void => {
  serve(app, house, OPERATIONS.getPositions, ({ query, wallet }) => positionPage(house, wallet, query))
  serve(app, house, OPERATIONS.getPositionsByAddress, ({ params, query }) =>
    positionPage(house, params.address.toLowerCase(), query),
  )
}
