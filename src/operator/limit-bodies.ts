import type { MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { DoorError } from './door-error.js'
import { BODY_MAX, TOO_LARGE } from './refuse-large.js'

/** Refuses a body that turns out to be too large while it is read. */
export const limitBodies = (): MiddlewareHandler =>
  bodyLimit({ maxSize: BODY_MAX, onError: () => Promise.reject(new DoorError(413, 'too_large', TOO_LARGE)) })
