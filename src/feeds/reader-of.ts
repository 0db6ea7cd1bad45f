import type { z } from 'zod'
import type { FeedDefinition, ReadVenue } from './feed-definition.js'
import { type BadMessage, ReferenceReader } from './reference-reader.js'

/** What is needed to read the frames of a feed. */
export interface FeedToRead {
  readonly name: string
  readonly definition: FeedDefinition<z.ZodType>
  /** Parsed by the definition's schema. */
  readonly config: unknown
}

/** Creates the reader of a feed's frames, without its link. */
export const readerOf = ({ name, definition, config }: FeedToRead, venue: ReadVenue, onBad?: BadMessage): ReferenceReader =>
  new ReferenceReader(name, definition.reader(config, venue), onBad)
