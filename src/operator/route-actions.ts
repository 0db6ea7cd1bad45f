import type { Context, Hono } from 'hono'
import { DoorError } from './door-error.js'
import type { DoorParts } from './door-parts.js'
import { CODE_LIFE_MS } from './door-tokens.js'
import type { DoorEnvironment } from './guard-requests.js'
import { createKeptAnswers } from './kept-answers.js'
import { OPERATIONS } from './operations.js'
import type { Action, ActionAnswer } from './schemas-action.js'

const KEY = /^[\x21-\x7e]{1,100}$/
/** Actions that are carried out at one time. */
const ACTING_MAX = 32

/** Adds what changes something: actions, and how the page gets its token. */
export function routeActions(app: Hono<DoorEnvironment>, { tokens, history, act }: DoorParts): void {
  const kept = createKeptAnswers()
  let acting = 0
  const carryOut = async (who: string, key: string, action: Action): Promise<ActionAnswer> => {
    // One that was done before this door was opened, or whose answer is forgotten, is not done again.
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
  app.post(OPERATIONS.act.path, async context => {
    const key = context.req.header('idempotency-key') ?? ''
    if (!KEY.test(key))
      throw new DoorError(
        400,
        'no_key',
        'expected the header Idempotency-Key: 1 to 100 visible characters, new ones for each action',
      )
    const action = read(OPERATIONS.act.body, await bodyOf(context)) as Action
    const answer = await kept.of(key, JSON.stringify(action), () => carryOut(context.get('who') ?? '', key, action))
    if (answer === null)
      throw new DoorError(422, 'key_used', 'this Idempotency-Key was used for another action; take a new one')
    return context.json(answer, STATUS[answer.is])
  })
  app.post(OPERATIONS.code.path, context => context.json({ code: tokens.code(), expiresInMs: CODE_LIFE_MS }))
  app.post(OPERATIONS.token.path, async context => {
    const { code } = read(OPERATIONS.token.body, await bodyOf(context)) as { code: string }
    const token = tokens.redeem(code)
    if (token === null)
      throw new DoorError(
        403,
        'wrong_code',
        'this code is wrong, used, or older than a minute; "oddsmith page" gives another one',
      )
    return context.json({ token })
  })
}

const STATUS = { done: 200, unsure: 202, confirm: 409, refused: 422 } as const

async function bodyOf(context: Context): Promise<unknown> {
  const type = context.req.header('content-type') ?? ''
  // A page of another site can send texts and forms without being asked, and JSON it cannot.
  if (!type.startsWith('application/json')) throw new DoorError(400, 'invalid', 'expected "Content-Type: application/json"')
  try {
    return JSON.parse(await context.req.text())
  } catch (error) {
    if (error instanceof DoorError) throw error
    throw new DoorError(400, 'invalid', 'expected a body of JSON')
  }
}

function read(schema: (typeof OPERATIONS)[keyof typeof OPERATIONS]['body'], body: unknown): unknown {
  const result = schema?.safeParse(body)
  if (result?.success === true) return result.data
  const [issue] = result?.error.issues ?? []
  throw new DoorError(400, 'invalid', `the body: ${[...(issue?.path ?? [])].join('.')}: ${issue?.message}`)
}
