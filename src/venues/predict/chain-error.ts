import { VenueError } from '../venue-error.js'
import { VENUE } from './topics.js'

/** An error of what was to be done on the chain; trying it again would not help. */
export const chainError = (why: string, cause?: unknown): VenueError =>
  new VenueError(why, { venue: VENUE, retryable: false, cause })
