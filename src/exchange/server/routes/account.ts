import type { Hono } from 'hono'
import { Timestamp } from '../../../model/time.js'
import type { BodyOf } from '../../../protocol/api/operation.js'
import { OPERATIONS } from '../../../protocol/api/operations.js'
import { OLDER_OPERATIONS } from '../../../protocol/api/operations-older.js'
import type { CoreAccount } from '../../core/core-reads.js'
import type { House } from '../house.js'
import { mapped } from '../http/paging.js'
import { badRequest } from '../http/refusal.js'
import { setReferral } from '../orders/set-referral.js'
import { accountRow } from '../rows/account-row.js'
import { activityPage } from '../rows/activity-page.js'
import { dollarText } from '../rows/dollar-text.js'
import { olderActivityRow } from '../rows/older-rows.js'
import { serve } from './serve.js'

/** Who the wallet is here, what happened to it, and what its open orders hold. */
export const accountRoutes = (app: Hono, house: House): void => {
  serve(app, house, OPERATIONS.getActivity, ({ wallet, query }) => activityPage(house, wallet, query))
  serve(app, house, OLDER_OPERATIONS.getActivity, ({ wallet, query }) =>
    mapped(activityPage(house, wallet, query), olderActivityRow),
  )
  for (const operations of [OPERATIONS, OLDER_OPERATIONS]) {
    serve(app, house, operations.getAccount, ({ wallet }) => accountRow(house, wallet))
    serve(app, house, operations.setReferral, ({ wallet, body }) =>
      setReferral(house, wallet, 'data' in body ? body.data.code : body.code),
    )
    serve(app, house, operations.getReservedBalances, ({ wallet, body }) => {
      const account = house.floor.core.account(wallet)
      return body.assets.map(asset => ({ ...asset, amount: String(reservedOf(house, account, asset)) }))
    })
    serve(app, house, operations.getPendingYield, ({ wallet }) => {
      const now = house.floor.now()
      const { percentPerYear } = house.yields
      const totalUsd = dollarText(house.yields.pending(wallet, now), 18)
      return { totalUsd, ratePercentPerYear: percentPerYear, updatedAt: Timestamp.iso(now) }
    })
  }
}

type Asset = BodyOf<typeof OPERATIONS.getReservedBalances>['assets'][number]

const reservedOf = (house: House, account: CoreAccount | null, asset: Asset): bigint => {
  if (asset.type === 'USDT') return account?.reservedCash ?? 0n
  const token = asset.tokenId === undefined ? null : house.catalog.token(asset.tokenId)
  if (token === null) throw badRequest('an asset is USDT or an outcome token with its tokenId')
  const holding = account?.holdings.get(token.market)
  return (token.outcome === 'yes' ? holding?.reservedYes : holding?.reservedNo) ?? 0n
}
