import type { Hono } from 'hono'
import { OPERATIONS } from '../../../protocol/api/operations.js'
import { OLDER_OPERATIONS } from '../../../protocol/api/operations-older.js'
import type { House } from '../house.js'
import { mapped } from '../http/paging.js'
import { matchPage } from '../rows/match-page.js'
import { olderMatchRow } from '../rows/older-rows.js'
import { serve } from './serve.js'

/** The public tape. */
export const matchRoutes = (app: Hono, house: House): void => {
  serve(app, house, OPERATIONS.getMatches, ({ query }) => matchPage(house, query))
  serve(app, house, OLDER_OPERATIONS.getMatches, ({ query }) => mapped(matchPage(house, query), olderMatchRow))
}
