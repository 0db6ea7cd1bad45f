import type { Watcher } from '../log/watcher.js'

/** Which account referred which. */
export interface Referrals extends Watcher {
  /** The referral code that an account has entered; `null`: none. */
  codeSetBy(account: string): string | null
}

/** The discount of a referred account's taker fees: a tenth. */
export const REFERRED_DISCOUNT_BPS = 1_000
const CODE_DIGITS = 10

/** The code that an account gives to others: the first ten hex digits of its address, in capitals. */
export const ownCode = (account: string): string => account.slice(2, 2 + CODE_DIGITS).toUpperCase()

/** No referrals yet; they come from notes. */
export const createReferrals = (): Referrals => {
  const codes = new Map<string, string>()
  return {
    hear: note => {
      if (note.kind === 'referral') codes.set(note.account, note.code)
    },
    memory: {
      name: 'referrals',
      save: () => codes,
      load: saved => {
        for (const [account, code] of saved as ReadonlyMap<string, string>) codes.set(account, code)
      },
    },
    codeSetBy: account => codes.get(account) ?? null,
  }
}
