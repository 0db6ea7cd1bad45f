import type { z } from 'zod'
import type { account as accountSchema } from '../../../protocol/api/schemas-account.js'
import type { House } from '../house.js'
import { referralRow } from '../orders/set-referral.js'
import { isWallet } from '../read-models/tape.js'

/** The connected account as REST answers it. A wallet without points has no rank. */
export const accountRow = (house: House, account: string): z.input<typeof accountSchema> => {
  const rank = house.leaderboard.rankOf(account)
  return {
    ...shownAs(house, account),
    address: account,
    referral: referralRow(house, account),
    points: { total: house.floor.core.points(account), ...(rank !== null && { rank }) },
  }
}

/** An account's name and image: what the operator has set, else a name of its address's first digits and no image. */
export const shownAs = ({ profiles }: House, account: string): { readonly name: string; readonly imageUrl: string | null } => {
  const { name, imageUrl } = profiles.of(account)
  return { name: name ?? (isWallet(account) ? `wallet-${account.slice(2, 8)}` : account), imageUrl }
}
