import { SOCKET_CODES, type SocketError } from '../../../protocol/api/socket-codes.js'
import type { Auth } from '../auth/auth.js'
import type { Writes } from '../writes/writes.js'
import { acknowledgement, type Connection, type TopicRequest } from './connection.js'
import type { Channel } from './followers.js'
import type { Pushes } from './pushes.js'
import type { StreamLimits } from './stream-limits.js'
import { messageFrame } from './text-frame.js'
import { readTopic, type Topic } from './topic.js'

/** What a request of the stream is carried out with. */
export interface StreamRequestParts {
  readonly writes: Writes
  readonly auth: Auth
  readonly pushes: Pushes
  readonly limits: StreamLimits
  readonly connection: Connection
}

/** Carries out a request and answers it; an error is returned instead. A repeated subscription gets another answer and snapshot. */
export const answerRequest = async (scene: StreamRequestParts, wish: TopicRequest): Promise<SocketError | null> => {
  const topic = readTopic(wish.topic)
  if (topic === null) return invalidTopic('there is no such topic')
  if (wish.kind === 'subscribe') return subscribe(scene, wish, topic)
  scene.pushes.followers.unfollow(scene.connection, wish.topic)
  scene.connection.send(acknowledgement(wish.requestId))
  return null
}

const subscribe = async (scene: StreamRequestParts, wish: TopicRequest, topic: Topic): Promise<SocketError | null> => {
  const { writes, pushes, connection, limits } = scene
  const isNew = !connection.topics.has(wish.topic)
  if (isNew && connection.topics.size >= limits.topicsAConnection)
    return { code: SOCKET_CODES.tooManyTopics, message: `a connection has at most ${limits.topicsAConnection} topics` }
  const channel = await channelOf(scene, topic)
  if (channel !== null && 'code' in channel) return channel
  // A snapshot shows only what is on disk, and no change may come between it and the pushes that follow.
  await writes.sequencer.written()
  if (!connection.isOpen) return null
  if (channel !== null) pushes.followers.follow(connection, wish.topic, { channel, requestId: wish.requestId })
  connection.send(acknowledgement(wish.requestId))
  const snapshot = pushes.snapshot(topic)
  if (snapshot !== null) connection.send(messageFrame(wish.topic, snapshot))
  return null
}

/** The channel of a topic; `null`: it is sent to every client. */
const channelOf = async ({ writes, auth }: StreamRequestParts, topic: Topic): Promise<Channel | SocketError | null> => {
  const { reads } = writes
  switch (topic.kind) {
    case 'wallet':
      return walletChannel(auth, topic.token)
    case 'heartbeat':
      return null
    case 'category': {
      const known = reads.markets.catalog.categoryById(topic.category)
      return known === null ? invalidTopic('category not found') : lasting(`category:${topic.category}`)
    }
    case 'price': {
      const feed = reads.prices.feed(topic.feed)
      return feed === null ? invalidTopic('price feed not found') : lasting(`price:${feed.id}`)
    }
    // Accepted without a check: clients subscribe with ids of other venues' markets too, and would take a refusal for a fault.
    case 'chance':
      return lasting(`chance:${topic.market}`)
    case 'book':
    case 'trading':
    case 'status':
    case 'trades':
    case 'changed':
      if (reads.markets.catalog.market(topic.market) === null) return invalidTopic('market not found')
      return lasting(`${topic.kind}:${topic.market}`)
    default:
      return topic satisfies never
  }
}

const walletChannel = async (auth: Auth, token: string): Promise<Channel | SocketError> => {
  const wallet = await auth.login.wallet(token, auth.now())
  if (wallet !== null) return { key: `wallet:${wallet.address}`, expiresAt: wallet.expiresAt }
  return {
    code: SOCKET_CODES.invalidCredentials,
    message: 'authentication failed: the token is invalid or has expired',
  }
}

const lasting = (key: string): Channel => ({ key, expiresAt: null })

const invalidTopic = (message: string): SocketError => ({ code: SOCKET_CODES.invalidTopic, message })
