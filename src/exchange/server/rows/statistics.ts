import type { z } from 'zod'
import { Wei } from '../../../model/money.js'
import type { timeseriesQuery } from '../../../protocol/api/queries.js'
import type { lastSale } from '../../../protocol/api/schemas-market.js'
import { exactDigits } from '../../../protocol/exact-digits.js'
import { cursorOf, cursorText, foreignCursor } from '../http/paging.js'
import { notFound } from '../http/refusal.js'
import type { Reads } from '../read-models/reads.js'
import type { SeriesPoint } from '../read-models/series.js'
import { priceOf } from './match.js'

const POINTS_MAX = 1_000

/** Points of a metric, the oldest first. Throws a refusal when the market is unknown or the cursor is invalid. */
export const timeseriesPage = (
  reads: Reads,
  market: number,
  query: z.output<typeof timeseriesQuery>,
): { readonly series: SeriesPoint[]; readonly cursor: string | null } => {
  const series = reads.markets.statistics.series(market, query.metric ?? 'chance')
  if (series === null) throw notFound('market')
  const resolution = query.resolution ?? '1h'
  const limit = Math.min(query.limit ?? POINTS_MAX, POINTS_MAX)
  const after = afterOf(query.after, market)
  const from = Math.max(query.from ?? 0, after === null ? 0 : after + 1)
  const range = { resolution, from, to: query.to ?? Number.MAX_SAFE_INTEGER, limit: limit + 1 }
  const points = series.points(range, reads.now())
  if (points.length <= limit) return { series: points, cursor: null }
  const kept = points.slice(0, limit)
  return { series: kept, cursor: cursorOf(`t${market},${kept.at(-1)?.x ?? 0}`) }
}

/** The time of the last point of the page before; `null`: this is the first page. */
const afterOf = (cursor: string | undefined, market: number): number | null => {
  const text = cursorText(cursor)
  if (text === null) return null
  const [, of, found] = /^t(\d+),(\d{1,12})$/.exec(text) ?? []
  if (of !== String(market)) throw foreignCursor()
  return Number(found)
}

/**
 * The newest settled sale from the view of its taker's order, at the price of that order's own outcome; `null`: there is none. A print of the
 * recorded crowd has no taker's order: its first maker's order is shown.
 */
export const lastSaleRow = (reads: Reads, market: number): z.input<typeof lastSale> | null => {
  const last = reads.markets.tape.lastSettled(market)
  if (last === null) return null
  return {
    quoteType: last.side === 'buy' ? 'Bid' : 'Ask',
    outcome: last.outcome === 'yes' ? 'Yes' : 'No',
    priceInCurrency: exactDigits(Wei.parse(priceOf(last.value, last.shares))),
    strategy: last.strategy,
  }
}
