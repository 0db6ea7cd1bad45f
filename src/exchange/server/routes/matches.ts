import type { Hono } from 'hono'
import { OPERATIONS } from '../../../protocol/api/operations.js'
import { OLDER_OPERATIONS } from '../../../protocol/api/operations-older.js'
import { mapped } from '../http/paging.js'
import { matchPage } from '../rows/match-page.js'
import { olderMatchRow } from '../rows/older-rows.js'
import { serve } from './serve.js'
import type { Services } from './services.js'

/** The public tape. */
export const matchRoutes = (app: Hono, services: Services): void => {
  serve(app, services, OPERATIONS.getMatches, ({ query }) => matchPage(services.reads, query))
  serve(app, services, OLDER_OPERATIONS.getMatches, ({ query }) => mapped(matchPage(services.reads, query), olderMatchRow))
}
