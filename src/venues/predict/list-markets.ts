import { MarketIndex } from '../../model/ids.js'
import type { Market } from '../../model/market.js'
import type { Clock } from '../../model/time.js'
import { OPERATIONS } from '../../protocol/api/operations.js'
import { endOf, readMarket, tagsOf } from '../../protocol/read-market.js'
import { categorySchema, marketSchema, type WireCategory, type WireMarket } from '../../protocol/wire.js'
import type { MarketQuery, SurveyedMarket } from '../venue.js'
import { readOne, readRows, type Send } from './calls.js'
import type { MarketRegistry } from './market-registry.js'

export interface ListOptions {
  readonly send: Send
  readonly clock: Clock
  readonly registry: MarketRegistry
}

const PAGES_MAX = 500
const SIDE_BY_SIDE = 8

/** The markets of a query, which become the run's markets. Throws a VenueError that names missing ones. */
export async function listMarkets(options: ListOptions, query: MarketQuery): Promise<readonly Market[]> {
  const markets = await readMarkets(options, query)
  options.registry.adopt(markets)
  return markets
}

/** The markets of a query, in its order, with the ends of their categories. Throws a VenueError that names missing ones. */
export async function readMarkets(options: ListOptions, query: MarketQuery): Promise<readonly Market[]> {
  const rows = 'ids' in query ? await readNamed(options, query.ids) : await readOpen(options)
  const categories = 'ids' in query ? await categoriesOf(options, rows) : await openCategories(options, rows)
  const wanted = new Set(rows.map(row => row.id))
  const readAt = options.clock.now()
  const markets = rows.map((row, index) => {
    const category = categories.get(row.categorySlug)
    const endsAt = endOf(category)
    const tags = tagsOf(category)
    return readMarket(row, { index: MarketIndex.of(index), group: groupOf(category, wanted), endsAt, tags, readAt })
  })
  for (const row of rows) options.registry.learn(row)
  return markets
}

/** Every open market with its trading statistics. The rows needed for orders are kept for `registry.join` until the next survey. */
export async function surveyMarkets(options: ListOptions): Promise<readonly SurveyedMarket[]> {
  const rows = await readOpen(options, { includeStats: 'true' })
  const categories = await openCategories(options, rows)
  const readAt = options.clock.now()
  options.registry.survey(rows)
  return rows.map((row, index) => {
    const category = categories.get(row.categorySlug)
    // Whether a run has every market of a group changes as markets join, so the desk compares their number with the group's size.
    const group = groupOf(category, NONE)
    const context = { index: MarketIndex.of(index), group, endsAt: endOf(category), tags: tagsOf(category), readAt }
    const market = readMarket(row, context)
    return { market, volumeUsd: row.stats?.volume24hUsd ?? null, ...pricesOf(row, market) }
  })
}

const NONE: ReadonlySet<string> = new Set()

function pricesOf({ outcomes }: WireMarket, { tick }: Market): Pick<SurveyedMarket, 'spreadTicks' | 'middle'> {
  const yes = outcomes.find(({ indexSet }) => indexSet === 1)
  if (yes?.bestBid === null || yes?.bestBid === undefined || yes.bestAsk === null || yes.bestAsk === undefined)
    return { spreadTicks: null, middle: null }
  const { bestBid: bid, bestAsk: ask } = yes
  // In steps of half a 1/10,000, so that 0.1 + 0.2 is no more than 0.3.
  return {
    spreadTicks: Math.round((ask.price - bid.price) * 10_000) / tick,
    middle: Math.round((ask.price + bid.price) * 10_000) / 20_000,
  }
}

const readNamed = ({ send }: ListOptions, ids: readonly string[]): Promise<readonly WireMarket[]> =>
  sideBySide(ids, id => readOne(send, OPERATIONS.getMarket, { id }, marketSchema, `market ${id}`))

/** Every market that can be traded now: the list also contains some with a proposed result. */
const readOpen = async (
  { send }: ListOptions,
  more: { readonly includeStats?: 'true' } = {},
): Promise<readonly WireMarket[]> => {
  const query = { status: 'OPEN', ...more } as const
  const rows = await readRows(send, OPERATIONS.getMarkets, query, { row: marketSchema, pagesMax: PAGES_MAX })
  return rows.filter(row => row.tradingStatus === 'OPEN' && (row.status === 'REGISTERED' || row.status === 'UNPAUSED'))
}

type Categories = ReadonlyMap<string, WireCategory>

async function categoriesOf({ send }: ListOptions, rows: readonly WireMarket[]): Promise<Categories> {
  const slugs = [...new Set(rows.map(row => row.categorySlug))]
  const read = await sideBySide(slugs, slug =>
    readOne(send, OPERATIONS.getCategory, { slug }, categorySchema, `category ${slug}`),
  )
  return new Map(read.map(category => [category.slug, category]))
}

async function openCategories({ send }: ListOptions, rows: readonly WireMarket[]): Promise<Categories> {
  if (rows.length === 0) return new Map()
  const options = { row: categorySchema, pagesMax: PAGES_MAX }
  const read = await readRows(send, OPERATIONS.getCategories, { status: 'OPEN' }, options)
  return new Map(read.map(category => [category.slug, category]))
}

/**
 * A group has at least two markets; its category lists all of them, including resolved ones. It is exhaustive for a run only if the run has all of
 * them.
 */
function groupOf(category: WireCategory | undefined, wanted: ReadonlySet<string>): Market['group'] {
  const members = category?.markets ?? []
  if (category === undefined || members.length < 2) return null
  const isExhaustive = category.isNegRisk && members.every(member => wanted.has(member.id))
  return { id: category.slug, isNegRisk: category.isNegRisk, isExhaustive, size: members.length }
}

/** Runs a few calls at a time; answers in the order of the items. */
async function sideBySide<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<readonly R[]> {
  const results: R[] = []
  for (let from = 0; from < items.length; from += SIDE_BY_SIDE)
    results.push(...(await Promise.all(items.slice(from, from + SIDE_BY_SIDE).map(work))))
  return results
}
