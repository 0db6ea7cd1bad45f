import { concat, defer, EMPTY, filter, from, merge, mergeMap, type Observable, Subject, takeWhile } from 'rxjs'
import type { Frame } from '../../model/frame.js'
import type { MarketIndex } from '../../model/ids.js'
import type { Market } from '../../model/market.js'
import { FrameSource } from '../../protocol/decode.js'
import { bookPushId } from '../../protocol/scan-book.js'
import type { FeedChange } from '../venue.js'
import { type FeedOptions, marketFeed } from './market-feed.js'
import { eventFrame } from './silent-books.js'

/**
 * The feed of a changing set of markets. Markets that join together get a feed of their own, after the events that announce them; it ends when the
 * last of them has left. Nothing more is emitted for a market that left.
 */
export const followingFeed = (
  options: FeedOptions,
  markets: readonly Market[],
  changes: Observable<FeedChange>,
): Observable<Frame> =>
  defer(() => {
    const { wires, registry } = options
    const leaving = new Subject<MarketIndex>()
    const group = (members: readonly Market[]): Observable<Frame> => membersFeed(options, members, leaving)
    const follow = (change: FeedChange): Observable<Frame> => {
      switch (change.kind) {
        case 'join': {
          for (const { market } of change.joins) registry.join(market)
          const joined = change.joins.map(({ market, stanza }) =>
            eventFrame(wires, { kind: 'joined', market, ...(stanza !== null && { stanza }) }),
          )
          return concat(from(joined), group(change.joins.map(({ market }) => market)))
        }
        case 'leave':
          for (const index of change.markets) leaving.next(index)
          return from(change.markets.map(market => eventFrame(wires, { kind: 'left', market })))
        case 'forget':
          for (const index of change.markets) registry.forget(index)
          return EMPTY
        case 'tell':
          return from([eventFrame(wires, { kind: 'market', market: change.market })])
        default:
          return change satisfies never
      }
    }
    return merge(markets.length === 0 ? EMPTY : group(markets), changes.pipe(mergeMap(follow)))
  })

/** A feed of some markets, without those that have left since. */
const membersFeed = (options: FeedOptions, members: readonly Market[], leaving: Observable<MarketIndex>): Observable<Frame> =>
  defer(() => {
    const here = new Map(members.map(({ id, index }) => [String(id), index]))
    const indexes = new Set(members.map(({ index }) => index))
    const departures = leaving.pipe(
      filter(index => indexes.delete(index)),
      mergeMap(index => {
        for (const [id, own] of here) if (own === index) here.delete(id)
        return from([null])
      }),
    )
    const isOfMember = (frame: Frame): boolean => {
      if ('event' in frame) {
        const { event } = frame
        return 'market' in event && event.kind !== 'market' && event.kind !== 'joined' && indexes.has(event.market)
      }
      const book = frame.source === FrameSource.SOCKET ? bookPushId(frame.frame) : null
      return book === null || here.has(book)
    }
    return merge(marketFeed(options, members).pipe(filter(isOfMember)), departures).pipe(
      takeWhile(() => indexes.size > 0),
      filter(frame => frame !== null),
    )
  })
