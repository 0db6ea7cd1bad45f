import { type Page, type PageQuery, pageOf } from '../http/paging.js'
import type { Reads } from '../read-models/reads.js'
import { type ActivityRow, activityRow } from './activity-row.js'
import { marketRows } from './market-rows.js'

/** What happened to a wallet's orders and shares, newest first. */
export const activityPage = (reads: Reads, account: string, query: PageQuery): Page<ActivityRow> => {
  const { rows, cursor } = pageOf(reads.wallets.activity.of(account), query, { name: 'activity', key: deed => deed.seq })
  const marketOf = marketRows(reads)
  return { rows: rows.map(deed => activityRow(reads, deed, marketOf(deed.market))), cursor }
}
