import type { z } from 'zod'
import { VenueError } from '../venue-error.js'
import { VENUE } from './topics.js'

/** Answers of the venue grow: a value that an enumeration does not know yet, or a field, is news and no fault. */
const GROWTH: ReadonlySet<string> = new Set(['invalid_value', 'unrecognized_keys'])

/** The value itself, once it has the documented shape. Throws a VenueError that names the first field that is missing or of another type. */
export const checkDocumented = (value: unknown, shape: z.ZodType, what: string): unknown => {
  const issue = shape.safeParse(value).error?.issues.find(({ code }) => !GROWTH.has(code))
  if (issue === undefined) return value
  throw new VenueError(`${what}: an answer of another shape at ${issue.path.join('.')}: ${issue.message}`, {
    venue: VENUE,
    retryable: true,
  })
}
