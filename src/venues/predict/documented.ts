import type { z } from 'zod'
import { VenueError } from '../venue-error.js'
import { VENUE } from './topics.js'

/** The venue's answers grow: an unknown field or enumeration value is not an error. */
const GROWTH: ReadonlySet<string> = new Set(['invalid_value', 'unrecognized_keys'])

/** Returns the value itself if it has the documented shape. Throws a VenueError that names the first field that is missing or has the wrong type. */
export const checkDocumented = (value: unknown, shape: z.ZodType, what: string): unknown => {
  const issue = shape.safeParse(value).error?.issues.find(({ code }) => !GROWTH.has(code))
  if (issue === undefined) return value
  throw new VenueError(`${what}: an answer of another shape at ${issue.path.join('.')}: ${issue.message}`, {
    venue: VENUE,
    retryable: true,
  })
}
