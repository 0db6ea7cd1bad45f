import type { Context } from 'hono'
import type { z } from 'zod'
import { DoorError } from './door-error.js'

const KEY = /^[\x21-\x7e]{1,100}$/

/** The key of an action, by which it is done once. Throws a `DoorError` if it is missing. */
export function readKey(context: Context): string {
  const key = context.req.header('idempotency-key') ?? ''
  if (KEY.test(key)) return key
  throw new DoorError(
    400,
    'no_key',
    'expected the header Idempotency-Key: 1 to 100 visible characters, new ones for each action',
  )
}

/** The checked body of a request. Rejects with a `DoorError` that names the field. */
export async function readBody(context: Context, schema: z.ZodType | null): Promise<unknown> {
  const result = schema?.safeParse(await jsonOf(context))
  if (result?.success === true) return result.data
  const [issue] = result?.error.issues ?? []
  throw new DoorError(400, 'invalid', `the body: ${[...(issue?.path ?? [])].join('.')}: ${issue?.message}`)
}

async function jsonOf(context: Context): Promise<unknown> {
  const type = context.req.header('content-type') ?? ''
  // A page of another site can send text and forms without permission, but not JSON.
  if (!type.startsWith('application/json')) throw new DoorError(400, 'invalid', 'expected "Content-Type: application/json"')
  try {
    return JSON.parse(await context.req.text())
  } catch (error) {
    if (error instanceof DoorError) throw error
    throw new DoorError(400, 'invalid', 'expected a body of JSON')
  }
}
