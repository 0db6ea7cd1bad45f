import type { Hono } from 'hono'
import { z } from 'zod'
import type { CoreAccount } from '../../core/core.js'
import { badRequest } from '../api-refusal.js'
import { readBody } from '../body.js'
import { walletOf } from '../caller.js'
import { success } from '../envelope.js'
import type { House } from '../house.js'

const ASSETS_MAX = 100
const assetsShape = z.object({
  assets: z
    .array(
      z.object({
        type: z.string(),
        tokenId: z
          .string()
          .regex(/^\d{1,78}$/)
          .optional(),
      }),
    )
    .min(1)
    .max(ASSETS_MAX),
})
type Asset = z.infer<typeof assetsShape>['assets'][number]

/** Who the wallet is here, and what its open orders hold. */
export const accountRoutes = (app: Hono, house: House): void => {
  app.get('/v1/account', async context => {
    const address = await walletOf(house, context)
    const referral = { code: null, status: 'LOCKED' }
    return context.json(success({ name: nameOf(address), address, imageUrl: null, referral, points: { total: 0 } }))
  })
  app.post('/v1/account/reserved-balances/query', async context => {
    const account = house.floor.core.account(await walletOf(house, context))
    const { assets } = await readBody(context, assetsShape)
    return context.json(success(assets.map(asset => ({ ...asset, amount: String(reservedOf(house, account, asset)) }))))
  })
}

const nameOf = (address: string): string => `wallet-${address.slice(2, 8)}`

const reservedOf = (house: House, account: CoreAccount | null, asset: Asset): bigint => {
  if (asset.type === 'USDT') return account?.reservedCash ?? 0n
  const token = asset.tokenId === undefined ? null : house.catalog.token(asset.tokenId)
  if (token === null) throw badRequest('an asset is USDT or an outcome token with its tokenId')
  const holding = account?.holdings.get(token.market)
  return (token.outcome === 'yes' ? holding?.reservedYes : holding?.reservedNo) ?? 0n
}
