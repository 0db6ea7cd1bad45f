import { defer, from, type Observable, switchMap } from 'rxjs'
import type { Timestamp } from '../../model/time.js'
import { TOPICS, type TopicMessage, type TopicName } from '../../protocol/api/schemas-stream.js'
import { socketSchema } from '../../protocol/wire.js'
import { USUAL_TIMINGS } from '../feed-timings.js'
import { VenueError } from '../venue-error.js'
import { eachOf } from '../wires/each-of.js'
import { overlapping } from '../wires/overlapping.js'
import { reconnecting } from '../wires/reconnecting.js'
import type { Wires } from '../wires/wires.js'
import { checkDocumented } from './documented.js'
import { isSentOn, type TopicEvent, topics, VENUE } from './topics.js'
import type { WalletLogin } from './wallet-login.js'

/**
 * What a topic emits. Events between `lost` and `live` are not repeated: after `live`, read by REST what must be known. A refused topic stays silent.
 */
export type VenueStreamEvent<T> =
  | { readonly kind: 'live' }
  | { readonly kind: 'lost'; readonly why: string }
  | { readonly kind: 'refused'; readonly id: string; readonly code: string }
  | { readonly kind: 'message'; readonly id: string; readonly data: T; readonly receivedAt: Timestamp }

/** Topics as Observables that reconnect and never error. */
export interface Streams {
  /** One topic of several markets (or categories, or price feeds), on one link. */
  of<T extends Exclude<TopicName, 'predictWalletEvents'>>(
    topic: T,
    ids: readonly (number | string)[],
  ): Observable<VenueStreamEvent<TopicMessage<T>>>
  /** The signer's own orders and settlements. */
  wallet(): Observable<VenueStreamEvent<TopicMessage<'predictWalletEvents'>>>
}

export interface StreamsOptions {
  readonly url: string
  readonly apiKey: string
  readonly wires: Wires
  /** null: no wallet to follow. */
  readonly session: WalletLogin | null
}

/** Streams of one server. Each subscription opens its own link and closes it. */
export const createStreams = (options: StreamsOptions): Streams => ({
  of: (topic, ids) => stream(options, topic, async () => ids.map(String)),
  wallet: () => {
    const { session } = options
    if (session === null) throw new VenueError('the wallet stream: expected a signer', { venue: VENUE, retryable: false })
    return stream(options, 'predictWalletEvents', async () => [await session.token()])
  },
})

const stream = <T extends TopicName>(
  options: StreamsOptions,
  topic: T,
  idsOf: () => Promise<readonly string[]>,
): Observable<VenueStreamEvent<TopicMessage<T>>> => {
  type Event = VenueStreamEvent<TopicMessage<T>>
  const lost = (error: unknown): readonly Event[] => [
    { kind: 'lost', why: error instanceof Error ? error.message : 'the link ended' },
  ]
  const connect = (onLeaving: (graceMs: number) => void): Observable<Event> =>
    defer(() => from(idsOf())).pipe(
      switchMap(ids =>
        topics({ ...options, evidence: { timings: USUAL_TIMINGS }, topics: ids.map(id => `${topic}/${id}`), onLeaving }),
      ),
      eachOf(event => read(topic, event)),
    )
  const { wires } = options
  return reconnecting(overlapping(connect, { lost, nameOf: () => null, wires }), { lost, isSentOn, wires })
}

/** The name of a wallet's topic contains its token, so its id is left out. */
const idOf = (topic: TopicName, name: string): string =>
  topic === 'predictWalletEvents' ? 'wallet' : name.slice(name.indexOf('/') + 1)

const read = <T extends TopicName>(topic: T, event: TopicEvent): readonly VenueStreamEvent<TopicMessage<T>>[] => {
  switch (event.kind) {
    case 'ready':
      return [{ kind: 'live' }]
    case 'answered':
      return []
    case 'refused':
      return [{ kind: 'refused', id: idOf(topic, event.topic), code: event.code }]
    case 'text':
      return messageOf(topic, event.text, event.receivedAt)
    default:
      return event satisfies never
  }
}

const messageOf = <T extends TopicName>(
  topic: T,
  text: string,
  receivedAt: Timestamp,
): readonly VenueStreamEvent<TopicMessage<T>>[] => {
  const frame = socketSchema.safeParse(JSON.parse(text)).data
  if (frame?.type !== 'M' || !frame.topic.startsWith(`${topic}/`)) return []
  const data = checkDocumented(frame.data, TOPICS[topic].message, topic) as TopicMessage<T>
  return [{ kind: 'message', id: idOf(topic, frame.topic), data, receivedAt }]
}
