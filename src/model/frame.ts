import type { MarketEvent } from './event.js'
import type { Timestamp } from './time.js'

/** A frame as received, for the input log; what the feed itself reports (suspect, lost) is an event. */
export type Frame = { readonly source: string; readonly receivedAt: Timestamp } & (
  | { readonly frame: string }
  | { readonly event: MarketEvent }
)

/** Turns frames into events. Remembers the last book of each market, so that a whole book becomes the levels that changed. */
export interface Decoder {
  /** The events of a frame, in their order. Throws where the frame cannot be read. */
  decode(frame: Frame): readonly MarketEvent[]
}
