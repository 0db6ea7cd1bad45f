import type { ActionAnswer } from './schemas-action.js'

/** Has each action done once, however often it is sent: a repeat with its key gets the first one's answer. */
export interface KeptAnswers {
  /** `act` is called where the key is new. null: the key was used for another action. */
  of(key: string, action: string, act: () => Promise<ActionAnswer>): Promise<ActionAnswer | null>
}

const KEYS_MAX = 1_000

/** Begins with none. The oldest is forgotten beyond a thousand; the journal names its key all the same. */
export function createKeptAnswers(): KeptAnswers {
  const kept = new Map<string, { readonly action: string; readonly answer: Promise<ActionAnswer> }>()
  return {
    of: async (key, action, act) => {
      const known = kept.get(key)
      if (known !== undefined) return known.action === action ? known.answer : null
      const answer = act()
      kept.set(key, { action, answer })
      for (const oldest of kept.keys()) if (kept.size > KEYS_MAX) kept.delete(oldest)
      const given = await answer.catch((error: unknown) => {
        kept.delete(key)
        throw error
      })
      // What was only asked back, or not done, may be sent again with the same key.
      if (given.is === 'confirm' || given.is === 'refused') kept.delete(key)
      return given
    },
  }
}
