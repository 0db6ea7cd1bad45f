import type { Hono } from 'hono'
import { OPERATIONS } from '../../../protocol/api/operations.js'
import type { House } from '../house.js'
import { serve } from '../http/serve.js'
import { matchPage } from '../rows/match-page.js'

/** The public tape. */
export const matchRoutes = (app: Hono, house: House): void => {
  serve(app, house, OPERATIONS.getMatches, ({ query }) => matchPage(house, query))
}
