import type { Decoder } from '../../model/frame.js'
import type { Market } from '../../model/market.js'
import { RecordingError } from '../columns/recording-error.js'
import type { LogHeader } from './log-record.js'

/** Makes the decoder of a venue, for the markets of a log. */
export type MakeDecoder = (markets: readonly Market[]) => Decoder

/** Finds the decoder for a log's frames by its header: of its venue and of its feeds. Rejects if there is none. */
export type LogDecoders = (header: Pick<LogHeader, 'venue' | 'venuePlace' | 'feeds'>) => Promise<MakeDecoder>

/** Finds decoders of built-in venues only; the caller loads plugins and feeds. */
export const builtInDecoders: LogDecoders = async ({ venue, venuePlace }) => {
  if (venue === 'predict' && venuePlace === undefined) return (await import('../../protocol/decode.js')).createDecoder
  const whose = venuePlace === undefined ? '' : ` (${venuePlace.name})`
  throw new RecordingError(`this input log is of venue ${venue}${whose}, which does not come with the package: import it first`)
}
