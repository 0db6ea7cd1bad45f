import type { Clock, Timestamp } from '../../model/time.js'
import type { WalletLogin } from './wallet-login.js'

export interface WatcherLoginOptions {
  /** The login that trades. */
  readonly session: Pick<WalletLogin, 'token'>
  /** The login of the process that watches the trading one. */
  readonly watcher: Pick<WalletLogin, 'token' | 'renew'>
  readonly clock: Clock
}

/** Least time between two logins of the watcher that follow one of the session, in microseconds. */
const APART_US = 10_000_000

/**
 * Creates a function that returns a token of the watcher. The watcher sends nothing until it has to remove orders, so it cannot notice that the venue
 * ended its login early. The session does notice, and logs in again: then the watcher gets a new login, too. Rejects with a `VenueError`.
 */
export function createWatcherLogin({ session, watcher, clock }: WatcherLoginOptions): () => Promise<string> {
  /** The session's token when the watcher last logged in; null: it has not yet. */
  let besideToken: string | null = null
  let loggedInAt: Timestamp | null = null
  return async () => {
    const token = await session.token()
    const now = clock.now()
    const isSoon = loggedInAt !== null && now - loggedInAt < APART_US
    if (token === besideToken || isSoon) return watcher.token()
    loggedInAt = now
    const watching = besideToken === null ? await watcher.token() : await watcher.renew()
    besideToken = token
    return watching
  }
}
