import type { AskedAct, AskedAnswer } from '../../../keeper/messages.js'
import type { Action, ActionAnswer } from '../../../operator/schemas-action.js'
import type { Carrier } from './carry-out.js'

/** What the keeper hands on to its daemon: a person asked the keeper, because the daemon's door did not answer. */
export interface HandedActs {
  take(act: AskedAct): void
  /** From here on they are carried out; what came before is carried out first. */
  serve(carrier: Carrier): void
}

const WAITING_MAX = 20

/** Keeps what comes before the run can do it. */
export function createHandedActs(say: (answer: AskedAnswer) => void): HandedActs {
  let carrier: Carrier | null = null
  let waiting: AskedAct[] = []
  const carryOut = async (act: AskedAct): Promise<void> => {
    if (carrier === null) return
    const { who, key } = act
    say(askedAnswer(key, await carrier.act({ who, key }, actionOf(act))))
  }
  return {
    take: act => {
      if (carrier !== null) void carryOut(act)
      else if (waiting.length < WAITING_MAX) waiting.push(act)
    },
    serve: given => {
      carrier = given
      for (const act of waiting) void carryOut(act)
      waiting = []
    },
  }
}

export const actionOf = ({ what }: Pick<AskedAct, 'what'>): Action =>
  what === 'resume' ? { do: 'resume', scope: 'all' } : { do: what }

const askedAnswer = (key: string, answer: ActionAnswer): AskedAnswer => ({
  key,
  is: answer.is === 'confirm' ? 'refused' : answer.is,
  text: answer.text,
  open: 'open' in answer ? (answer.open ?? null) : null,
})
