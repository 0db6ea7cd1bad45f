import { type FeedToRead, readerOf } from '../../feeds/reader-of.js'
import { withReferences } from '../../feeds/reference-reader.js'
import { RecordingError } from '../../recording/columns/recording-error.js'
import { builtInDecoders, type LogDecoders } from '../../recording/log/log-decoders.js'
import type { LoggedFeed } from '../../recording/log/log-record.js'
import { ExitError } from './exit.js'
import { loadFeed } from './load-feeds.js'
import { folderOfLogged } from './load-plugin.js'
import { loadVenue } from './load-venue.js'
import { readVenue } from './read-venue.js'

/** Finds the decoders of a log's frames: that of its venue, and those of its feeds, from the code that the run used. */
export const runDecoders: LogDecoders = async header => {
  const { venue, venuePlace, feeds = [] } = header
  const makeDecoder = await venueDecoders(header)
  if (feeds.length === 0) return makeDecoder
  const { name, folder } = venuePlace ?? { name: venue, folder: null }
  const read = readVenue(await loadVenue(name, folderOfLogged(name, folder)))
  const known = await Promise.all(feeds.map(found))
  return markets =>
    withReferences(
      makeDecoder(markets),
      known.map(feed => readerOf(feed, read)),
    )
}

async function found({ name, source, folder, config }: LoggedFeed): Promise<FeedToRead> {
  try {
    return { name, config, definition: await loadFeed(source, folderOfLogged(source, folder)) }
  } catch (error) {
    if (!(error instanceof ExitError)) throw error
    throw new RecordingError(`the input log has the feed ${name}, which cannot be read: ${error.message}`)
  }
}

/** Finds the decoder of a log's venue: a built-in one by its name, a plugin by the place that the run recorded. */
export const venueDecoders: LogDecoders = async header => {
  const { venue, venuePlace } = header
  if (venuePlace === undefined) return builtInDecoders(header)
  try {
    const { name, folder } = venuePlace
    const definition = await loadVenue(name, folderOfLogged(name, folder))
    return markets => definition.decoder(markets)
  } catch (error) {
    if (!(error instanceof ExitError)) throw error
    throw new RecordingError(`the input log is of venue ${venue}, whose decoder cannot be loaded: ${error.message}`)
  }
}
