import type { Login } from './login.js'

/** A login whose tokens can die before their time. */
export interface RevocableLogin extends Login {
  /** Every token that was given until now is worth nothing any more. */
  revokeAll(): void
  /** Tokens live as long as they say again, those that died too. */
  restore(): void
}

/** A restart forgets that tokens died. */
export const createRevocableLogin = (login: Login): RevocableLogin => {
  /** Those given since the others died; null: none has died. */
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
