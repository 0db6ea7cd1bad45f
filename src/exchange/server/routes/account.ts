import type { Hono } from 'hono'
import { Timestamp } from '../../../model/time.js'
import type { BodyOf } from '../../../protocol/api/operation.js'
import { OPERATIONS } from '../../../protocol/api/operations.js'
import { OLDER_OPERATIONS } from '../../../protocol/api/operations-older.js'
import type { CoreAccount } from '../../core/core-reads.js'
import { mapped } from '../http/paging.js'
import { badRequest } from '../http/refusal.js'
import { accountRow, referralRow } from '../rows/account.js'
import { activityPage } from '../rows/activity.js'
import { dollarText } from '../rows/dollar-text.js'
import { olderActivityRow, olderPositionRow } from '../rows/older.js'
import { positionPage } from '../rows/position.js'
import { setReferral } from '../writes/set-referral.js'
import { serve } from './serve.js'
import type { Services } from './services.js'

/** The account of a wallet: its row, activity, positions, and what its open orders hold. */
export const accountRoutes = (app: Hono, services: Services): void => {
  positionRoutes(app, services)
  serve(app, services, OPERATIONS.getActivity, ({ wallet, query }) => activityPage(services.reads, wallet, query))
  serve(app, services, OLDER_OPERATIONS.getActivity, ({ wallet, query }) =>
    mapped(activityPage(services.reads, wallet, query), olderActivityRow),
  )
  for (const operations of [OPERATIONS, OLDER_OPERATIONS]) {
    serve(app, services, operations.getAccount, ({ wallet }) => accountRow(services.reads, wallet))
    serve(app, services, operations.setReferral, async ({ wallet, body }) => {
      await setReferral(services.writes, wallet, 'data' in body ? body.data.code : body.code)
      return referralRow(services.reads, wallet)
    })
    serve(app, services, operations.getReservedBalances, ({ wallet, body }) => {
      const account = services.reads.core.account(wallet)
      return body.assets.map(asset => ({ ...asset, amount: String(reservedOf(services, account, asset)) }))
    })
    serve(app, services, operations.getPendingYield, ({ wallet }) => {
      const now = services.reads.now()
      const { percentPerYear } = services.reads.wallets.yields
      const totalUsd = dollarText(services.reads.wallets.yields.pending(wallet, now), 18)
      return { totalUsd, ratePercentPerYear: percentPerYear, updatedAt: Timestamp.iso(now) }
    })
  }
}

type Asset = BodyOf<typeof OPERATIONS.getReservedBalances>['assets'][number]

const reservedOf = (services: Services, account: CoreAccount | null, asset: Asset): bigint => {
  if (asset.type === 'USDT') return account?.reservedCash ?? 0n
  const token = asset.tokenId === undefined ? null : services.reads.markets.catalog.token(asset.tokenId)
  if (token === null) throw badRequest('an asset is USDT or an outcome token with its tokenId')
  const holding = account?.holdings.get(token.market)
  return (token.outcome === 'yes' ? holding?.reservedYes : holding?.reservedNo) ?? 0n
}

/** Positions of the caller's wallet, and of any address. */
const positionRoutes = (app: Hono, services: Services): void => {
  serve(app, services, OPERATIONS.getPositions, ({ query, wallet }) => positionPage(services.reads, wallet, query))
  serve(app, services, OPERATIONS.getPositionsByAddress, ({ params, query }) =>
    positionPage(services.reads, params.address.toLowerCase(), query),
  )
  serve(app, services, OLDER_OPERATIONS.getPositions, ({ query, wallet }) =>
    mapped(positionPage(services.reads, wallet, query), olderPositionRow),
  )
  serve(app, services, OLDER_OPERATIONS.getPositionsByAddress, ({ params, query }) =>
    mapped(positionPage(services.reads, params.address.toLowerCase(), query), olderPositionRow),
  )
}

/** Login: the text to sign, and a token for its signature. */
export const authRoutes = (app: Hono, services: Services): void => {
  for (const operation of [OPERATIONS.getAuthMessage, OLDER_OPERATIONS.getAuthMessage])
    serve(app, services, operation, () => ({ message: services.auth.login.message(services.reads.now()) }))
  for (const operation of [OPERATIONS.getToken, OLDER_OPERATIONS.getToken])
    serve(app, services, operation, async ({ body }) => ({
      token: await services.auth.login.login(body, services.reads.now()),
    }))
}
