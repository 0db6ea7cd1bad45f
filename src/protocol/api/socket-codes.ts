/** The stable `code` words of the stream's refusals. Clients switch on them, so a published word must never change. */
export const SOCKET_CODES = {
  /** The frame is not a JSON object, or lacks a field that its method needs. */
  badRequest: 'bad_request',
  unknownMethod: 'unknown_method',
  /** There is no topic of this name, or nothing with this id. */
  invalidTopic: 'invalid_topic',
  /** The token of a wallet topic is forged, belongs to another wallet or has expired, possibly after the subscription. */
  invalidCredentials: 'invalid_credentials',
  tooManyTopics: 'too_many_topics',
  /** The connection sent too many requests within a second; this one was not carried out. */
  tooManyRequests: 'too_many_requests',
} as const

/** Why the exchange closes a connection: code and reason of the close frame. */
export const SOCKET_CLOSES = {
  heartbeat: [1000, 'heartbeat was not answered'],
  draining: [1001, 'server draining'],
  flooding: [1008, 'too many requests'],
  tooSlow: [1013, 'too slow'],
} as const satisfies Readonly<Record<string, readonly [code: number, reason: string]>>

/** A refusal inside an answer of the stream. */
export interface SocketError {
  readonly code: (typeof SOCKET_CODES)[keyof typeof SOCKET_CODES]
  readonly message: string
}
