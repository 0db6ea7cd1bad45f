import { defer, EMPTY, ignoreElements, map, merge, type Observable, Subject, switchMap, timer } from 'rxjs'
import { parseJson } from '../../model/parse-json.js'
import type { Timestamp } from '../../model/time.js'
import { bookPushId } from '../../protocol/scan-book.js'
import { socketSchema } from '../../protocol/wire.js'
import type { FeedTimings } from '../feed-timings.js'
import { VenueError } from '../venue-error.js'
import { eachOf } from '../wires/each-of.js'
import type { Question } from '../wires/liveness.js'
import { type SocketEvent, socket } from '../wires/socket.js'
import type { Wires } from '../wires/wires.js'

export interface TopicsOptions {
  readonly url: string
  readonly apiKey: string
  readonly wires: Wires
  readonly topics: readonly string[]
  readonly evidence: LinkEvidence
  /** Called when the server announces that it will end this link, with the time left in ms. */
  readonly onLeaving?: (graceMs: number) => void
}

/** How a link is checked for life, and where clock measurements go. */
export interface LinkEvidence {
  readonly timings: Pick<FeedTimings, 'probeEveryMs' | 'heartbeatEveryMs'>
  /** Whether the venue's stream answers questions if it does not answer pings, shared by all links; absent: no questions are asked. */
  readonly server?: Question['server']
  /** Proves that the venue can be reached if it answers neither. */
  readonly reach?: () => Promise<boolean>
  readonly onStamp?: (atMs: number, receivedAt: Timestamp) => void
  readonly onRoundTrip?: (tripUs: number, at: Timestamp) => void
}

/** What a link with topics emits. `ready` comes once, when every subscription was answered. */
export type TopicEvent =
  | { readonly kind: 'ready'; readonly exchange: (topics: TopicChange) => void }
  | { readonly kind: 'refused'; readonly topic: string; readonly code: string }
  | { readonly kind: 'text'; readonly text: string; readonly receivedAt: Timestamp }
  /** Everything that the venue had sent by `askedAt` has arrived. */
  | { readonly kind: 'answered'; readonly askedAt: Timestamp }

/** A topic that replaces another. */
export interface TopicChange {
  readonly add: string
  readonly drop: string
}

export const VENUE = 'predict'
const READY_MAX_MS = 10_000

/** One connection that is subscribed to its topics. Errors with a VenueError when the link ends or is not ready in time. */
export const topics = (options: TopicsOptions): Observable<TopicEvent> =>
  defer(() => {
    const { wires, evidence } = options
    const beats = new Subject<void>()
    const link = createLink(options, beats)
    const wire = socket({
      url: options.url,
      venue: VENUE,
      wires,
      headers: options.apiKey === '' ? {} : { 'x-api-key': options.apiKey },
      reply: heartbeatReply,
      probe: {
        everyMs: evidence.timings.probeEveryMs,
        question: evidence.server && { ...link.question, server: evidence.server },
        elsewhere: evidence.reach,
        onRoundTrip: evidence.onRoundTrip,
      },
    })
    const deadline = timer(READY_MAX_MS, wires.scheduler).pipe(
      map(() => {
        if (!link.isReady()) throw new VenueError('subscriptions were not answered in time', { venue: VENUE, retryable: true })
      }),
      ignoreElements(),
    )
    return merge(deadline, missingHeartbeats(options, beats), wire.pipe(eachOf(event => link.take(event))))
  })

/** A heartbeat may be late by a quarter of its interval; `beats` emits when the link opens and for each heartbeat. */
const LATE = 1.25

const missingHeartbeats = ({ wires, evidence }: TopicsOptions, beats: Observable<void>): Observable<never> => {
  const maxMs = evidence.timings.heartbeatEveryMs * LATE
  if (maxMs === 0) return EMPTY
  return beats.pipe(
    switchMap(() => timer(maxMs, wires.scheduler)),
    map(() => {
      throw new VenueError(`no heartbeat came for ${maxMs / 1_000} s`, { venue: VENUE, retryable: true })
    }),
  )
}

interface Link {
  take(event: SocketEvent): readonly TopicEvent[]
  isReady(): boolean
  /** A subscription to a topic that the link already has: it is answered and changes nothing. */
  readonly question: Omit<Question, 'server'>
}

function createLink({ topics: wanted, onLeaving, evidence }: TopicsOptions, beats: Subject<void>): Link {
  const asked = new Map<number, string>()
  let requests = 0
  /** Number of the last question. */
  let question = 0
  /** The topic that the question names. A link's last topic brings no first message, and neither does the wallet's. */
  let last = wanted.at(-1) ?? ''
  let isReady = false
  let send: (text: string) => void = () => {}
  const ask = (method: 'subscribe' | 'unsubscribe', topic: string): void => {
    // One topic a request: the venue silently ignores further ones.
    const requestId = ++requests
    if (method === 'subscribe') asked.set(requestId, topic)
    send(JSON.stringify({ method, requestId, params: [topic] }))
  }
  const exchange = ({ add, drop }: TopicChange): void => {
    ask('subscribe', add)
    ask('unsubscribe', drop)
    if (last === drop) last = add
  }
  const becomeReady = (): readonly TopicEvent[] => {
    if (isReady || asked.size > 0) return []
    isReady = true
    return [{ kind: 'ready', exchange }]
  }
  const answer = (text: string): readonly TopicEvent[] => {
    const reply = readReply(text)
    const topic = reply === null ? undefined : asked.get(reply.requestId)
    if (reply === null || topic === undefined) return []
    asked.delete(reply.requestId)
    const refused: readonly TopicEvent[] = reply.code === null ? [] : [{ kind: 'refused', topic, code: reply.code }]
    return [...refused, ...becomeReady()]
  }
  const takeText = (event: SocketEvent & { readonly kind: 'text' }): readonly TopicEvent[] => {
    const { text } = event
    if (bookPushId(text) !== null) return [event]
    if (isReply(text)) return answer(text)
    if (isHeartbeat(text)) {
      beats.next()
      const stampMs = Number(heartbeatData(text))
      if (stampMs > 0) evidence.onStamp?.(stampMs, event.receivedAt)
      return []
    }
    const graceMs = readGrace(text)
    if (graceMs === null) return [event]
    onLeaving?.(graceMs)
    return []
  }
  return {
    isReady: () => isReady,
    question: {
      ask: () => {
        question = ++requests
        send(JSON.stringify({ method: 'subscribe', requestId: question, params: [last] }))
      },
      isAnswer: text => isReply(text) && readReply(text)?.requestId === question,
    },
    take: event => {
      if (event.kind === 'text') return takeText(event)
      if (event.kind === 'answered') return [event]
      send = event.send
      beats.next()
      for (const topic of wanted) ask('subscribe', topic)
      return becomeReady()
    },
  }
}

const SHORT = 1_000
const isReply = (text: string): boolean => text.length < SHORT && /"type"\s*:\s*"R"/.test(text)
const isHeartbeat = (text: string): boolean => text.length < SHORT && /"topic"\s*:\s*"heartbeat"/.test(text)

/** The venue documents the number in its notice, but not the topic that carries it. */
function readGrace(text: string): number | null {
  if (text.length >= SHORT || !text.includes('"graceMs"')) return null
  const message = socketSchema.safeParse(parseJson(text)).data
  const data: unknown = message?.type === 'M' ? message.data : null
  if (typeof data !== 'object' || data === null || !('graceMs' in data)) return null
  return typeof data.graceMs === 'number' && data.graceMs >= 0 ? data.graceMs : null
}

/** The close code of a server that shuts down while others stay. */
const GOING_AWAY = 1001

/** Whether a link ended because its server shut down: another server takes the next one at once. */
export const isSentOn = (error: unknown): boolean => error instanceof VenueError && error.closeCode === GOING_AWAY

/** The venue closes a link whose echo is late or differs, so the number is returned as text, unchanged. */
function heartbeatReply(text: string): string | null {
  if (bookPushId(text) !== null || !isHeartbeat(text)) return null
  const data = heartbeatData(text)
  return data === undefined ? null : `{"method":"heartbeat","data":${data}}`
}

const heartbeatData = (text: string): string | undefined => /"data"\s*:\s*(-?[\d.]+)/.exec(text)?.[1]

function readReply(text: string): { readonly requestId: number; readonly code: string | null } | null {
  const reply = socketSchema.safeParse(parseJson(text)).data
  if (reply?.type !== 'R' || typeof reply.requestId !== 'number') return null
  return { requestId: reply.requestId, code: reply.success ? null : (reply.error?.code ?? 'unknown') }
}
