import type { Hono } from 'hono'
import { DoorError } from './door-error.js'
import type { DoorParts } from './door-parts.js'
import { CODE_LIFE_MS } from './door-tokens.js'
import type { DoorEnvironment } from './guard-requests.js'
import { createKeptAnswers } from './kept-answers.js'
import { DOOR_OPERATIONS } from './operations.js'
import { readBody, readKey } from './read-body.js'
import { routeToken } from './route-token.js'
import type { Action, ActionAnswer } from './schemas-action.js'

/** Most actions that run at the same time. */
const ACTING_MAX = 32

/** Adds the operations that change something: actions, and how the page gets its token. */
export function routeActions(app: Hono<DoorEnvironment>, { tokens, history, act }: DoorParts): void {
  const kept = createKeptAnswers()
  let acting = 0
  const carryOut = async (who: string, key: string, action: Action): Promise<ActionAnswer> => {
    // The journal knows an action from before this door was opened, or whose answer was dropped, and it is not done again.
    const done = history.actionWith(key)
    if (done !== null)
      return { is: 'done', text: `done before, by ${done.who} at ${new Date(done.at / 1_000).toISOString()}: ${done.text}` }
    if (acting >= ACTING_MAX) throw new DoorError(429, 'busy', `${ACTING_MAX} actions are under way; wait for their answers`)
    acting++
    try {
      return await act(who, key, action)
    } finally {
      acting--
    }
  }
  app.post(DOOR_OPERATIONS.act.path, async context => {
    const key = readKey(context)
    const action = (await readBody(context, DOOR_OPERATIONS.act.body)) as Action
    const answer = await kept.of(key, JSON.stringify(action), () => carryOut(context.get('who') ?? '', key, action))
    if (answer === null)
      throw new DoorError(422, 'key_used', 'this Idempotency-Key was used for another action; take a new one')
    return context.json(answer, STATUS[answer.is])
  })
  app.post(DOOR_OPERATIONS.code.path, context => context.json({ code: tokens.code(), expiresInMs: CODE_LIFE_MS }))
  routeToken(app, tokens, '"oddsmith page" gives another one')
}

const STATUS = { done: 200, unsure: 202, confirm: 409, refused: 422 } as const
