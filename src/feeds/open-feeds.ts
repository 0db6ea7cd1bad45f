import { concat, defer, filter, from, map, merge, Observable, Subject, type Subscription, throwError } from 'rxjs'
import type { MarketEvent } from '../model/event.js'
import type { Decoder, Frame } from '../model/frame.js'
import { createOnceAMinute } from '../model/once-a-minute.js'
import { reasonOf } from '../model/reason-of.js'
import type { Timestamp } from '../model/time.js'
import { reconnecting } from '../venues/wires/reconnecting.js'
import type { Wires } from '../venues/wires/wires.js'
import type { FeedVenue, ReadVenue } from './feed-definition.js'
import { createFeedParts, type FeedSurroundings } from './feed-parts.js'
import { type FeedToRead, readerOf } from './reader-of.js'
import { feedSource, type ReferenceReader, withReferences } from './reference-reader.js'

/** One entry of a config's `feeds`, loaded and checked. */
export interface ConfiguredFeed extends FeedToRead {
  /** A value older than this, in ms, is not trusted; null: no limit. */
  readonly silentMaxMs: number | null
}

export interface OpenFeedsOptions extends FeedSurroundings {
  readonly venue: FeedVenue & ReadVenue
  /** Called for a message that a feed could not read: once a minute for each feed, with the number of others since. */
  readonly onBad?: (name: string, error: unknown, others: number) => void
}

/** The feeds of a run. */
export interface OpenFeeds {
  /** Frames of all feeds, each with its feed as source. Never errors: a failure is an event. Subscribe once. */
  readonly frames: Observable<Frame>
  /** A decoder for these frames; `venue` decodes those of the venue. */
  readonly over: (venue: Decoder) => Decoder
  /** Ends the link of a feed with an error, as if its source had failed; it is opened again. */
  readonly fail: (name: string, error: unknown) => void
  /** Messages that could not be parsed, by feed. */
  readonly badTexts: () => Readonly<Record<string, number>>
}

/** Creates the feeds of a run; their links are opened when `frames` is subscribed to. */
export function openFeeds(feeds: readonly ConfiguredFeed[], options: OpenFeedsOptions): OpenFeeds {
  const { venue, onBad } = options
  const passes = createOnceAMinute()
  const readers = feeds.map(feed =>
    readerOf(feed, venue, (error, receivedAt) => {
      const others = passes(feed.name, receivedAt)
      if (others !== null) onBad?.(feed.name, error, others)
    }),
  )
  const failures = new Subject<Failure>()
  return {
    frames: merge(...feeds.map((feed, at) => framesOf(feed, readers[at]!, { ...options, failures }))),
    fail: (name, error) => failures.next({ name, error }),
    over: venue => withReferences(venue, readers),
    badTexts: () => Object.fromEntries(readers.map(({ name, bad }) => [name, bad])),
  }
}

interface Failure {
  readonly name: string
  readonly error: unknown
}

interface FramesOptions extends OpenFeedsOptions {
  readonly failures: Observable<Failure>
}

function framesOf(feed: ConfiguredFeed, reader: ReferenceReader, options: FramesOptions): Observable<Frame> {
  const { name, definition, config, silentMaxMs } = feed
  const { wires, failures } = options
  const { clock } = wires
  const source = feedSource(name)
  const parts = createFeedParts(name, options)
  const texts = defer(() => from(definition.open(config, parts)))
  const ended = throwError(() => new Error('the feed ended'))
  const failed = failures.pipe(
    filter(failure => failure.name === name),
    map(({ error }) => {
      throw error
    }),
  )
  const link = merge(failed, concat(texts, ended)).pipe(
    map((text): Frame => ({ source, receivedAt: clock.now(), frame: textOf(text) })),
  )
  let told = ''
  const lost = (error: unknown): readonly Frame[] => {
    const why = reasonWithCode(error)
    // An attempt that fails for the same reason as the last one is not reported again.
    if (why === told && !reader.isLive) return []
    told = why
    return [frameOf('lost', why)]
  }
  const frameOf = (state: 'suspect' | 'lost', why: string): Frame => {
    const receivedAt = clock.now()
    const event: MarketEvent = { kind: 'reference-feed', name, state, why, at: receivedAt, receivedAt }
    return { source, receivedAt, event }
  }
  const links = reconnecting(link, { lost, wires })
  if (silentMaxMs === null) return links
  const silent = silences({ reader, silentMaxMs, wires }).pipe(
    map(() => frameOf('suspect', `no value came for ${silentMaxMs / 1_000} s`)),
  )
  return merge(links, silent)
}

/** A plugin may emit anything. Only texts are the same in a replay, which reads them from the input log. */
function textOf(message: unknown): string {
  if (typeof message === 'string') return message
  throw new TypeError(`expected "open" to emit texts, found ${Buffer.isBuffer(message) ? 'bytes' : typeof message}`)
}

/** The message of an error, with the system's code of its cause, such as ECONNREFUSED. */
function reasonWithCode(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined
  const code = cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? ` (${cause.code})` : ''
  return reasonOf(error) + code
}

interface SilencesOptions {
  readonly reader: { readonly isLive: boolean; readonly heardAt: Timestamp }
  readonly silentMaxMs: number
  readonly wires: Pick<Wires, 'clock' | 'scheduler'>
}

/** Emits once, at the right time, whenever a live feed has had no value for too long. */
const silences = ({ reader, silentMaxMs, wires }: SilencesOptions): Observable<void> =>
  new Observable(subscriber => {
    let timer: Subscription
    const look = (): void => {
      const leftMs = (reader.heardAt - wires.clock.now()) / 1_000 + silentMaxMs
      if (leftMs <= 0 && reader.isLive) subscriber.next()
      // A feed that is dark may become live at any moment, so it cannot be silent before this time has passed.
      lookIn(leftMs > 0 ? leftMs : silentMaxMs)
    }
    const lookIn = (ms: number): void => {
      timer = wires.scheduler.schedule(look, Math.max(1, Math.ceil(ms)))
    }
    lookIn(silentMaxMs)
    return () => timer.unsubscribe()
  })
