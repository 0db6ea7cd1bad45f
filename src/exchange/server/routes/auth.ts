import type { Hono } from 'hono'
import { OPERATIONS } from '../../../protocol/api/operations.js'
import { OLDER_OPERATIONS } from '../../../protocol/api/operations-older.js'
import { serve } from './serve.js'
import type { Services } from './services.js'

/** Login: the text to sign, and a token for its signature. */
export const authRoutes = (app: Hono, services: Services): void => {
  for (const operation of [OPERATIONS.getAuthMessage, OLDER_OPERATIONS.getAuthMessage])
    serve(app, services, operation, () => ({ message: services.auth.login.message(services.reads.now()) }))
  for (const operation of [OPERATIONS.getToken, OLDER_OPERATIONS.getToken])
    serve(app, services, operation, async ({ body }) => ({
      token: await services.auth.login.login(body, services.reads.now()),
    }))
}
