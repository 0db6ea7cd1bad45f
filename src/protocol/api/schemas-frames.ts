import { z } from 'zod'
import { TOPICS, type TopicName } from './schemas-stream.js'
import { SOCKET_CODES } from './socket-codes.js'

// Messages of the stream, frame by frame; `schemas-stream.ts` has the content of the topics.

const requestId = z.union([z.number(), z.string().max(64)]).describe('repeated in the answer')
const answeredId = requestId.nullable().describe('the id of the request; null if it had none')

/** The argument after the slash of a topic's name. */
const ARGUMENTS = {
  market: String.raw`\d{1,15}`,
  category: String.raw`\d{1,15}`,
  'price feed': '.+',
  token: '.+',
} as const satisfies Record<(typeof TOPICS)[TopicName]['of'], string>

const topicOf = (name: TopicName): string => `${name}/${ARGUMENTS[TOPICS[name].of]}`
const anyTopic = Object.keys(TOPICS).map(name => topicOf(name as TopicName))

const request = <M extends 'subscribe' | 'unsubscribe'>(
  method: M,
): z.ZodObject<{ method: z.ZodLiteral<M>; requestId: z.ZodOptional<typeof requestId>; params: z.ZodArray<z.ZodString> }> =>
  z.object({
    method: z.literal(method),
    requestId: requestId.optional(),
    params: z
      .array(
        z
          .string()
          .max(4_000)
          .regex(new RegExp(`^(?:${anyTopic.join('|')}|heartbeat)$`)),
      )
      .min(1)
      .describe('one topic; more are ignored'),
  })

const beat = z.number().describe("the exchange's clock in Unix milliseconds")

/** What a client sends. */
export const REQUEST_FRAMES = {
  subscribe: {
    schema: request('subscribe'),
    summary: 'Follows a topic. A repeated request is answered again, with the snapshot of the topic',
  },
  unsubscribe: { schema: request('unsubscribe'), summary: 'Stops following a topic' },
  heartbeat: {
    schema: z.object({ method: z.literal('heartbeat'), data: beat }),
    summary: 'Returns the number of a heartbeat before the next one comes; there is no answer',
  },
} as const

/** How the exchange answers a request. */
export const ANSWER_FRAMES = {
  acknowledged: {
    schema: z.object({ type: z.literal('R'), requestId: answeredId, success: z.literal(true) }),
    summary: 'The request was carried out',
  },
  refused: {
    schema: z.object({
      type: z.literal('R'),
      requestId: answeredId,
      success: z.literal(false),
      error: z.object({ code: z.enum(Object.values(SOCKET_CODES)), message: z.string() }),
    }),
    summary: 'The request was not carried out; for a wallet topic also sent later, when its token has expired',
  },
} as const

/** What the exchange sends without a request. */
export const OWN_FRAMES = {
  heartbeatPush: {
    schema: z.object({ type: z.literal('M'), topic: z.literal('heartbeat'), data: beat }),
    summary: 'The client must return the number before the next heartbeat, or the connection is closed',
  },
  reconnect: {
    schema: z.object({ type: z.literal('M'), topic: z.literal('reconnect'), data: z.object({ graceMs: z.number().min(0) }) }),
    summary: 'The exchange shuts down: it serves the connection for this long and then closes it',
  },
} as const

/** The frame of a topic's message. */
export const topicFrame = (name: TopicName): z.ZodObject =>
  z.object({
    type: z.literal('M'),
    topic: z
      .string()
      .regex(new RegExp(`^${topicOf(name)}$`))
      .describe('as in the subscription'),
    data: TOPICS[name].message,
  })
