import type { Hono } from 'hono'
import { DoorError } from './door-error.js'
import type { DoorTokens } from './door-tokens.js'
import type { DoorEnvironment } from './guard-requests.js'
import { DOOR_OPERATIONS } from './operations.js'
import { readBody } from './read-body.js'

/** Adds how a page gets its token for a code. `again`: how a person gets another code. */
export function routeToken(app: Hono<DoorEnvironment>, tokens: DoorTokens, again: string): void {
  app.post(DOOR_OPERATIONS.token.path, async context => {
    const { code } = (await readBody(context, DOOR_OPERATIONS.token.body)) as { code: string }
    const token = tokens.redeem(code)
    if (token !== null) return context.json({ token })
    throw new DoorError(403, 'wrong_code', `this code is wrong, used, or older than a minute; ${again}`)
  })
}
