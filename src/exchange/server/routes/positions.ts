import type { Context, Hono } from 'hono'
import { badRequest } from '../api-refusal.js'
import { checked } from '../body.js'
import { walletOf } from '../caller.js'
import { addressShape } from '../create-shape.js'
import { page } from '../envelope.js'
import type { House } from '../house.js'
import { pageOf, readPageQuery } from '../paging.js'
import { type Position, positionRow, positionsOf } from '../position-row.js'
import { readMarketId } from './markets.js'

/** Settled shares: one's own, and anybody's. */
export const positionRoutes = (app: Hono, house: House): void => {
  app.get('/v1/positions', async context => answer(house, context, await walletOf(house, context)))
  app.get('/v1/positions/:address', context =>
    answer(house, context, checked(context.req.param('address'), addressShape).toLowerCase()),
  )
}

const answer = (house: House, context: Context, account: string): Response => {
  const isWanted = readFilter(house, context)
  const positions = positionsOf(house.floor.core.account(account)).filter(isWanted)
  const { rows, cursor } = pageOf(positions, readPageQuery(context), position => position.key)
  return context.json(
    page(
      rows.map(position => positionRow(house, position)),
      cursor,
    ),
  )
}

/** Shares of a resolved market are paid out at once, so `includeLost` has nothing to include. */
const readFilter = (house: House, context: Context): ((position: Position) => boolean) => {
  const text = context.req.query('marketId')
  const market = text === undefined || text === '' ? null : readMarketId(text)
  const isResolved = readBoolean(context, 'isResolved')
  return position =>
    (market === null || position.market === market) &&
    (isResolved === null || (house.floor.core.market(position.market)?.status === 'RESOLVED') === isResolved)
}

const readBoolean = (context: Context, name: string): boolean | null => {
  const text = context.req.query(name)
  if (text === undefined || text === '') return null
  if (text !== 'true' && text !== 'false') throw badRequest(`${name} must be true or false`)
  return text === 'true'
}
