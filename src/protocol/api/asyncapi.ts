import type { z } from 'zod'
import { hoisted, type Json } from './json-schema.js'
import { ANSWER_FRAMES, OWN_FRAMES, REQUEST_FRAMES, topicFrame } from './schemas-frames.js'
import { TOPICS, type TopicName } from './schemas-stream.js'
import { SOCKET_CLOSES } from './socket-codes.js'

/** Texts of a document about the whole stream. */
export interface StreamInfo {
  /** Host and port. */
  readonly host: string
  readonly isSecure: boolean
  readonly requiresApiKey: boolean
}

const CLOSES = Object.values(SOCKET_CLOSES).map(([code, reason]) => `${code} (${reason})`)

const DESCRIPTION = `The stream of a trading service for prediction markets. It is labelled beta. REST is described in \`/openapi.json\`.

Frames are JSON text. One topic a request. There are no sequence numbers, and nothing is sent again after a reconnect: subscribe to everything
again, then read what may have changed over REST. The exchange closes with ${CLOSES.join(', ')}, or 1009 (frame too large).

The handshake is refused with 401 (wrong key), 404 (another path), 429 (too many connections from this address) or 503 (full, or ending).`

/** Prints the stream as an AsyncAPI 3.0 document, from the schemas of its messages. Written from the exchange's side: it receives requests. */
export const asyncApiDocument = ({ host, isSecure, requiresApiKey }: StreamInfo): Json => {
  const schemas: Record<string, unknown> = {}
  const messages = messagesIn(schemas)
  return {
    asyncapi: '3.0.0',
    info: { title: 'Prediction Market Trading Service, stream (beta)', version: '1.0.0-beta', description: DESCRIPTION },
    defaultContentType: 'application/json',
    servers: { stream: { host, protocol: isSecure ? 'wss' : 'ws', ...(requiresApiKey && { security: KEYS }) } },
    channels: {
      stream: {
        address: '/ws',
        description: 'One connection for all topics',
        messages: Object.fromEntries(Object.keys(messages).map(name => [name, { $ref: `#/components/messages/${name}` }])),
      },
    },
    operations: OPERATIONS,
    components: { messages, schemas, securitySchemes: SECURITY },
  }
}

const SECURITY = {
  key: {
    type: 'httpApiKey',
    in: 'header',
    name: 'x-api-key',
    description: 'Preferred, because addresses are written into logs',
  },
  keyInQuery: { type: 'httpApiKey', in: 'query', name: 'apiKey', description: 'For clients that cannot set a header' },
}
const KEYS = Object.keys(SECURITY).map(name => ({ $ref: `#/components/securitySchemes/${name}` }))

const NAMES = Object.keys(TOPICS) as TopicName[]

const messagesIn = (schemas: Record<string, unknown>): Readonly<Record<string, Json>> => {
  const message = (name: string, summary: string, schema: z.ZodType): readonly [string, Json] => [
    name,
    { name, summary, payload: hoisted(schema, schemas, 'draft-07') },
  ]
  const frames = Object.entries({ ...REQUEST_FRAMES, ...ANSWER_FRAMES, ...OWN_FRAMES })
  return Object.fromEntries([
    ...frames.map(([name, { schema, summary }]) => message(name, summary, schema)),
    ...NAMES.map(name => message(name, summaryOf(name), topicFrame(name))),
  ])
}

const summaryOf = (name: TopicName): string => {
  const { of, snapshot } = TOPICS[name]
  const when = snapshot ? 'the present state at once, then each change' : 'when it happens'
  return of === 'token'
    ? 'Of the wallet whose token the topic names, when it happens'
    : `Of the ${of} that the topic names, ${when}`
}

const CHANNEL = { $ref: '#/channels/stream' }
const refs = (names: readonly string[]): readonly Json[] => names.map(name => ({ $ref: `#/channels/stream/messages/${name}` }))

const receives = (name: string): Json => ({ action: 'receive', channel: CHANNEL, messages: refs([name]) })
const sends = (name: string): Json => ({ action: 'send', channel: CHANNEL, messages: refs([name]) })
const answered = (name: string): Json => ({
  ...receives(name),
  reply: { channel: CHANNEL, messages: refs(Object.keys(ANSWER_FRAMES)) },
})

const OPERATIONS: Readonly<Record<string, Json>> = {
  subscribe: answered('subscribe'),
  unsubscribe: answered('unsubscribe'),
  heartbeat: receives('heartbeat'),
  ...Object.fromEntries([...Object.keys(OWN_FRAMES), ...NAMES].map(name => [`send-${name}`, sends(name)])),
}
