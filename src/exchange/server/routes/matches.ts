import type { Hono } from 'hono'
import { OPERATIONS } from '../../../protocol/api/operations.js'
import type { House } from '../house.js'
import { matchPage } from '../match-page.js'
import { serve } from '../serve.js'

/** The public tape. */
export const matchRoutes = (app: Hono, house: House): void => {
  serve(app, house, OPERATIONS.getMatches, ({ query }) => matchPage(house, query))
}
