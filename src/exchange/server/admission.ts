import type { HttpBindings } from '@hono/node-server'
import type { Context, Hono } from 'hono'
import { ApiRefusal, unauthorized } from './api-refusal.js'
import { tokenOf } from './caller.js'
import type { House } from './house.js'
import { createRateWindows, type RateStanding } from './rate-windows.js'
import { SLUGS } from './slugs.js'

/** Paths that are no operation of either revision: no key is asked for and nothing is counted. */
const OPEN = /^\/(?:rpc|openapi\.json|docs|admin)(?:\/|$)/
const CURRENT = /^\/v1(?:\/|$)/
const CONNECTION = /^\/v1\/oauth\//

/**
 * Counts each call and checks its API key; a caller without the right key is counted by address, so that guessing is limited too. The older
 * revision needs no key, and a connected party may come with a wallet's token instead; a wrong key is refused everywhere.
 */
export const admitCallers = (app: Hono, house: House): void => {
  const windows = house.limits === null ? null : createRateWindows(house.limits)
  app.use('*', async (context, next) => {
    const { method, path } = context.req
    if (OPEN.test(path)) return next()
    const sent = context.req.header('x-api-key')
    const isAdmitted = house.keys.admits(sent) || (isWithout(sent) && (await needsNoKey(house, context)))
    const caller = isAdmitted && !isWithout(sent) ? 'key' : addressOf(context)
    const standing = windows?.count({ caller, method, path, now: house.floor.now() })
    if (standing !== undefined) tellStanding(context, standing)
    if (!isAdmitted) throw unauthorized('the API key is missing or invalid')
    if (standing?.allowed === false) throw new ApiRefusal(429, SLUGS.rateLimited, 'too many requests in this window')
    await next()
    await house.floor.written()
  })
}

const isWithout = (key: string | undefined): boolean => key === undefined || key === ''

const needsNoKey = async (house: House, context: Context): Promise<boolean> => {
  const { path } = context.req
  if (!CURRENT.test(path)) return true
  const token = CONNECTION.test(path) ? tokenOf(context) : null
  return token !== null && (await house.login.wallet(token, house.floor.now())) !== null
}

const addressOf = (context: Context): string =>
  (context.env as Partial<HttpBindings>).incoming?.socket.remoteAddress ?? 'unknown'

const tellStanding = (context: Context, standing: RateStanding): void => {
  context.header('RateLimit-Limit', String(standing.limit))
  context.header('RateLimit-Remaining', String(standing.remaining))
  context.header('RateLimit-Reset', String(standing.resetSeconds))
  if (!standing.allowed) context.header('Retry-After', String(standing.resetSeconds))
}
