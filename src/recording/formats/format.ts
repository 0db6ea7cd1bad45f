import type { MarketId, MarketIndex } from '../../model/ids.js'
import type { Market } from '../../model/market.js'
import type { Timestamp } from '../../model/time.js'
import type { ClockOffset } from '../columns/clock-offset.js'
import type { Coverage } from '../columns/coverage.js'
import type { LogDecoders } from '../log/log-decoders.js'
import type { OwnChange } from '../log/own-orders.js'
import type { EventGroup } from './event-source.js'

/** A format of recorded market data. */
export interface Format {
  /** Name used in commands and messages. */
  readonly name: string
  /** Whether a file's first line matches this format. */
  readonly isFormat: (line: string) => boolean
  /** Examines files of this format and returns their inputs; files that continue each other are one input. Input logs need `decoders`. */
  readonly open: (files: readonly string[], decoders?: LogDecoders) => Promise<readonly Input[]>
}

/** One stream of events of a format, not read yet. */
export interface Input {
  /** As known at the start; their indexes are not those of the recording. */
  readonly markets: readonly Market[]
  /** Arrival time of its first line. */
  readonly startsAt: Timestamp
  /** True: books are periodic snapshots, for reference only; orders are never filled against them. */
  readonly isReference: boolean
  /** True: the fees of its markets come from the recording or from what the venue publishes. False: they are placeholders. */
  readonly knowsFees: boolean
  /** Files that a reader thread may open again and read, if that pays; all files of this input. */
  readonly files?: readonly string[]
  /** Markets whose recorded books may contain the recorder's own orders; known once everything is read. */
  quoted(): readonly MarketId[]
  /** Markets from whose books the recorder's own orders were subtracted; known once everything is read. Default: none. */
  netted?(): readonly MarketId[]
  /** All event groups; may be called once. */
  read(options: ReadOptions): AsyncGenerator<EventGroup>
}

/** What a reader of an input is given. */
export interface ReadOptions {
  /** The market's index in the recording. */
  readonly indexOf: (id: MarketId) => MarketIndex
  /** Adds a market that the input did not begin with and returns its index in the recording. Absent: no market can join. */
  readonly join?: (market: Market) => MarketIndex
  /** Counters that grow as lines are read. */
  readonly coverage: Coverage
  /** Called once with the offset between the venue's clock and the arrival clock, if lines have both times; null: too few lines do. */
  readonly tellClock?: (clock: ClockOffset | null) => void
  /** What a run's orders did to the books during this recording, ordered by arrival; for logs that do not contain those orders. */
  readonly ownChanges?: readonly OwnChange[]
}

/** For an input whose recorder had no orders. */
export const notQuoted = (): readonly MarketId[] => []
