import type { Hono } from 'hono'
import { OPERATIONS } from '../../../protocol/api/operations.js'
import { OLDER_OPERATIONS } from '../../../protocol/api/operations-older.js'
import { leaderboardPage } from '../rows/leaderboard-page.js'
import { seasonRows } from '../rows/season-rows.js'
import { serve } from './serve.js'
import type { Services } from './services.js'

/** The leaderboard, and what each season has come to. */
export const standingRoutes = (app: Hono, services: Services): void => {
  for (const operations of [OPERATIONS, OLDER_OPERATIONS]) {
    serve(app, services, operations.getLeaderboard, ({ query }) => leaderboardPage(services.reads, query))
    serve(app, services, operations.getSeasonTotals, () => seasonRows(services.reads))
  }
}
