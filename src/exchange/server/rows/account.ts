import type { z } from 'zod'
import type { account as accountSchema, referral } from '../../../protocol/api/schemas-account.js'
import type { Reads } from '../read-models/reads.js'
import { ownCode } from '../read-models/referrals.js'
import { isWallet } from '../read-models/tape.js'

/** The connected account as REST answers it. A wallet without points has no rank, and one that has had no dollars yet has no code to give. */
export const accountRow = (reads: Reads, account: string): z.input<typeof accountSchema> => {
  const rank = reads.wallets.leaderboard.rankOf(account)
  return {
    ...shownAs(reads, account),
    address: account,
    referral: reads.core.account(account) === null ? null : referralRow(reads, account),
    points: { total: reads.core.points(account), ...(rank !== null && { rank }) },
  }
}

/** OPEN: the account's own code, to give to others. LOCKED: the code of the account that referred this one. */
export const referralRow = ({ wallets }: Reads, account: string): z.input<typeof referral> => {
  const code = wallets.referrals.codeSetBy(account)
  return code === null ? { code: ownCode(account), status: 'OPEN' } : { code, status: 'LOCKED' }
}

/** An account's name and image: what the operator has set; otherwise a name from the first digits of its address, and no image. */
export const shownAs = ({ wallets }: Reads, account: string): { readonly name: string; readonly imageUrl: string | null } => {
  const { name, imageUrl } = wallets.profiles.of(account)
  return { name: name ?? (isWallet(account) ? `wallet-${account.slice(2, 8)}` : account), imageUrl }
}
