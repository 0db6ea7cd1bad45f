import type { ActionAnswer } from './schemas-action.js'

/** Carries out each action once, however often it is sent: a repeat with the same key gets the first answer. */
export interface KeptAnswers {
  /** Calls `act` for a new key. null: the key was used for another action. */
  of(key: string, action: string, act: () => Promise<ActionAnswer>): Promise<ActionAnswer | null>
}

const KEYS_MAX = 1_000

/** Begins empty. Beyond a thousand answers, the oldest is dropped; the journal still knows its key. */
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
      // If the answer was a question or nothing was done, the same key may be sent again.
      if (given.is === 'confirm' || given.is === 'refused') kept.delete(key)
      return given
    },
  }
}
