import type { Watcher } from '../log/watcher.js'

/** How an account is shown to others. */
export interface Profile {
  /** `null`: the account has no name, and its address is shown. */
  readonly name: string | null
  /** `null`: the account has no image. */
  readonly imageUrl: string | null
}

/** Names and images of accounts. */
export interface Profiles extends Watcher {
  of(account: string): Profile
}

const PLAIN: Profile = { name: null, imageUrl: null }

/** The names and images that accounts have set. A new exchange has none. */
export const createProfiles = (): Profiles => {
  const known = new Map<string, Profile>()
  return {
    hear: note => {
      if (note.kind === 'profile') known.set(note.account, { name: note.name, imageUrl: note.imageUrl })
    },
    memory: {
      name: 'profiles',
      save: () => known,
      load: saved => {
        for (const [account, profile] of saved as ReadonlyMap<string, Profile>) known.set(account, profile)
      },
    },
    of: account => known.get(account) ?? PLAIN,
  }
}
