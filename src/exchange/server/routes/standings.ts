import type { Hono } from 'hono'
import { OPERATIONS } from '../../../protocol/api/operations.js'
import { OLDER_OPERATIONS } from '../../../protocol/api/operations-older.js'
import type { House } from '../house.js'
import { leaderboardPage } from '../rows/leaderboard-page.js'
import { seasonRows } from '../rows/season-rows.js'
import { serve } from './serve.js'

/** The leaderboard, and what each season has come to. */
export const standingRoutes = (app: Hono, house: House): void => {
  for (const operations of [OPERATIONS, OLDER_OPERATIONS]) {
    serve(app, house, operations.getLeaderboard, ({ query }) => leaderboardPage(house, query))
    serve(app, house, operations.getSeasonTotals, () => seasonRows(house))
  }
}
