import type { Observable } from 'rxjs'
import type { LiveListener, LiveSource, StopSource } from '../model/live-source.js'
import type { MarketFilter, MarketsWanted } from '../model/markets-wanted.js'
import { reasonOf } from '../model/reason-of.js'
import type { RunClock } from '../model/time.js'
import type { FeedChange, Venue } from '../venues/venue.js'
import { RefusedError, VenueError } from '../venues/venue-error.js'
import { type Follower, followMarkets } from './follow-markets.js'
import { isFollowing, marketsAtStart, type StanzaMarket } from './markets-at-start.js'
import { patientRead } from './patient-read.js'
import type { RunNotice } from './run-notice.js'

export interface VenueSourceOptions {
  /** Only public data are requested; it has no wallet. */
  readonly venue: Pick<Venue, 'markets' | 'definitions' | 'survey' | 'feed' | 'decoder'>
  readonly name: string
  readonly wanted: MarketsWanted
  /** How often the list of open markets is read, in ms. */
  readonly marketsEveryMs: number
  /** If the venue does not answer at the start, it is asked again for this many seconds; 0: it is asked once. */
  readonly startWithinSeconds: number
  readonly clock: RunClock
}

/** Quiet books are compared fifty at a time, thirty times a minute, so 200 are confirmed within eight seconds: before they count as dark. */
const MARKETS_MAX = 200

/** A venue's public feed for the markets of a query, for a crowd that follows it. */
export const createVenueSource = (options: VenueSourceOptions): LiveSource => ({
  name: options.name,
  start: async listener => {
    const wanted = [wantedHere(options.wanted)]
    return follow(options, wanted, await reach(options, wanted, listener), listener)
  },
})

/** A market that is followed stays until it is over: shares in it must be paid by its result. */
function wantedHere(wanted: MarketsWanted): MarketsWanted {
  if (isIds(wanted)) return wanted
  const filter: MarketFilter = wanted === 'all' ? { rankBy: 'volume' } : wanted
  return { ...filter, max: Math.min(filter.max ?? MARKETS_MAX, MARKETS_MAX), keepSeconds: Number.POSITIVE_INFINITY }
}

const isIds = (wanted: MarketsWanted): wanted is readonly string[] => Array.isArray(wanted)

/** The first markets. A venue that does not answer is asked again; a refusal is final. */
async function reach(
  options: VenueSourceOptions,
  wanted: readonly MarketsWanted[],
  listener: LiveListener,
): Promise<readonly StanzaMarket[]> {
  const { name, startWithinSeconds, clock } = options
  const notice: RunNotice = (_level, text, fields) => listener.notice(text, fields)
  const venueName = `the venue that the crowd follows, ${name},`
  try {
    return await patientRead(() => begin(options, wanted, listener), { notice, clock, venueName, startWithinSeconds })
  } catch (error) {
    if (error instanceof VenueError && !(error instanceof RefusedError)) throw error
    throw new Error(refusalWords(venueName, error), { cause: error })
  }
}

/** One market that the venue no longer knows must not prevent the others. */
async function begin(
  { venue, clock }: VenueSourceOptions,
  wanted: readonly MarketsWanted[],
  listener: LiveListener,
): Promise<readonly StanzaMarket[]> {
  const held = listener.owed()
  try {
    return await marketsAtStart(venue, { wanted, held, clock })
  } catch (error) {
    if (held.length === 0 || !isUnknown(error)) throw error
    return marketsAtStart(venue, { wanted, held: await stillThere(venue, listener), clock })
  }
}

const isUnknown = (error: unknown): boolean => error instanceof RefusedError && error.status === 404

const refusalWords = (venueName: string, error: unknown): string => {
  const why = reasonOf(error)
  const isKey = error instanceof RefusedError && (error.status === 401 || error.status === 403)
  return isKey
    ? `${venueName} refuses the API key: check apiKey of the crowd (${why})`
    : `${venueName} refuses the request: ${why}`
}

/** Of the markets with owed results, those that the venue still knows: a missing one must not prevent the others. */
async function stillThere(venue: VenueSourceOptions['venue'], listener: LiveListener): Promise<readonly string[]> {
  const found: string[] = []
  for (const id of listener.owed()) {
    try {
      const [market] = await venue.definitions([id])
      if (market !== undefined) found.push(id)
    } catch (error) {
      if (!isUnknown(error)) throw error
      listener.notice('the venue does not know a market any more', { market: id })
    }
  }
  return found
}

function follow(
  { venue, marketsEveryMs, clock }: VenueSourceOptions,
  wanted: readonly MarketsWanted[],
  begun: readonly StanzaMarket[],
  listener: LiveListener,
): StopSource {
  const markets = begun.map(({ market }) => market)
  const follower = isFollowing(wanted)
    ? followMarkets({
        ...{ venue, wanted, clock, markets: begun, everyMs: marketsEveryMs },
        held: () => listener.owed(),
        notice: (_level, text, fields) => listener.notice(text, fields),
      })
    : null
  const now = clock.now()
  listener.hear(markets.map(market => ({ kind: 'joined', market, at: now, receivedAt: now })))
  const subscription = listen(venue, { markets, changes: follower?.changes, follower, listener })
  return () => {
    follower?.stop()
    subscription.unsubscribe()
  }
}

interface Listening {
  readonly markets: readonly StanzaMarket['market'][]
  readonly changes: Observable<FeedChange> | undefined
  readonly follower: Follower | null
  readonly listener: LiveListener
}

function listen(venue: VenueSourceOptions['venue'], { markets, changes, follower, listener }: Listening) {
  const decoder = venue.decoder(markets)
  return venue.feed(markets, changes).subscribe({
    next: frame => {
      const events = decoder.decode(frame)
      if (events.length > 0) listener.hear(events)
      // Nothing is kept for a market that left.
      for (const event of events) if (event.kind === 'left') follower?.onTurn({ left: [event.market] })
    },
    error: (error: unknown) => listener.ended(reasonOf(error)),
    complete: () => listener.ended('the feed ended'),
  })
}
