import {
  type FeedChange,
  type Frame,
  type Market,
  type MarketEvent,
  type MarketIndex,
  type OpenVenue,
  reconnecting,
  type SocketEvent,
  type Stamp,
  socket,
  type VenueParts,
} from 'oddsmith/venue'
import { defer, EMPTY, from, merge, mergeMap, type Observable, tap } from 'rxjs'
import type { EchoRequest } from './wire.js'

const VENUE = 'echo'

/** An event without its times. */
type Bare<E> = E extends MarketEvent ? Omit<E, keyof Stamp> : never

interface FeedOfMarkets {
  readonly markets: readonly Market[]
  /** How they change; absent: they do not. */
  readonly changes?: Observable<FeedChange> | undefined
  readonly onJoin: (market: Market) => void
}

/**
 * Public frames of markets. A connection brings everything in order and begins with whole books, so nothing is ever asked for again: what breaks is
 * told as an event of each market, and the next connection begins with `b` frames.
 */
export function createFeed(
  wsUrl: string,
  parts: VenueParts,
  { markets, changes = EMPTY, onJoin }: FeedOfMarkets,
): ReturnType<OpenVenue['feed']> {
  return defer(() => {
    const { wires, timings } = parts
    const here = new Map<MarketIndex, Market>(markets.map(market => [market.index, market]))
    const link: { send: ((text: string) => void) | null } = { send: null }
    const ask = (request: EchoRequest): void => link.send?.(JSON.stringify(request))
    const event = (bare: Bare<MarketEvent>, at = wires.clock.now()): Frame => {
      const receivedAt = wires.clock.now()
      return { source: 'feed', receivedAt, event: { ...bare, at, receivedAt } as MarketEvent }
    }
    const said = (heard: SocketEvent): readonly Frame[] => {
      switch (heard.kind) {
        case 'open':
          link.send = heard.send
          for (const { id } of here.values()) ask(['sub', id])
          return []
        case 'text':
          return [{ source: VENUE, receivedAt: heard.receivedAt, frame: heard.text }]
        case 'answered':
          // What was sent by then has come, in order: each book is the one that the venue has.
          return [...here.keys()].map(market => event({ kind: 'confirmed', market }, heard.askedAt))
        default:
          return heard satisfies never
      }
    }
    const lost = (error: unknown): readonly Frame[] => {
      link.send = null
      const why = error instanceof Error ? error.message : 'the link ended'
      return [...here.keys()].map(market => event({ kind: 'feed', market, state: 'lost', why }))
    }
    const follow = (change: FeedChange): readonly Frame[] => {
      switch (change.kind) {
        case 'join':
          return change.joins.map(({ market, stanza }) => {
            here.set(market.index, market)
            onJoin(market)
            return event({ kind: 'joined', market, ...(stanza !== null && { stanza }) })
          })
        case 'leave':
          return change.markets.map(market => {
            const gone = here.get(market)
            if (gone !== undefined) ask(['drop', gone.id])
            here.delete(market)
            return event({ kind: 'left', market })
          })
        case 'tell':
          return [event({ kind: 'market', market: change.market })]
        case 'forget':
          return []
        default:
          return change satisfies never
      }
    }
    /** The book of a market that joins comes behind the event that tells of it. */
    const subscribe = (frame: Frame): void => {
      if ('event' in frame && frame.event.kind === 'joined') ask(['sub', frame.event.market.id])
    }
    const frames = socket({ url: wsUrl, venue: VENUE, wires, probe: { everyMs: timings.probeEveryMs } }).pipe(
      mergeMap(heard => from(said(heard))),
    )
    const joins = changes.pipe(mergeMap(change => from(follow(change)).pipe(tap(subscribe))))
    return merge(joins, reconnecting(frames, { lost, wires }))
  })
}
