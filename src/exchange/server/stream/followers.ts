import type { Timestamp } from '../../../model/time.js'
import { SOCKET_CODES } from '../../../protocol/api/socket-codes.js'
import { type Connection, refusalFrame } from './connection.js'
import type { RequestId } from './socket-request.js'
import { messageFrame } from './text-frame.js'

/** What a topic follows. Several topics may share a channel: a wallet has one for each token. */
export interface Channel {
  /** `book:7`, `trading:7`, `status:7`, `trades:7`, `changed:7`, `chance:7`, `category:3`, `price:…` or `wallet:0x…`. */
  readonly key: string
  /** When the topic ends; `null`: never. */
  readonly expiresAt: Timestamp | null
}

/** Which connections follow which channels. */
export interface Followers {
  follow(connection: Connection, topic: string, how: { channel: Channel; requestId: RequestId }): void
  unfollow(connection: Connection, topic: string): void
  /** Forgets a connection that has closed. */
  forget(connection: Connection): void
  isFollowed(key: string): boolean
  /** Whether no client follows anything; checked before a key is built for each event. */
  readonly isIdle: boolean
  /** Whether a client follows a channel whose key begins with `prefix`. */
  follows(prefix: string): boolean
  /** Sends to all followers of a channel. The frame is made once for each topic that names it. */
  send(key: string, data: object, now: Timestamp): void
  /** Ends topics whose token has expired. Followers get a refusal with the id of their subscription. */
  expire(now: Timestamp): void
}

/** No followers yet. */
export const createFollowers = (): Followers => new OpenFollowers()

interface Following {
  readonly channel: Channel
  readonly connections: Map<Connection, RequestId>
}

class OpenFollowers implements Followers {
  readonly #topics = new Map<string, Following>()
  readonly #byChannel = new Map<string, Set<string>>()
  /** Topics that end when their token expires. */
  readonly #expiring = new Set<string>()

  follow(connection: Connection, topic: string, { channel, requestId }: { channel: Channel; requestId: RequestId }): void {
    const following = this.#topics.get(topic) ?? { channel, connections: new Map() }
    following.connections.set(connection, requestId)
    connection.topics.add(topic)
    this.#topics.set(topic, following)
    const names = this.#byChannel.get(channel.key) ?? new Set()
    this.#byChannel.set(channel.key, names.add(topic))
    if (channel.expiresAt !== null) this.#expiring.add(topic)
  }

  unfollow(connection: Connection, topic: string): void {
    connection.topics.delete(topic)
    const following = this.#topics.get(topic)
    if (following === undefined) return
    following.connections.delete(connection)
    if (following.connections.size > 0) return
    this.#topics.delete(topic)
    this.#expiring.delete(topic)
    const names = this.#byChannel.get(following.channel.key)
    names?.delete(topic)
    if (names?.size === 0) this.#byChannel.delete(following.channel.key)
  }

  forget(connection: Connection): void {
    for (const topic of connection.topics) this.unfollow(connection, topic)
  }

  isFollowed(key: string): boolean {
    return this.#byChannel.has(key)
  }

  get isIdle(): boolean {
    return this.#byChannel.size === 0
  }

  follows(prefix: string): boolean {
    for (const key of this.#byChannel.keys()) if (key.startsWith(prefix)) return true
    return false
  }

  send(key: string, data: object, now: Timestamp): void {
    for (const topic of this.#byChannel.get(key) ?? []) {
      const following = this.#topics.get(topic)
      const until = following?.channel.expiresAt ?? null
      if (following === undefined || (until !== null && until <= now)) continue
      const frame = messageFrame(topic, data)
      for (const connection of following.connections.keys()) connection.send(frame)
    }
  }

  expire(now: Timestamp): void {
    for (const topic of this.#expiring) {
      const following = this.#topics.get(topic)
      if ((following?.channel.expiresAt ?? now) > now) continue
      for (const [connection, requestId] of following?.connections ?? []) {
        this.unfollow(connection, topic)
        connection.send(refusalFrame(requestId, EXPIRED))
      }
    }
  }
}

const EXPIRED = {
  code: SOCKET_CODES.invalidCredentials,
  message: 'authentication expired: the topic has ended, subscribe with a new token',
}
