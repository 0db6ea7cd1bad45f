import { RecordingError } from '../../recording/columns/recording-error.js'
import { builtInDecoders, type LogDecoders } from '../../recording/log/log-decoders.js'
import { ExitError } from './exit.js'
import { loadVenue } from './load-venue.js'

/** Finds the decoder of the venue of a log: a built-in one by its name, another one where the run found its code. */
export const venueDecoders: LogDecoders = async header => {
  const { venue, venuePlace } = header
  if (venuePlace === undefined) return builtInDecoders(header)
  try {
    const definition = await loadVenue(venuePlace.name, venuePlace.folder)
    return markets => definition.decoder(markets)
  } catch (error) {
    if (!(error instanceof ExitError)) throw error
    throw new RecordingError(`the input log is of venue ${venue}, whose decoder cannot be loaded: ${error.message}`)
  }
}
