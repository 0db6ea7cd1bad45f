import type { AskedAct, AskedAnswer } from '../../../keeper/messages.js'
import type { Action, ActionAnswer } from '../../../operator/schemas-action.js'
import type { Carrier } from './carry-out.js'

/** Actions that the keeper passes on to its daemon: a person asked the keeper, because the daemon's door did not answer. */
export interface HandedActs {
  take(act: AskedAct): void
  /** From now on they are carried out, earlier ones first. */
  serve(carrier: Carrier): void
}

const WAITING_MAX = 20

/** Keeps actions until the run can carry them out. */
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

const actionOf = ({ what }: Pick<AskedAct, 'what'>): Action =>
  what === 'resume' ? { do: 'resume', scope: 'all' } : { do: what }

const askedAnswer = (key: string, answer: ActionAnswer): AskedAnswer => ({
  key,
  is: answer.is === 'confirm' ? 'refused' : answer.is,
  text: answer.text,
  open: 'open' in answer ? (answer.open ?? null) : null,
})
