import type { House } from '../house.js'
import { type Page, type PageQuery, pageOf } from '../http/paging.js'
import { type ActivityRow, activityRow } from './activity-row.js'
import { marketRows } from './market-rows.js'

/** What happened to a wallet's orders and shares, newest first. */
export const activityPage = (house: House, account: string, query: PageQuery): Page<ActivityRow> => {
  const { rows, cursor } = pageOf(house.activity.of(account), query, { name: 'activity', key: deed => deed.seq })
  const marketOf = marketRows(house)
  return { rows: rows.map(deed => activityRow(house, deed, marketOf(deed.market))), cursor }
}
