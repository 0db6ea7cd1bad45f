import { badRequest } from '../http/refusal.js'
import type { CoreReads } from '../log/readable-core.js'
import { ownCode, REFERRED_DISCOUNT_BPS } from '../read-models/referrals.js'
import { isWallet } from '../read-models/tape.js'
import type { Writes } from './writes.js'

/**
 * Stores the code of the account that referred this one, once, and lowers its taker fee. Rejects with a refusal when a code is stored already, or
 * the code is the account's own or no account's.
 */
export const setReferral = async ({ reads, sequencer }: Writes, account: string, sent: string): Promise<void> => {
  const code = sent.trim().toUpperCase()
  if (reads.wallets.referrals.codeSetBy(account) !== null) throw badRequest('the referral of this account is set already')
  if (code === ownCode(account)) throw badRequest('an account cannot refer itself')
  if (!isHandedOut(reads.core, code)) throw badRequest('no account hands out this referral code')
  const at = reads.now()
  // Both in one turn, so they share a commit and no crash can separate them.
  await Promise.all([
    sequencer.apply({ command: { kind: 'discount', at, account, bps: REFERRED_DISCOUNT_BPS } }),
    sequencer.note({ kind: 'referral', at, account, code }),
  ])
}

const isHandedOut = (core: CoreReads, code: string): boolean => {
  for (const { id } of core.accounts()) if (isWallet(id) && ownCode(id) === code) return true
  return false
}
