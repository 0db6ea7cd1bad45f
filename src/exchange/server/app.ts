import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { OPERATIONS } from '../../protocol/api/operations.js'
import { ApiRefusal, notFound, unauthorized } from './api-refusal.js'
import { failure } from './envelope.js'
import type { House } from './house.js'
import { createRateWindows, type RateStanding } from './rate-windows.js'
import { accountRoutes } from './routes/account.js'
import { authRoutes } from './routes/auth.js'
import { bookRoutes } from './routes/books.js'
import { categoryRoutes } from './routes/categories.js'
import { documentRoutes } from './routes/documents.js'
import { marketRoutes } from './routes/markets.js'
import { matchRoutes } from './routes/matches.js'
import { orderRoutes } from './routes/orders.js'
import { positionRoutes } from './routes/positions.js'
import { removalRoutes } from './routes/removals.js'
import { rpcRoutes } from './routes/rpc.js'
import { SLUGS } from './slugs.js'

/** The REST service: keys and limits first, then one file a resource. Every failure is answered with the error envelope. */
export const createApp = (house: House): Hono => {
  const app = new Hono()
  app.onError((error, context) => fail(house, context, refusalOf(house, error)))
  app.notFound(context => fail(house, context, notFound('operation')))
  admit(app, house)
  authRoutes(app, house)
  // Before the markets, whose `/:id` would take the words for a number.
  bookRoutes(app, house)
  marketRoutes(app, house)
  categoryRoutes(app, house)
  // Before the orders, whose `/:hash` would take the word for a hash.
  matchRoutes(app, house)
  removalRoutes(app, house)
  orderRoutes(app, house)
  positionRoutes(app, house)
  accountRoutes(app, house)
  rpcRoutes(app, house)
  documentRoutes(app, house, Object.values(OPERATIONS))
  return app
}

/** Counts the call and checks the API key; a caller without the right key is counted by address, so that guessing is limited too. */
const admit = (app: Hono, house: House): void => {
  const windows = house.limits === null ? null : createRateWindows(house.limits)
  app.use('/v1/*', async (context, next) => {
    const sent = context.req.header('x-api-key')
    const isAdmitted = house.keys.admits(sent)
    const { method, path } = context.req
    const caller = isAdmitted && sent !== undefined ? 'key' : addressOf(context)
    const standing = windows?.count({ caller, method, path, now: house.floor.now() })
    if (standing !== undefined) tellStanding(context, standing)
    if (!isAdmitted) throw unauthorized('the API key is missing or invalid')
    if (standing?.allowed === false) throw new ApiRefusal(429, SLUGS.rateLimited, 'too many requests in this window')
    await next()
    await house.floor.written()
  })
}

const addressOf = (context: Context): string =>
  (context.env as Partial<HttpBindings>).incoming?.socket.remoteAddress ?? 'unknown'

const tellStanding = (context: Context, standing: RateStanding): void => {
  context.header('RateLimit-Limit', String(standing.limit))
  context.header('RateLimit-Remaining', String(standing.remaining))
  context.header('RateLimit-Reset', String(standing.resetSeconds))
  if (!standing.allowed) context.header('Retry-After', String(standing.resetSeconds))
}

const fail = (house: House, context: Context, refusal: ApiRefusal): Response =>
  context.json(failure(refusal, house.floor.now()), refusal.status)

/** What is no refusal is a fault of ours: the client learns that it happened, the log what it was. */
const refusalOf = (house: House, error: Error): ApiRefusal => {
  if (error instanceof ApiRefusal) return error
  house.log('a request failed', { error: error.message })
  return new ApiRefusal(500, SLUGS.internal, 'the exchange could not answer')
}
