import type { Context, Hono } from 'hono'
import type { Match } from '../../core/core-event.js'
import { badRequest } from '../api-refusal.js'
import { checked } from '../body.js'
import { addressShape, hashShape } from '../create-shape.js'
import { page } from '../envelope.js'
import type { House } from '../house.js'
import { matchRow } from '../match-row.js'
import { pageOf, readPageQuery } from '../paging.js'
import { addressOf } from '../settlement-id.js'
import { legsOf } from '../tape.js'

const HASHES_MAX = 100

/** The public tape: matches that did not fail, newest first. */
export const matchRoutes = (app: Hono, house: House): void => {
  app.get('/v1/orders/matches', context => {
    const isWanted = readFilter(house, context)
    const { rows, cursor } = pageOf(
      newestFirst(house.floor.core.matches(), isWanted),
      readPageQuery(context),
      match => match.id,
    )
    return context.json(
      page(
        rows.map(match => matchRow(house, match)),
        cursor,
      ),
    )
  })
}

type Filter = (match: Match) => boolean

function* newestFirst(matches: readonly Match[], isWanted: Filter): Iterable<Match> {
  for (let at = matches.length - 1; at >= 0; at--) {
    const match = matches[at]
    if (match !== undefined && match.state !== 'failed' && isWanted(match)) yield match
  }
}

const readFilter = (house: House, context: Context): Filter => {
  const filters = [
    marketFilter(context),
    categoryFilter(house, context),
    valueFilter(context),
    timeFilter(context),
    signerFilter(context),
    hashFilter(context),
  ].filter(filter => filter !== null)
  return match => filters.every(filter => filter(match))
}

const marketFilter = (context: Context): Filter | null => {
  const market = readNumber(context, 'marketId')
  return market === null ? null : match => match.market === market
}

const categoryFilter = (house: House, context: Context): Filter | null => {
  const category = readNumber(context, 'categoryId')
  return category === null ? null : match => house.catalog.market(match.market)?.category.id === category
}

const valueFilter = (context: Context): Filter | null => {
  const text = context.req.query('minValueUsdtWei')
  if (text === undefined || text === '') return null
  if (!/^\d{1,40}$/.test(text)) throw badRequest('minValueUsdtWei must be a whole number of wei')
  const least = BigInt(text)
  return match => legsOf(match).some(leg => leg.value >= least)
}

const timeFilter = (context: Context): Filter | null => {
  const seconds = readNumber(context, 'executedAfter')
  return seconds === null ? null : match => match.at >= seconds * 1_000_000
}

/** `isSignerMaker` only narrows a signer; alone it says nothing. */
const signerFilter = (context: Context): Filter | null => {
  const text = context.req.query('signerAddress')
  if (text === undefined || text === '') return null
  const signer = checked(text, addressShape).toLowerCase()
  const isMaker = context.req.query('isSignerMaker')
  return match =>
    legsOf(match).some(
      leg => (isMaker === undefined || String(leg.isMaker) === isMaker) && addressOf(leg.order.spec.account) === signer,
    )
}

const hashFilter = (context: Context): Filter | null => {
  const texts = (context.req.queries('orderHashes') ?? []).flatMap(text => text.split(','))
  if (texts.length === 0) return null
  if (texts.length > HASHES_MAX) throw badRequest(`orderHashes may name at most ${HASHES_MAX} orders`)
  const hashes = new Set(texts.map(text => checked(text, hashShape).toLowerCase()))
  return match => legsOf(match).some(leg => hashes.has(leg.order.spec.hash))
}

const readNumber = (context: Context, name: string): number | null => {
  const text = context.req.query(name)
  if (text === undefined || text === '') return null
  if (!/^\d{1,15}$/.test(text)) throw badRequest(`${name} must be a whole number`)
  return Number(text)
}
