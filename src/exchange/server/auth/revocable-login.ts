import type { Login } from './login.js'

/** A login whose tokens can be revoked. */
export interface RevocableLogin extends Login {
  /** Revokes all tokens issued so far. */
  revokeAll(): void
  /** Lifts the revocation. */
  restore(): void
}

/** A revocation does not outlive the process. */
export const createRevocableLogin = (login: Login): RevocableLogin => {
  /** Tokens issued since the revocation; `null`: there is no revocation. */
  let living: Set<string> | null = null
  return {
    message: now => login.message(now),
    login: async (proof, now) => {
      const token = await login.login(proof, now)
      living?.add(token)
      return token
    },
    wallet: (token, now) => (living === null || living.has(token) ? login.wallet(token, now) : Promise.resolve(null)),
    remembered: (token, now) => (living === null || living.has(token) ? login.remembered(token, now) : null),
    revokeAll: () => {
      living = new Set()
    },
    restore: () => {
      living = null
    },
  }
}
