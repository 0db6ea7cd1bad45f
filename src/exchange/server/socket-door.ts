import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import { type Connection, openConnection } from './connection.js'
import type { House } from './house.js'
import { type Channel, messageFrame, type Pushes } from './pushes.js'
import type { SocketRequest } from './socket-request.js'
import { readTopic, type Topic } from './topic.js'

export interface SocketDoorOptions {
  readonly server: Server
  readonly house: House
  readonly pushes: Pushes
  readonly heartbeatMs: number
}

/** The stream's end of the exchange. */
export interface SocketDoor {
  /** Says goodbye to all clients; those who do not answer are cut off. */
  close(): void
}

const FRAME_BYTES_MAX = 16_384
const CONNECTIONS_MAX = 1_000
const TOPICS_MAX = 1_000
const GOODBYE_MS = 1_000

/** Opens /ws on the server: the key is checked at the handshake, once. */
export const openSocketDoor = (options: SocketDoorOptions): SocketDoor => {
  const webSockets = new WebSocketServer({ noServer: true, perMessageDeflate: false, maxPayload: FRAME_BYTES_MAX })
  options.server.on('upgrade', (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    // Without a listener an aborted handshake would end the process.
    stream.on('error', () => stream.destroy())
    const problem = refuse(options.house, request, webSockets.clients.size)
    if (problem !== null) hangUp(stream, problem)
    else webSockets.handleUpgrade(request, stream, head, webSocket => serve(options, { webSocket, stream }))
  })
  return {
    close: () => {
      for (const client of webSockets.clients) client.close(1001, 'server draining')
      const cut = setTimeout(() => cutAll(webSockets), GOODBYE_MS)
      cut.unref()
      webSockets.close(() => clearTimeout(cut))
    },
  }
}

const cutAll = (webSockets: WebSocketServer): void => {
  for (const client of webSockets.clients) client.terminate()
}

type Problem = '401 Unauthorized' | '404 Not Found' | '503 Service Unavailable'

const refuse = (house: House, request: IncomingMessage, connections: number): Problem | null => {
  const mark = request.url?.indexOf('?') ?? -1
  const path = mark < 0 ? request.url : request.url?.slice(0, mark)
  if (path !== '/ws') return '404 Not Found'
  const header = request.headers['x-api-key']
  const query = mark < 0 ? null : new URLSearchParams(request.url?.slice(mark)).get('apiKey')
  if (!house.keys.admits(typeof header === 'string' ? header : query)) return '401 Unauthorized'
  return connections >= CONNECTIONS_MAX ? '503 Service Unavailable' : null
}

const hangUp = (stream: Duplex, problem: Problem): void => {
  stream.end(`HTTP/1.1 ${problem}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}

const serve = (
  { house, pushes, heartbeatMs }: SocketDoorOptions,
  wire: Pick<Parameters<typeof openConnection>[0], 'webSocket' | 'stream'>,
): void => {
  openConnection({
    ...wire,
    heartbeatMs,
    clockMs: () => Math.floor(house.floor.now() / 1_000),
    onRequest: (connection, request) => carryOut({ house, pushes, connection }, request),
    onGone: connection => pushes.forget(connection),
  })
}

interface Scene {
  readonly house: House
  readonly pushes: Pushes
  readonly connection: Connection
}

/** The answer of a request; null where it has sent one itself, because a snapshot had to follow it. */
const carryOut = async (scene: Scene, request: SocketRequest): Promise<object | null> => {
  if (request.method === 'heartbeat') return null
  const text = request.params[0] ?? ''
  if (request.method === 'unsubscribe') {
    scene.pushes.unfollow(scene.connection, text)
    return { type: 'R', requestId: request.requestId, success: true }
  }
  const error = await subscribe(scene, { text, requestId: request.requestId })
  return error === null ? null : { type: 'R', requestId: request.requestId, success: false, error }
}

interface SocketError {
  readonly code: string
  readonly message: string
}

const subscribe = async (scene: Scene, wanted: { text: string; requestId: number }): Promise<SocketError | null> => {
  const { house, pushes, connection } = scene
  const topic = readTopic(wanted.text)
  if (topic === null) return { code: 'invalid_topic', message: 'there is no such topic' }
  if (connection.topics.size >= TOPICS_MAX)
    return { code: 'too_many_topics', message: `a connection has at most ${TOPICS_MAX} topics` }
  const channel = await channelOf(house, topic)
  if ('code' in channel) return channel
  // A snapshot shows only what is on disk, and nothing may come between it and the changes that follow.
  await house.floor.written()
  if (!connection.isOpen) return null
  pushes.follow(connection, wanted.text, channel)
  connection.send(Buffer.from(JSON.stringify({ type: 'R', requestId: wanted.requestId, success: true })))
  if (topic.kind === 'book' || topic.kind === 'trading' || topic.kind === 'status')
    connection.send(messageFrame(wanted.text, pushes.snapshot(topic.kind, topic.market)))
  return null
}

const channelOf = async (house: House, topic: Topic): Promise<Channel | SocketError> => {
  switch (topic.kind) {
    case 'wallet': {
      const wallet = await house.login.wallet(topic.token, house.floor.now())
      if (wallet === null)
        return { code: 'invalid_credentials', message: 'authentication failed: the token is invalid or has expired' }
      return { key: `wallet:${wallet.address}`, expiresAt: wallet.expiresAt }
    }
    case 'quiet':
      return { key: 'quiet', expiresAt: null }
    case 'book':
    case 'trading':
    case 'status':
    case 'trades':
    case 'changed':
      if (house.catalog.market(topic.market) === null) return { code: 'invalid_topic', message: 'market not found' }
      return { key: `${topic.kind}:${topic.market}`, expiresAt: null }
    default:
      return topic satisfies never
  }
}
