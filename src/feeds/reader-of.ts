import type { z } from 'zod'
import type { FeedDefinition, ReadVenue } from './feed-definition.js'
import { ReferenceReader } from './reference-reader.js'

/** What it takes to read the frames of a feed. */
export interface FeedToRead {
  readonly name: string
  readonly definition: FeedDefinition<z.ZodType>
  /** As the definition's schema gives it. */
  readonly config: unknown
}

/** What reads the frames of a feed, without its link. */
export const readerOf = ({ name, definition, config }: FeedToRead, venue: ReadVenue): ReferenceReader =>
  new ReferenceReader(name, definition.reader(config, venue))
