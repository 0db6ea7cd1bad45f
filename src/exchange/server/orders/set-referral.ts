import type { z } from 'zod'
import type { referral } from '../../../protocol/api/schemas-account.js'
import type { House } from '../house.js'
import { badRequest } from '../http/refusal.js'
import { ownCode, REFERRED_DISCOUNT_BPS } from '../read-models/referrals.js'
import { isWallet } from '../read-models/tape.js'

export type ReferralRow = z.input<typeof referral>

/** While it is OPEN the account's own code, to hand out; once LOCKED the code it has set. */
export const referralRow = ({ referrals }: House, account: string): ReferralRow => {
  const code = referrals.codeSetBy(account)
  return code === null ? { code: ownCode(account), status: 'OPEN' } : { code, status: 'LOCKED' }
}

/**
 * Sets the code of whoever sent this account, once, and lowers its taker fee. Throws a refusal where one is set, where it is the account's own,
 * and where no account hands it out.
 */
export const setReferral = async (house: House, account: string, sent: string): Promise<ReferralRow> => {
  const { floor, referrals } = house
  const code = sent.trim().toUpperCase()
  if (referrals.codeSetBy(account) !== null) throw badRequest('the referral of this account is set already')
  if (code === ownCode(account)) throw badRequest('an account cannot refer itself')
  if (!isHandedOut(house, code)) throw badRequest('no account hands out this referral code')
  const at = floor.now()
  // Both in one turn, so they share a commit and no crash can part them.
  await Promise.all([
    floor.apply({ command: { kind: 'discount', at, account, bps: REFERRED_DISCOUNT_BPS } }),
    floor.note({ kind: 'referral', at, account, code }),
  ])
  return referralRow(house, account)
}

const isHandedOut = ({ floor }: House, code: string): boolean => {
  for (const { id } of floor.core.accounts()) if (isWallet(id) && ownCode(id) === code) return true
  return false
}
