import { DoorError } from './door-error.js'
import type { FromDoor } from './door-messages.js'
import type { Action, ActionAnswer } from './schemas-action.js'

/** Actions that the trading thread is carrying out. */
export interface PendingActions {
  act(who: string, key: string, action: Action): Promise<ActionAnswer>
  answered(id: number, answer: ActionAnswer): void
  /** The run is over: pending actions fail. */
  end(why: string): void
}

/** The trading thread waits ten seconds for the venue's list, and needs a little more itself. */
const ANSWER_MS = 14_000

/** Creates it without pending actions. */
export function createPendingActions(say: (message: FromDoor) => void): PendingActions {
  const waiting = new Map<number, (answer: ActionAnswer) => void>()
  let last = 0
  return {
    act: (who, key, action) =>
      new Promise((resolve, reject) => {
        const id = ++last
        const late = setTimeout(() => {
          waiting.delete(id)
          reject(
            new DoorError(
              504,
              'no_answer',
              'the trading thread did not answer; the same key asks again and does it once at the most',
            ),
          )
        }, ANSWER_MS)
        waiting.set(id, answer => {
          clearTimeout(late)
          waiting.delete(id)
          resolve(answer)
        })
        say({ kind: 'act', id, who, key, action })
      }),
    answered: (id, answer) => waiting.get(id)?.(answer),
    end: why => {
      for (const answer of waiting.values()) answer({ is: 'unsure', text: `the run ended: ${why}`, open: null })
    },
  }
}
