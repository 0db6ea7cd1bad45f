import type { Context } from 'hono'
import { JournalError } from '../journal/journal-error.js'
import { reasonOf } from '../model/reason-of.js'
import { DoorError } from './door-error.js'

/** Answers a failed request with the error and what to do. Trading is not affected. */
export function answerRefusal(context: Context, error: unknown): Response {
  const known = doorErrorOf(error)
  if (known.status === 401) context.header('WWW-Authenticate', 'Bearer')
  return context.json({ error: known.word, text: known.message }, known.status)
}

function doorErrorOf(error: unknown): DoorError {
  if (error instanceof DoorError) return error
  if (error instanceof JournalError) return new DoorError(503, 'journal', `${error.message}; the run goes on, try again`)
  return new DoorError(500, 'failed', `the door failed: ${reasonOf(error)}`)
}

/** `known`: where a caller finds all operations. */
export const unknownPath = (path: string, known: string): DoorError =>
  new DoorError(404, 'not_found', `there is nothing at ${path.slice(0, 200)}; ${known}`)
