import { Timestamp } from '../../../model/time.js'
import type { Grant } from '../log/note.js'
import type { Watcher } from '../log/watcher.js'

/** Connections of third parties to accounts, and the requests that such parties have made. */
export interface Grants extends Watcher {
  /** The present connection of a third party to an account; `null`: there is none, or it has expired. */
  find(account: string, signer: string, now: Timestamp): Grant | null
  isUsed(request: string): boolean
}

/** How far a request's own time may be before or after the exchange's. */
export const REQUEST_AGE_MS = 300_000

/** No connections; they come from notes. */
export const createGrants = (): Grants => {
  const live = new Map<string, Grant>()
  const used = new Map<string, Timestamp>()
  const forget = (now: Timestamp): void => {
    // Requests are kept in the order in which they become too old.
    for (const [request, until] of used) {
      if (until > now) return
      used.delete(request)
    }
  }
  return {
    hear: note => {
      if (note.kind === 'grant') live.set(nameOf(note.grant.account, note.grant.signer), note.grant)
      else if (note.kind === 'grant-end') live.delete(nameOf(note.account, note.signer))
      else if (note.kind === 'grant-use') {
        forget(note.at)
        used.set(note.request, Timestamp.add(note.at, 2 * REQUEST_AGE_MS * 1_000))
      }
    },
    find: (account, signer, now) => {
      const found = live.get(nameOf(account, signer))
      return found !== undefined && found.expiresAt > now ? found : null
    },
    isUsed: request => used.has(request),
    memory: {
      name: 'grants',
      save: () => ({ live, used }),
      load: saved => {
        const { live: known, used: seen } = saved as { live: typeof live; used: typeof used }
        for (const [name, connection] of known) live.set(name, connection)
        for (const [request, until] of seen) used.set(request, until)
      },
    },
  }
}

const nameOf = (account: string, signer: string): string => `${account}:${signer}`
