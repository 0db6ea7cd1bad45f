import type { Hono } from 'hono'
import { OPERATIONS } from '../../../protocol/api/operations.js'
import { OLDER_OPERATIONS } from '../../../protocol/api/operations-older.js'
import type { House } from '../house.js'
import { serve } from './serve.js'

/** Login: the text to sign, and the token for its signature. */
export const authRoutes = (app: Hono, house: House): void => {
  for (const operation of [OPERATIONS.getAuthMessage, OLDER_OPERATIONS.getAuthMessage])
    serve(app, house, operation, () => ({ message: house.login.message(house.floor.now()) }))
  for (const operation of [OPERATIONS.getToken, OLDER_OPERATIONS.getToken])
    serve(app, house, operation, async ({ body }) => ({ token: await house.login.login(body, house.floor.now()) }))
}
