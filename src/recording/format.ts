import type { MarketId, MarketIndex } from '../model/ids.js'
import type { Market } from '../model/market.js'
import type { Timestamp } from '../model/time.js'
import type { Coverage } from './coverage.js'
import type { EventGroup } from './event-source.js'
import type { LogDecoders } from './log-decoders.js'
import type { OwnChange } from './own-orders.js'
import type { VenueClock } from './venue-clock.js'

/** What somebody writes market data as. */
export interface Format {
  /** As a person names it. */
  readonly name: string
  /** Whether the first line of a file looks like it. */
  readonly isFormat: (line: string) => boolean
  /** Looks into files of this format and says what they hold; files that go on from each other are one input. Input logs need `decoders`. */
  readonly open: (files: readonly string[], decoders?: LogDecoders) => Promise<readonly Input[]>
}

/** One stream of a format, not read yet. */
export interface Input {
  /** As known at its beginning; their indexes are not those of the recording. */
  readonly markets: readonly Market[]
  /** The arrival of its first line. */
  readonly startsAt: Timestamp
  /** A picture taken now and then: good to look at, not to be filled against. */
  readonly isReference: boolean
  /** Whether its markets' fees are the venue's own words, in the recording or as published; else they are a placeholder. */
  readonly knowsFees: boolean
  /** The files that a thread of its own may open again and read, where that is worth it; these are all of this input. */
  readonly files?: readonly string[]
  /** Markets in whose recorded books orders of the recorder may stand; known once all is read. */
  quoted(): readonly MarketId[]
  /** Markets from whose books the recorder's orders were taken out; known once all is read. Default: none. */
  netted?(): readonly MarketId[]
  /** Reads it once. */
  read(options: ReadOptions): AsyncGenerator<EventGroup>
}

export interface ReadOptions {
  /** A market's place in the recording. */
  readonly indexOf: (id: MarketId) => MarketIndex
  /** Takes in a market that the input did not begin with: answers its place in the recording. Absent: the input has none. */
  readonly join?: (market: Market) => MarketIndex
  /** Grows as lines are read. */
  readonly coverage: Coverage
  /** Told once how the venue's clock stands to that of the arrivals, where both are on the lines; null: too few lines say it. */
  readonly tellClock?: (clock: VenueClock | null) => void
  /** What the orders of a run did to the books meanwhile, for logs that do not tell it themselves; in the order of their arrival. */
  readonly ownChanges?: readonly OwnChange[]
}

/** An input in which nobody of ours quoted. */
export const notQuoted = (): readonly MarketId[] => []
