import type { Hono } from 'hono'
import { OLDER_OPERATIONS as OLDER } from '../../../protocol/api/operations-older.js'
import { tokenOf, walletOf } from '../auth/caller.js'
import { mapped } from '../http/paging.js'
import { notFound } from '../http/refusal.js'
import { placeOrder } from '../orders/place-order.js'
import { namedByHashes, namedByIds, removeOrders } from '../orders/remove-orders.js'
import { categoryPage } from '../rows/category-list.js'
import { categoryRow } from '../rows/category-row.js'
import { marketPage } from '../rows/market-list.js'
import { marketRow } from '../rows/market-row.js'
import { olderCategoryRow, olderMarketRow, olderTagRow } from '../rows/older-rows.js'
import { serve } from './serve.js'
import type { Services } from './services.js'

/** What the revision without prefix says in its own way; where it says the same, its path stands beside the current one's. */
export const olderRoutes = (app: Hono, services: Services): void => {
  serve(app, services, OLDER.getMarkets, ({ query }) =>
    mapped(marketPage(services.reads, query), ({ id }) => olderMarketRow(marketRow(services.reads, id))),
  )
  serve(app, services, OLDER.getMarket, ({ params }) => olderMarketRow(marketRow(services.reads, params.id)))
  serve(app, services, OLDER.getCategories, ({ query }) =>
    mapped(categoryPage(services.reads, query), category => olderCategoryRow(categoryRow(services.reads, category))),
  )
  serve(app, services, OLDER.getCategory, ({ params }) => {
    const category = services.reads.markets.catalog.category(params.slug)
    if (category === null) throw notFound('category')
    return olderCategoryRow(categoryRow(services.reads, category))
  })
  serve(app, services, OLDER.getTags, () => services.reads.markets.catalog.tags().map(olderTagRow))
  olderOrderRoutes(app, services)
}

const olderOrderRoutes = (app: Hono, services: Services): void => {
  // Whoever holds the key of an order may place it; a token that comes with it must be its maker's.
  serve(app, services, OLDER.createOrder, async ({ body, request }) => {
    const account = tokenOf(request) === null ? body.data.order.maker.toLowerCase() : await walletOf(services.auth, request)
    const { code } = placeOrder(services, body.data, account)
    return { code }
  })
  serve(app, services, OLDER.cancelOrders, ({ body, wallet }) => {
    const { ids = [], hashes = [] } = body.data
    return removeOrders(services.writes, {
      account: wallet,
      named: new Map([...namedByIds(services.writes, ids), ...namedByHashes(hashes)]),
    })
  })
}
