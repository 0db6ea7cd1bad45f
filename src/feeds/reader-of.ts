import type { z } from 'zod'
import type { FeedDefinition, FeedReader, ReadVenue } from './feed-definition.js'
import { type BadMessage, ReferenceReader } from './reference-reader.js'

/** What is needed to read the frames of a feed. */
export interface FeedToRead {
  readonly name: string
  readonly definition: FeedDefinition<z.ZodType>
  /** Parsed by the definition's schema. */
  readonly config: unknown
}

/** Creates the reader of a feed's frames, without its link. Throws a TypeError if the feed returns none. */
export function readerOf({ name, definition, config }: FeedToRead, venue: ReadVenue, onBad?: BadMessage): ReferenceReader {
  const read: unknown = definition.reader(config, venue)
  if (typeof read !== 'function') throw new TypeError(`expected "reader" to return a function, found ${typeof read}`)
  return new ReferenceReader(name, read as FeedReader, onBad)
}
