import {
  catchError,
  defer,
  EMPTY,
  filter,
  from,
  ignoreElements,
  interval,
  merge,
  mergeMap,
  type Observable,
  of,
  retry,
  Subject,
  switchMap,
  tap,
  throwError,
} from 'rxjs'
import { parseJson } from '../../model/parse-json.js'
import type { Report } from '../../model/report.js'
import { socketSchema, walletEventSchema } from '../../protocol/wire.js'
import type { Notice } from '../notice.js'
import { VenueError } from '../venue-error.js'
import { snapshotFirst } from '../wires/snapshot-first.js'
import type { Wires } from '../wires/wires.js'
import { createFillReader, type FillReader } from './fill-reader.js'
import type { SnapshotOptions } from './read-snapshot.js'
import { readSnapshot } from './read-snapshot.js'
import type { ForeignEvent } from './tell-foreign.js'
import { type LinkEvidence, type TopicChange, type TopicEvent, topics, VENUE } from './topics.js'
import type { WalletLogin } from './wallet-login.js'
import { walletReport } from './wallet-reports.js'

export interface WalletLinkOptions {
  readonly wsUrl: string
  readonly apiKey: string
  readonly link: LinkEvidence
  readonly wires: Wires
  readonly session: WalletLogin
  readonly snapshot: SnapshotOptions
  readonly onNotice: Notice
  /** A report is missing: until the matches were read, this link's information is incomplete. */
  readonly renewals: Observable<void>
  /** Called for each settlement event. */
  readonly onActivity: () => void
  /** Called for each event that this run did not cause. */
  readonly onForeign: (event: ForeignEvent) => void
  readonly onLive: () => void
  /** Called when the server announces that it will end this link. */
  readonly onLeaving: (graceMs: number) => void
}

/** The topic's name contains the token, so it must not leave this file. */
const topicOf = (token: string): string => `predictWalletEvents/${token}`

/** How often the topic's token is compared with the session's: renewal is early, so the old one is still valid. */
const TOKEN_CHECK_MS = 1_000
const FILLS_CHECK_MS = 2_000

/**
 * One life of the wallet's topic: `link live`, the snapshot, then events. A login that the venue revoked is made again at once. Errors with a
 * VenueError when it ends.
 */
export const walletLink = (options: WalletLinkOptions): Observable<Report> => {
  let refused: string | null = null
  return defer(() => from(freshToken(options.session, refused))).pipe(
    mergeMap(token =>
      topicLink(options, token).pipe(
        tap({
          error: (error: unknown) => {
            refused = error instanceof RefusedTopicError ? token : null
          },
        }),
      ),
    ),
    retry({ count: 1, delay: (error: unknown) => (error instanceof RefusedTopicError ? of(true) : throwError(() => error)) }),
  )
}

/** The topic was refused: its token is no longer valid. */
class RefusedTopicError extends VenueError {}

/** A token other than the refused one. */
const freshToken = async (session: WalletLogin, refused: string | null): Promise<string> => {
  const token = await session.token()
  return token === refused ? session.renew() : token
}

const topicLink = (options: WalletLinkOptions, token: string): Observable<Report> =>
  defer(() => {
    const reader = createFillReader({ clock: options.wires.clock, snapshot: options.snapshot })
    const changes = new Subject<(change: TopicChange) => void>()
    // Some venues leave fills out of all events; that is noticed once for each link.
    let isUnreadTold = false
    const onUnread = (type: string): void => {
      if (!isUnreadTold) options.onNotice('an event of the wallet did not tell its fill: the matches are read', { type })
      isUnreadTold = true
    }
    const link = topics({ ...options, url: options.wsUrl, evidence: options.link, topics: [topicOf(token)] })
    const news = link.pipe(
      snapshotFirst({
        venue: VENUE,
        isReady: event => event.kind === 'ready',
        snapshot: () => firstReports(options, reader),
        live: event => read(options, { event, reader, onExchange: exchange => changes.next(exchange), onUnread }),
      }),
      tap(report => noteSnapshot(options, report)),
    )
    const missedReports = options.renewals.pipe(
      tap(() => {
        reader.isDue = true
      }),
      ignoreElements(),
    )
    return merge(
      missedReports,
      changes.pipe(switchMap(exchange => freshTokens(options, token, exchange))),
      news,
      lateFills(options, reader),
    )
  })

async function firstReports(options: WalletLinkOptions, reader: FillReader): Promise<readonly Report[]> {
  const askedAt = options.wires.clock.now()
  const { snapshot, rows } = await readSnapshot(options.snapshot)
  const now = options.wires.clock.now()
  reader.sawRows(rows)
  return [
    { kind: 'link', state: 'live', at: now, receivedAt: now },
    { kind: 'snapshot', snapshot, at: askedAt, receivedAt: now },
  ]
}

/** Fills count as reported only once they were emitted: a link can end while its snapshot is read, and then the snapshot is never emitted. */
function noteSnapshot({ snapshot: { fills, venueNow }, onLive }: WalletLinkOptions, report: Report): void {
  if (report.kind !== 'snapshot') return
  const nowMs = report.receivedAt / 1_000
  for (const { fill, state } of report.snapshot.fills) fills.note(state, fill, nowMs)
  fills.caughtUp(venueNow())
  onLive()
}

/** Notes a fill that was read from match rows. Returns false if it is known, because the stream was faster; any other report is passed on. */
const noteIfNew = ({ snapshot }: WalletLinkOptions, report: Report): boolean =>
  (report.kind !== 'settled' && report.kind !== 'failed') ||
  snapshot.fills.note(report.kind, report.fill, report.receivedAt / 1_000)

interface Reading {
  readonly event: TopicEvent
  readonly reader: FillReader
  readonly onExchange: (exchange: (change: TopicChange) => void) => void
  /** Called with the type of an event that lacks its fill. */
  readonly onUnread: (type: string) => void
}

function read(options: WalletLinkOptions, { event, reader, onExchange, onUnread }: Reading): readonly Report[] {
  switch (event.kind) {
    case 'ready':
      onExchange(event.exchange)
      return []
    case 'refused':
      throw new RefusedTopicError(`the wallet topic was refused: ${event.code}`, { venue: VENUE, retryable: true })
    case 'text':
      return readText(options, event, { reader, onUnread })
    case 'answered':
      return reader.isBehind ? [] : [{ kind: 'heard', at: event.askedAt, receivedAt: options.wires.clock.now() }]
    default:
      return event satisfies never
  }
}

function readText(
  options: WalletLinkOptions,
  frame: TopicEvent & { kind: 'text' },
  { reader, onUnread }: Pick<Reading, 'reader' | 'onUnread'>,
): readonly Report[] {
  const message = socketSchema.safeParse(parseJson(frame.text)).data
  if (message?.type !== 'M' || !message.topic.startsWith('predictWalletEvents/')) return []
  const parsed = walletEventSchema.safeParse(message.data)
  if (!parsed.success) {
    options.onNotice('an event of the wallet could not be read', { issue: parsed.error.issues[0]?.message ?? 'unknown' })
    reader.isDue = true
    return []
  }
  const event = parsed.data
  if (event.type.startsWith('orderTransaction')) options.onActivity()
  const news = walletReport({ ...options.snapshot.account, fills: options.snapshot.fills }, event, frame.receivedAt)
  switch (news.kind) {
    case 'report':
      return [news.report]
    case 'unread':
      onUnread(event.type)
      reader.isDue = true
      return []
    case 'foreign':
      options.onForeign({ type: event.type, order: event.orderHash, market: event.details.marketId })
      return []
    case 'nothing':
      return []
    default:
      return news satisfies never
  }
}

/** Follows the session's token: the new topic is subscribed before the old one is dropped. Receiving an event twice is harmless. */
function freshTokens(options: WalletLinkOptions, first: string, exchange: (change: TopicChange) => void): Observable<never> {
  let current = first
  const check = async (): Promise<void> => {
    const token = await options.session.token()
    if (token === current) return
    exchange({ add: topicOf(token), drop: topicOf(current) })
    current = token
  }
  const tell = (error: unknown): Observable<never> => {
    options.onNotice('the login could not be renewed', { why: error instanceof Error ? error.message : 'unknown' })
    return EMPTY
  }
  return interval(TOKEN_CHECK_MS, options.wires.scheduler).pipe(
    mergeMap(() => from(check()).pipe(catchError(tell)), 1),
    ignoreElements(),
  )
}

/** Fills that only the match rows report, or that are missing from them. */
const lateFills = (options: WalletLinkOptions, reader: FillReader): Observable<Report> =>
  interval(FILLS_CHECK_MS, options.wires.scheduler).pipe(
    mergeMap(
      () =>
        from(reader.read()).pipe(
          mergeMap(reports => from(reports)),
          filter(report => noteIfNew(options, report)),
          catchError((error: unknown) => {
            options.onNotice('the matches could not be read', { why: error instanceof Error ? error.message : 'unknown' })
            return EMPTY
          }),
        ),
      1,
    ),
  )
