import type { MarketEvent } from '../model/event.js'
import type { Decoder, Frame } from '../model/frame.js'
import type { Reading } from '../model/reading.js'
import { Timestamp } from '../model/time.js'
import type { FeedReader } from './feed-definition.js'

/** Prefix of the source of feed frames in input logs: `feed:<name>`. */
const PREFIX = 'feed:'
/** An unchanged value is emitted once a second, so that its age is known: most messages of a busy stream change nothing. In microseconds. */
const REPEAT_US = 1_000_000

/** The source of the frames of a feed. */
export const feedSource = (name: string): string => PREFIX + name

/** Called with what was wrong with a message, each time one cannot be read. */
export type BadMessage = (error: unknown, receivedAt: Timestamp) => void

/** A longer reason is cut off: it is in each status line. */
const WHY_MAX = 300

/** A plugin's reader may return anything. */
const isReading = (found: Partial<Record<'state' | 'why' | 'value' | 'at', unknown>>): boolean =>
  found.state === undefined
    ? Number.isFinite(found.value) && (found.at === undefined || Number.isFinite(found.at))
    : (found.state === 'suspect' || found.state === 'lost') && typeof found.why === 'string'

const isValue = (reading: Reading): reading is Extract<Reading, { readonly value: number }> =>
  !('state' in reading) || reading.state === undefined

/** Turns the frames of one feed into events. A run, its replay and an import of its log give the same events. Never throws. */
export class ReferenceReader {
  readonly name: string
  /** Messages that could not be parsed. */
  bad = 0
  /** When a message last gave a value; zero: never. */
  heardAt = Timestamp.ZERO
  readonly #read: FeedReader
  readonly #onBad: BadMessage
  /** As last emitted. */
  #state: 'live' | 'suspect' | 'lost' = 'lost'
  #why = ''
  #value = Number.NaN
  #toldAt = Timestamp.ZERO

  constructor(name: string, read: FeedReader, onBad: BadMessage = () => undefined) {
    this.name = name
    this.#read = read
    this.#onBad = onBad
  }

  get isLive(): boolean {
    return this.#state === 'live'
  }

  decode(frame: Frame): readonly MarketEvent[] {
    if (!('event' in frame)) return this.#take(this.#reading(frame.frame, frame.receivedAt), frame.receivedAt)
    const { event } = frame
    return event.kind === 'reference-feed' ? this.#take(event, frame.receivedAt) : []
  }

  #reading(text: string, receivedAt: Timestamp): Reading | null {
    try {
      const reading = this.#read(text, receivedAt)
      if (reading === null || (typeof reading === 'object' && isReading(reading))) return reading
      throw new TypeError(
        'expected { value } or { value, at } with numbers, { state, why } or null of its reader, found something else',
      )
    } catch (error) {
      this.bad++
      this.#onBad(error, receivedAt)
      return null
    }
  }

  #take(reading: Reading | null, receivedAt: Timestamp): readonly MarketEvent[] {
    if (reading === null) return []
    if (isValue(reading)) return this.#tellValue(reading, receivedAt)
    const { state } = reading
    const why = reading.why.slice(0, WHY_MAX)
    if (state === this.#state && why === this.#why) return []
    this.#state = state
    this.#why = why
    return [{ kind: 'reference-feed', name: this.name, state, why, at: receivedAt, receivedAt }]
  }

  #tellValue({ value, at }: Extract<Reading, { readonly value: number }>, receivedAt: Timestamp): readonly MarketEvent[] {
    this.heardAt = receivedAt
    if (this.isLive && value === this.#value && receivedAt < this.#toldAt + REPEAT_US) return []
    this.#state = 'live'
    this.#value = value
    this.#toldAt = receivedAt
    // The source's clock may be ahead of ours.
    const when = at === undefined ? receivedAt : Timestamp.min(at, receivedAt)
    return [{ kind: 'reference', name: this.name, value, at: when, receivedAt }]
  }
}

/** Decodes frames of the venue and of feeds, by their source. */
export function withReferences(venue: Decoder, readers: readonly ReferenceReader[]): Decoder {
  if (readers.length === 0) return venue
  const bySource = new Map(readers.map(reader => [feedSource(reader.name), reader]))
  return {
    decode: frame => {
      const reader = frame.source.startsWith(PREFIX) ? bySource.get(frame.source) : undefined
      return reader === undefined ? venue.decode(frame) : reader.decode(frame)
    },
  }
}
