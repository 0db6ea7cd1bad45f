import type { Hono } from 'hono'
import { OLDER_OPERATIONS as OLDER } from '../../../protocol/api/operations-older.js'
import { tokenOf, walletOf } from '../auth/caller.js'
import type { House } from '../house.js'
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

/** What the revision without prefix says in its own way; where it says the same, its path stands beside the current one's. */
export const olderRoutes = (app: Hono, house: House): void => {
  serve(app, house, OLDER.getMarkets, ({ query }) =>
    mapped(marketPage(house, query), ({ id }) => olderMarketRow(marketRow(house, id))),
  )
  serve(app, house, OLDER.getMarket, ({ params }) => olderMarketRow(marketRow(house, params.id)))
  serve(app, house, OLDER.getCategories, ({ query }) =>
    mapped(categoryPage(house, query), category => olderCategoryRow(categoryRow(house, category))),
  )
  serve(app, house, OLDER.getCategory, ({ params }) => {
    const category = house.catalog.category(params.slug)
    if (category === null) throw notFound('category')
    return olderCategoryRow(categoryRow(house, category))
  })
  serve(app, house, OLDER.getTags, () => house.catalog.tags().map(olderTagRow))
  olderOrderRoutes(app, house)
}

const olderOrderRoutes = (app: Hono, house: House): void => {
  // Whoever holds the key of an order may place it; a token that comes with it must be its maker's.
  serve(app, house, OLDER.createOrder, async ({ body, request }) => {
    const account = tokenOf(request) === null ? body.data.order.maker.toLowerCase() : await walletOf(house, request)
    const { code } = placeOrder(house, body.data, account)
    return { code }
  })
  serve(app, house, OLDER.cancelOrders, ({ body, wallet }) => {
    const { ids = [], hashes = [] } = body.data
    return removeOrders(house, { account: wallet, named: new Map([...namedByIds(house, ids), ...namedByHashes(hashes)]) })
  })
}
