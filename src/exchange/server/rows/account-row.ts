import type { z } from 'zod'
import type { account as accountSchema } from '../../../protocol/api/schemas-account.js'
import type { House } from '../house.js'
import { referralRow } from '../orders/set-referral.js'

/** The connected account as REST answers it. A wallet without points has no rank. */
export const accountRow = (house: House, account: string): z.input<typeof accountSchema> => {
  const rank = house.leaderboard.rankOf(account)
  return {
    name: nameOf(account),
    address: account,
    imageUrl: null,
    referral: referralRow(house, account),
    points: { total: house.floor.core.points(account), ...(rank !== null && { rank }) },
  }
}

/** What a wallet is called: nobody chooses a name here. */
export const nameOf = (account: string): string => `wallet-${account.slice(2, 8)}`
